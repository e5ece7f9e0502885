import { once } from 'node:events';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** What is wrong, in words for the operator. They never quote the server: it may repeat what it was sent. */
export class MailboxFault extends Error {
  override name = 'MailboxFault';
  /** Somebody else reads this mailbox at the moment. */
  isBusy: boolean;

  constructor(words: string, isBusy = false) {
    super(words);
    this.isBusy = isBusy;
  }
}

export interface Listed {
  number: number;
  uid: string;
  bytes: number;
}

export interface Pop3 {
  list(): Promise<Listed[]>;
  /** As much of it as is kept, its beginning; null where the server won't give it. */
  read(message: Listed): Promise<Buffer | null>;
  /** Holds once `quit` has been answered, and not at all if the connection is lost before. */
  remove(message: Listed): Promise<void>;
  quit(): Promise<void>;
  drop(): void;
  /** Half of the time is over, or the hub ends: whoever removed something quits now. */
  isLate(): boolean;
}

export interface Pop3Options {
  url: string;
  /** Milliseconds without a byte. */
  patience?: number;
  /** Milliseconds that all of it may take: a server that drips is never silent. */
  longest?: number;
  /** The hub ends: there are a few seconds left to quit in. */
  ending?: AbortSignal;
  /** For tests: an authority that no one else trusts. */
  ca?: string;
}

const toQuitIn = 3000;
const longestLine = 4096;
/** A report quotes the email that came back, and our largest have 10 MB; their headers come first. */
const keptOfMessage = 256 * 1024;
const linesOfLarge = 3000;
/** Servers take no mail as large as this, and break long lines: one that sends more doesn't do what it was asked to. */
const mostOfMessage = 64_000_000;
const mostOfList = 8_000_000;

/** Signs in to a mailbox over POP3 (RFC 1939), encrypted from the first byte; plainly on this machine only. */
export async function openPop3({
  url,
  patience = 20_000,
  longest = 120_000,
  ending,
  ca,
}: Pop3Options): Promise<Pop3> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPlain = protocol === 'pop3:';
  const at = { host, port: Number(port) || (isPlain ? 110 : 995) };
  const socket = isPlain
    ? connectPlain(at)
    : connectTls({ ...at, ...(isIP(host) === 0 && { servername: host }), ...(ca !== undefined && { ca }) });
  // Each command waits for the answer to the one before.
  socket.setNoDelay(true);
  let late = false;
  const half = setTimeout(() => (late = true), longest / 2);
  const end = setTimeout(() => socket.destroy(new MailboxFault('it took too long')), longest);
  const hurry = () => {
    late = true;
    setTimeout(() => socket.destroy(new MailboxFault('the hub ends')), toQuitIn).unref();
  };
  ending?.addEventListener('abort', hurry, { once: true });
  socket.once('close', () => {
    clearTimeout(half);
    clearTimeout(end);
    ending?.removeEventListener('abort', hurry);
  });
  socket.setTimeout(patience, () => socket.destroy(new MailboxFault('no response')));
  // Whoever waits for the next line hears of it; between two of them nobody waits.
  socket.on('error', () => {});
  const input = createInput(socket);

  async function ask(command: string, wrong = 'the server refused what was asked of it'): Promise<void> {
    if (command !== '') socket.write(`${command}\r\n`);
    const answer = await input.line();
    if (/^\+OK(\s|$)/.test(answer)) return;
    if (/^-ERR \[(IN-USE|LOGIN-DELAY)\]/i.test(answer))
      throw new MailboxFault('somebody else is reading the mailbox', true);
    if (/^-ERR \[SYS\//i.test(answer)) throw new MailboxFault('the server has trouble of its own');
    throw new MailboxFault(/^-ERR(\s|$)/.test(answer) ? wrong : 'this is no POP3 server');
  }

  async function listed(command: string): Promise<string[]> {
    await ask(command, `the server can’t list the mailbox (${command})`);
    const text = await input.text(mostOfList, mostOfList);
    return text.toString('latin1').split('\r\n');
  }

  async function signIn(): Promise<void> {
    await once(socket, isPlain ? 'connect' : 'secureConnect');
    await ask('');
    const refused = 'the server refused user or password';
    await ask(`USER ${decodeURIComponent(username)}`, refused);
    await ask(`PASS ${decodeURIComponent(password)}`, refused);
  }

  await told(signIn).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });

  return {
    list: () =>
      told(async () => {
        const sizes = new Map(
          (await listed('LIST')).map((line) => {
            const [number, bytes] = line.split(' ', 2).map(Number);
            return [number, bytes] as const;
          }),
        );
        const seen = new Map<string, number>();
        const all = (await listed('UIDL')).flatMap((line) => {
          const [, number = '', uid = ''] = /^(\d{1,9}) ([\x21-\x7e]{1,70})$/.exec(line) ?? [];
          if (uid === '') return [];
          seen.set(uid, (seen.get(uid) ?? 0) + 1);
          return [{ number: Number(number), uid, bytes: sizes.get(Number(number)) ?? 0 }];
        });
        // Two of one name can't be told apart.
        return all.filter(({ uid }) => seen.get(uid) === 1);
      }),
    read: ({ number, bytes }) =>
      told(async () => {
        if (bytes > mostOfMessage) return null;
        const isLarge = bytes > keptOfMessage;
        socket.write(isLarge ? `TOP ${number} ${linesOfLarge}\r\n` : `RETR ${number}\r\n`);
        const answer = await input.line();
        if (/^-ERR(\s|$)/.test(answer)) return null;
        if (!/^\+OK(\s|$)/.test(answer)) throw new MailboxFault('this is no POP3 server');
        return input.text(keptOfMessage, mostOfMessage);
      }),
    remove: ({ number }) => told(() => ask(`DELE ${number}`)),
    async quit() {
      await told(() => ask('QUIT'));
      socket.destroy();
    },
    drop: () => void socket.destroy(),
    isLate: () => late,
  };
}

