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
  /** As much of it as is kept; the rest is read and thrown away. */
  read(message: Listed): Promise<Buffer>;
  /** Holds once `quit` has been answered, and not at all if the connection is lost before. */
  remove(message: Listed): Promise<void>;
  quit(): Promise<void>;
  drop(): void;
}

export interface Pop3Options {
  url: string;
  /** Milliseconds without a byte. */
  patience?: number;
  /** Milliseconds that all of it may take: a server that drips is never silent. */
  longest?: number;
}

const longestLine = 4096;
/** A report quotes the email that came back, and our largest have 10 MB; their headers come first. */
const keptOfMessage = 256 * 1024;
const mostOfMessage = 30_000_000;
const mostOfList = 8_000_000;

/** Signs in to a mailbox over POP3 (RFC 1939), encrypted from the first byte; plainly on this machine only. */
export async function openPop3({
  url,
  patience = 20_000,
  longest = 120_000,
}: Pop3Options): Promise<Pop3> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPlain = protocol === 'pop3:';
  const at = { host, port: Number(port) || (isPlain ? 110 : 995) };
  const socket = isPlain
    ? connectPlain(at)
    : connectTls({ ...at, ...(isIP(host) === 0 && { servername: host }) });
  const end = setTimeout(() => socket.destroy(new MailboxFault('it took too long')), longest);
  socket.once('close', () => clearTimeout(end));
  socket.setTimeout(patience, () => socket.destroy(new MailboxFault('no response')));
  const input = createInput(socket);

  async function ask(command: string, wrong = 'the server refused what was asked of it'): Promise<void> {
    if (command !== '') socket.write(`${command}\r\n`);
    const answer = await input.line();
    if (/^\+OK\b/.test(answer)) return;
    if (/^-ERR \[(IN-USE|LOGIN-DELAY)\]/i.test(answer))
      throw new MailboxFault('somebody else is reading the mailbox', true);
    if (/^-ERR \[SYS\//i.test(answer)) throw new MailboxFault('the server has trouble of its own');
    throw new MailboxFault(/^-ERR\b/.test(answer) ? wrong : 'this is no POP3 server');
  }

  async function listed(command: string): Promise<string[]> {
    await ask(command, 'the server can’t list the mailbox by UIDL');
    const { kept, isWhole } = await input.text(mostOfList, mostOfList);
    if (!isWhole) throw new MailboxFault('the mailbox holds too many messages to be listed');
    return kept.toString('latin1').split('\r\n');
  }

  try {
    await once(socket, isPlain ? 'connect' : 'secureConnect');
    await ask('');
    await ask(`USER ${decodeURIComponent(username)}`, 'the server doesn’t know this user');
    await ask(`PASS ${decodeURIComponent(password)}`, 'the server refused user or password');
  } catch (error) {
    socket.destroy();
    throw asFault(error);
  }

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw asFault(error);
    }
  };

  return {
    list: () =>
      guarded(async () => {
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
    read: ({ number }) =>
      guarded(async () => {
        await ask(`RETR ${number}`);
        return (await input.text(keptOfMessage, mostOfMessage)).kept;
      }),
    remove: ({ number }) => guarded(() => ask(`DELE ${number}`)),
    async quit() {
      await guarded(() => ask('QUIT'));
      socket.destroy();
    },
    drop: () => void socket.destroy(),
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

    /** Lines up to a single dot. */
    async text(keep: number, most: number): Promise<{ kept: Buffer; isWhole: boolean }> {
      const parts: Buffer[] = [];
      let [kept, all] = [0, 0];
      let tail: Buffer = Buffer.from('\r\n');
      let chunk = held;
      held = Buffer.alloc(0);
      for (;;) {
        const joined = Buffer.concat([tail, chunk]);
        const dot = joined.indexOf('\r\n.\r\n');
        const fresh = chunk.subarray(0, dot < 0 ? undefined : Math.max(0, dot + 2 - tail.length));
        if (kept < keep) parts.push(fresh.subarray(0, keep - kept));
        kept += Math.min(fresh.length, keep - kept);
        all += fresh.length;
        if (dot >= 0) {
          held = joined.subarray(dot + 5);
          const text = Buffer.concat(parts).toString('latin1').replaceAll(/^\.\./gm, '.');
          return { kept: Buffer.from(text, 'latin1'), isWhole: all <= keep };
        }
        if (all > most) throw new MailboxFault('a message or list is larger than the server said');
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

function asFault(error: unknown): MailboxFault {
  if (error instanceof MailboxFault) return error;
  const { code = '', name } = error as NodeJS.ErrnoException;
  const known = codes[code];
  if (known !== undefined) return new MailboxFault(known);
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return new MailboxFault('the certificate of the server isn’t trusted');
  if (/SSL|TLS/.test(code)) return new MailboxFault('the server doesn’t speak TLS on this port');
  return new MailboxFault(`the connection failed (${code || name})`);
}
