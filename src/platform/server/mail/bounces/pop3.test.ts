import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#testing/hold-database.ts';
import { startPop3 } from '#testing/pop3.ts';
import { MailboxFault, openPop3 } from './pop3.ts';
import { checkMailbox } from './read-bounces.ts';

async function useMailbox(options: Parameters<typeof startPop3>[0] = {}) {
  const mailbox = await startPop3(options);
  onTestFinished(() => mailbox.close());
  return mailbox;
}

/** A server that says whatever the test wants. */
async function useServer(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `pop3://u:hidden@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const check = (url: string, ca?: string) =>
  checkMailbox({ url, patience: 300, longest: 2000, ...(ca && { ca }) });

/** For localhost only; nobody trusts it who isn't told to. */
function makeCertificate(): { key: string; cert: string } {
  const folder = temporaryFolder();
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', ...kind, ...name, ...files], { stdio: 'ignore' });
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
}
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test('messages are listed, read as they were sent, and removed by quitting only', async () => {
  const mailbox = await useMailbox();
  const texts = ['Subject: a\n\n.\n..two\n.three\n', '.first\n\nx', 'A: b\n\n'];
  for (const text of texts) mailbox.put(text);
  const first = await openPop3({ url: mailbox.url });
  const listed = await first.list();
  expect(listed.map(({ uid }) => uid)).toEqual(['uid-1', 'uid-2', 'uid-3']);
  const read = [];
  for (const one of listed) read.push((await first.read(one))?.toString('latin1'));
  expect(read).toEqual(mailbox.messages.map(({ text }) => `${text}\r\n`));
  await first.remove(listed[1] as never);
  first.drop();
  await expect.poll(() => check(mailbox.url)).toBe(null);
  expect(mailbox.messages).toHaveLength(3);
  const second = await openPop3({ url: mailbox.url });
  await second.list();
  await second.remove(listed[1] as never);
  await second.quit();
  expect(mailbox.messages.map(({ uid }) => uid)).toEqual(['uid-1', 'uid-3']);
});

test('of a large message only its beginning is fetched and kept, and two of one name are left out', async () => {
  const mailbox = await useMailbox();
  mailbox.put(`Subject: large\n\n${`${'x'.repeat(900)}\n`.repeat(20_000)}`);
  mailbox.put('Subject: a\n\n', 'same');
  mailbox.put('Subject: b\n\n', 'same');
  const pop3 = await openPop3({ url: mailbox.url });
  const [large, ...others] = await pop3.list();
  expect(others).toEqual([]);
  const bytes = await pop3.read(large as never);
  expect(bytes?.length).toBe(256 * 1024);
  expect(bytes?.toString('latin1')).toMatch(/^Subject: large\r\n\r\nxxx/);
  expect(mailbox.heard.filter((line) => /^(RETR|TOP)/.test(line))).toEqual(['TOP 1 3000']);
  await pop3.quit();
});

test.skipIf(!hasOpenssl)(
  'a server whose certificate is not trusted, or for another name, gets no password',
  async () => {
    const { key, cert } = makeCertificate();
    const mailbox = await useMailbox({ tls: { key, cert } });
    const url = mailbox.url.replace('127.0.0.1', 'localhost');
    expect(await check(url, cert)).toBe(null);
    mailbox.heard.length = 0;
    expect(await check(url)).toBe('the certificate of the server isn’t trusted');
    expect(await check(mailbox.url, cert)).toBe('the certificate of the server is for another name');
    const plain = await useMailbox();
    expect(await check(plain.url.replace('pop3:', 'pop3s:'), cert)).toBe(
      'the server doesn’t speak TLS on this port',
    );
    expect([...mailbox.heard, ...plain.heard]).toEqual([]);
  },
);

test('[law] what is wrong is said in words, and never with the password that a server repeats', async () => {
  const wrong = await useMailbox();
  const url = wrong.url.replace(/:[^:@]*@/, ':hidden@');
  const answers = [
    '-ERR hidden\r\n',
    '+OKhidden\r\n',
    'hidden\r\n',
    '-ERR [SYS/TEMP] hidden\r\n',
    'h'.repeat(9000),
  ];
  const words = [await check(url), await check('pop3://u:hidden@127.0.0.1:1')];
  for (const answer of answers)
    words.push(await check(await useServer((socket) => void socket.write(answer))));
  words.push(
    await check(await useServer(() => {})),
    await check(await useServer((socket) => socket.end())),
    await check(await useServer((socket) => socket.destroy())),
  );
  expect(words).toEqual([
    'the server refused user or password',
    'no server answers there',
    'the server refused what was asked of it',
    'this is no POP3 server',
    'this is no POP3 server',
    'the server has trouble of its own',
    'this is no POP3 server',
    'no response',
    'the server closed the connection',
    'the server closed the connection',
  ]);
});

test('[law] a server that drips, stops in the middle or never ends is left, whatever it is asked', async () => {
  const answer = async (text: (socket: Socket) => void) => {
    const url = await useServer((socket) => {
      socket.write('+OK\r\n');
      socket.on('data', (data) =>
        /^(USER|PASS)/.test(String(data)) ? socket.write('+OK\r\n') : text(socket),
      );
    });
    const pop3 = await openPop3({ url, patience: 200, longest: 900 });
    return pop3.list().catch(String);
  };
  expect(
    await answer((socket) => {
      socket.write('+OK\r\n');
      const drip = setInterval(() => socket.write('1'), 50);
      socket.once('close', () => clearInterval(drip));
    }),
  ).toBe('MailboxFault: it took too long');
  expect(await answer((socket) => socket.write('+OK\r\n1 1\r\n'))).toBe('MailboxFault: no response');
  expect(await answer((socket) => socket.end('+OK\r\n1 1\r\n'))).toBe(
    'MailboxFault: the server closed the connection',
  );
  const flood = Buffer.alloc(1_000_000, 'x');
  expect(
    await answer((socket) => {
      socket.write('+OK\r\n');
      const pour = () => {
        while (socket.writable && socket.write(flood));
        if (socket.writable) socket.once('drain', pour);
      };
      pour();
    }),
  ).toBe('MailboxFault: a message or the list of them is too large');
});

test('[law] whatever a server answers, in whatever pieces, it ends in a list, a message or words', async () => {
  const piece = fc.constantFrom(
    '+OK\r\n',
    '+OK hidden\r\n',
    '-ERR hidden\r\n',
    '1 120\r\n',
    '1 uid\r\n',
    '99999999999 x\r\n',
    '.\r\n',
    '..\r\n',
    '.',
    '\r',
    '\n',
    '\0\xff',
    'x'.repeat(5000),
    'Subject: a\r\n\r\n',
  );
  const script = fc.array(fc.array(piece, { minLength: 1, maxLength: 6 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(script, fc.boolean(), async (answers, isWelcome) => {
      const waiting = [...answers];
      const url = await useServer((socket) => {
        if (isWelcome) socket.write('+OK\r\n');
        socket.on('data', (data) => {
          if (isWelcome && /^(USER|PASS)/.test(String(data))) return void socket.write('+OK\r\n');
          const next = waiting.shift();
          if (!next) return void socket.end();
          for (const each of next) socket.write(each, 'latin1');
        });
      });
      const visit = async () => {
        const pop3 = await openPop3({ url, patience: 40, longest: 500 });
        try {
          for (const message of await pop3.list()) await pop3.read(message);
          await pop3.quit();
          return 'done';
        } finally {
          pop3.drop();
        }
      };
      const end = await visit().catch((error: unknown) => error);
      expect(end === 'done' || end instanceof MailboxFault).toBe(true);
      expect(String(end)).not.toContain('hidden');
    }),
    { numRuns: 150 },
  );
});