/** What the server says, as it comes: at no time more of it than is asked for. */
function createInput(socket: Socket) {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = Buffer.alloc(0);

  async function more(): Promise<Buffer> {
    const next = await chunks.next();
    if (next.done === true) throw new MailboxFault('the server closed the connection');
    return next.value;
  }

  return {
    async line(): Promise<string> {
      let end = held.indexOf('\r\n');
      while (end < 0) {
        if (held.length > longestLine) throw new MailboxFault('this is no POP3 server');
        held = Buffer.concat([held, await more()]);
        end = held.indexOf('\r\n');
      }
      const line = held.toString('latin1', 0, Math.min(end, longestLine));
      held = held.subarray(end + 2);
      return line;
    },

    /** Lines up to a single dot. What is beyond `keep` is thrown away. */
    async text(keep: number, most: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      let [kept, all] = [0, 0];
      let tail: Buffer = Buffer.from('\r\n');
      let chunk = held;
      held = Buffer.alloc(0);
      for (;;) {
        const joined = Buffer.concat([tail, chunk]);
        const dot = joined.indexOf('\r\n.\r\n');
        const fresh = chunk.subarray(0, dot < 0 ? undefined : Math.max(0, dot + 2 - tail.length));
        const taken = fresh.subarray(0, keep - kept);
        parts.push(taken);
        kept += taken.length;
        all += fresh.length;
        if (dot >= 0) {
          held = joined.subarray(dot + 5);
          const text = Buffer.concat(parts).toString('latin1');
          return Buffer.from(text.replaceAll('\r\n..', '\r\n.').replace(/^\.\./, '.'), 'latin1');
        }
        if (all > most) throw new MailboxFault('a message or the list of them is too large');
        tail = Buffer.from(joined.subarray(-4));
        chunk = await more();
      }
    },
  };
}

const codes: Record<string, string> = {
  ENOTFOUND: 'no server has this name',
  EAI_AGAIN: 'the name of the server can’t be looked up',
  ECONNREFUSED: 'no server answers there',
  ECONNRESET: 'the server closed the connection',
  EPIPE: 'the server closed the connection',
  ETIMEDOUT: 'no response',
  EHOSTUNREACH: 'the server can’t be reached',
  ENETUNREACH: 'the server can’t be reached',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another name',
};

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asFault(error);
  }
}

function asFault(error: unknown): MailboxFault {
  if (error instanceof MailboxFault) return error;
  const { code = '', name } = error as NodeJS.ErrnoException;
  const known = codes[code];
  if (known !== undefined) return new MailboxFault(known);
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return new MailboxFault('the certificate of the server isn’t trusted');
  if (/SSL|TLS/.test(code)) return new MailboxFault('the server doesn’t speak TLS on this port');
  return new MailboxFault(`the connection failed (${code || name})`);
}
