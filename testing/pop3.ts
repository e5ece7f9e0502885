import { once } from 'node:events';
import { type AddressInfo, createServer as createPlain, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';

type Fault = 'cut' | 'hang' | { instead: string };

interface Options {
  user?: string;
  password?: string;
  tls?: { key: string; cert: string };
  /** As servers do that forget RFC 1939: several read at once. */
  isShared?: boolean;
  /** Asked before each command is answered, with the line as it came. */
  fault?: (line: string) => Fault | undefined;
}

export interface TestPop3 {
  url: string;
  messages: { uid: string; text: string }[];
  /** Every command, as it came. */
  heard: string[];
  put(text: string, uid?: string): string;
  close(): Promise<void>;
}

/**
 * A mailbox as RFC 1939 has it, and no more lenient: commands in their state only, lines that end in CR LF, one reader at a
 * time, and nothing removed but by QUIT.
 */
export async function startPop3({
  user = 'hub@example.com',
  password = 'p@ss/word',
  tls,
  isShared = false,
  fault = () => undefined,
}: Options = {}): Promise<TestPop3> {
  const messages: TestPop3['messages'] = [];
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  let isHeld = false;
  let count = 0;

  function serve(socket: Socket): void {
    sockets.add(socket);
    let named: string | null = null;
    /** The mailbox as it was at sign-in; null for what is to go. */
    let drop: (TestPop3['messages'][number] | null)[] | null = null;
    const say = (text: string) => void socket.write(text);
    const ok = (words = '') => say(`+OK${words && ` ${words}`}\r\n`);
    const err = (words: string) => say(`-ERR ${words}\r\n`);
    const lines = (all: string[]) =>
      say([...all.map((l) => (l.startsWith('.') ? `.${l}` : l)), '.', ''].join('\r\n'));
    const free = () => {
      if (drop) isHeld = false;
      drop = null;
    };
    const found = (number: string) => (/^\d+$/.test(number) && drop?.[Number(number) - 1]) || undefined;
    const rows = (row: (m: TestPop3['messages'][number]) => string) =>
      (drop ?? []).flatMap((m, at) => (m ? [`${at + 1} ${row(m)}`] : []));

    const before: Record<string, (args: string[]) => void> = {
      USER: ([name = '']) => {
        named = name;
        ok();
      },
      PASS: (words) => {
        if (named !== user || words.join(' ') !== password) return err('[AUTH] refused: ' + words.join(' '));
        if (isHeld && !isShared) return err('[IN-USE] locked');
        isHeld = true;
        drop = [...messages];
        ok();
      },
      QUIT: () => {
        ok();
        socket.end();
      },
    };
    const after: Record<string, (args: string[]) => void> = {
      LIST: () => {
        ok();
        lines(rows(({ text }) => String(Buffer.byteLength(text, 'latin1'))));
      },
      UIDL: () => {
        ok();
        lines(rows(({ uid }) => uid));
      },
      RETR: ([number = '']) => {
        const message = found(number);
        if (!message) return err('no such message');
        ok();
        lines(message.text.split('\r\n'));
      },
      TOP: ([number = '', most = '']) => {
        const message = found(number);
        if (!message || !/^\d+$/.test(most)) return err('no such message');
        const [head = '', ...rest] = message.text.split('\r\n\r\n');
        ok();
        lines([...head.split('\r\n'), '', ...rest.join('\r\n\r\n').split('\r\n').slice(0, Number(most))]);
      },
      DELE: ([number = '']) => {
        const message = found(number);
        if (!message || !drop) return err('no such message');
        drop[Number(number) - 1] = null;
        ok();
      },
      QUIT: () => {
        const kept = new Set(drop);
        const gone = new Set(seen.filter((m) => !kept.has(m)));
        for (let at = messages.length - 1; at >= 0; at -= 1)
          if (gone.has(messages[at] as never)) messages.splice(at, 1);
        free();
        ok();
        socket.end();
      },
    };
    let seen: TestPop3['messages'] = [];

    let held = '';
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      held += chunk;
      for (let end = held.indexOf('\n'); end >= 0; end = held.indexOf('\n')) {
        const line = held.slice(0, end + 1);
        held = held.slice(end + 1);
        if (!/^[^\r\n]+\r\n$/.test(line)) return err('a line ends in CR LF');
        const text = line.slice(0, -2);
        heard.push(text);
        const wrong = fault(text);
        if (wrong === 'cut') return void socket.destroy();
        if (wrong === 'hang') return;
        if (wrong) return say(wrong.instead);
        const [command = '', ...args] = text.split(' ');
        const state = drop ? after : before;
        const known = Object.hasOwn(state, command) ? state[command] : undefined;
        if (!known) return err('not now');
        known(args);
        if (command === 'PASS' && drop) seen = [...drop].filter((m) => m !== null);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      free();
    });
    ok('ready');
  }

  const server = tls ? createTls(tls, serve) : createPlain(serve);
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'pop3s' : 'pop3'}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    messages,
    heard,
    put(text, uid = `uid-${(count += 1)}`) {
      messages.push({ uid, text: text.replaceAll(/\r?\n/g, '\r\n') });
      return uid;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
