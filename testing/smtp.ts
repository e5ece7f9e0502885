import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
}

export interface TestSmtp {
  url: string;
  /** What it took, and answered with 250. */
  mails: ReceivedMail[];
  /** Ends every connection, as a server does with one that lies idle; or only one. */
  hangUp(sessionId?: string): void;
  close(): Promise<void>;
}

/** A real SMTP server on loopback; `answer` may refuse, take its time, or cut the line when the body has come. */
export async function startSmtp(
  options: SMTPServerOptions & {
    answer?: (mail: ReceivedMail, cut: () => void) => Promise<void> | void;
  } = {},
): Promise<TestSmtp> {
  const { answer, ...serverOptions } = options;
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      void text(stream).then(async (raw) => {
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
        };
        try {
          await answer?.(mail, () => cut(server, session.id));
        } catch (error) {
          return done(error as Error);
        }
        mails.push(mail);
        done();
      }, done);
    },
    ...serverOptions,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    hangUp: (sessionId) => cut(server, sessionId),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** An SMTP refusal, with the server's code and words. */
export const refusal = (responseCode: number, words: string): Error =>
  Object.assign(new Error(words), { responseCode });

function cut(server: SMTPServer, sessionId?: string): void {
  const connections = (
    server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> }
  ).connections;
  for (const connection of connections)
    if (sessionId === undefined || connection.id === sessionId) connection._socket.destroy();
}
