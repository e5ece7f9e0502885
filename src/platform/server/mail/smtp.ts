import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopback } from '../config.ts';
import { Body } from './smtp-body.ts';

/** An email, complete except for its transport. */
export interface Letter {
  from: { name: string; address: string };
  to: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  date: Date;
  headers: Record<string, string>;
  file?: { name: string; bytes: Uint8Array };
}

export type PostOutcome =
  | { sent: true; answer: string }
  /**
   * `refused`: permanently rejected; `later`: rejected for now or not delivered, and certainly not sent; `unknown`:
   * it may have been sent.
   */
  | { sent: false; how: 'refused' | 'later' | 'unknown'; words: string; nobodyThere: boolean };

export interface SmtpOptions {
  url: string;
  /** "selector:path to the private key" */
  dkimKey?: string | undefined;
  stepTimeout?: number;
  /** Servers scan an email before they respond: this timeout is longer, because after it the outcome is unknown. */
  answerTimeout?: number;
}

export interface Smtp {
  /** `leaves` is awaited before the first byte of the body; if it throws, the email surely hasn't been sent. */
  post(letter: Letter, leaves?: () => Promise<void>): Promise<PostOutcome>;
  /** Connects and signs in; returns the error message, or null. */
  check(): Promise<string | null>;
  close(): void;
}

const idleMilliseconds = 20_000;
const maxIdle = 4;

/**
 * Sends email to an SMTP server. Not with nodemailer's own pool: that one resends by itself when a connection
 * drops, and can't tell whether the body was already on its way. Here a body is handed over exactly once, and we
 * know when.
 */
export async function openSmtp({
  url,
  dkimKey,
  stepTimeout = 10_000,
  answerTimeout = 60_000,
}: SmtpOptions): Promise<Smtp> {
  const [{ createTransport }, { default: Connection }] = await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/smtp-connection'),
  ]);
  const dkim = dkimKey === undefined ? undefined : await readDkimKey(dkimKey);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { auth, ...server } = serverOptions(new URL(url), stepTimeout);
  const idle: { connection: SMTPConnection; until: NodeJS.Timeout }[] = [];

  async function compose(letter: Letter): Promise<Buffer> {
    const { message } = await composer.sendMail({
      from: letter.from,
      to: { name: '', address: letter.to },
      ...(letter.replyTo !== undefined && { replyTo: { name: '', address: letter.replyTo } }),
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      messageId: letter.messageId,
      date: letter.date,
      headers: letter.headers,
      ...(letter.file && {
        attachments: [
          {
            filename: letter.file.name,
            content: Buffer.from(letter.file.bytes),
            contentType: 'application/pdf',
          },
        ],
      }),
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim && {
        dkim: {
          ...dkim,
          domainName: letter.from.address.split('@')[1] ?? '',
          headerFieldNames: signedHeaders,
        },
      }),
    });
    return message as Buffer;
  }

  async function dial(): Promise<SMTPConnection> {
    const connection = new Connection(server);
    await new Promise<void>((done, failed) => {
      connection.once('error', failed);
      connection.once('end', () => failed(new Error('Connection closed')));
      connection.connect((error) => {
        if (error) return failed(error);
        if (!auth) return done();
        connection.login(auth, (refused) => (refused ? failed(refused) : done()));
      });
    }).catch((error: unknown) => {
      connection.close();
      throw error;
    });
    connection.removeAllListeners('error').on('error', () => {});
    return connection;
  }

  function takeIdle(): SMTPConnection | undefined {
    for (let entry = idle.pop(); entry; entry = idle.pop()) {
      clearTimeout(entry.until);
      if (isOpen(entry.connection)) {
        socketOf(entry.connection).ref();
        return entry.connection;
      }
    }
    return undefined;
  }

  function keep(connection: SMTPConnection): void {
    if (!isOpen(connection) || idle.length >= maxIdle) return connection.quit();
    // An idle connection mustn't keep the process alive.
    socketOf(connection).unref();
    const entry = { connection, until: setTimeout(() => drop(entry), idleMilliseconds) };
    entry.until.unref();
    idle.push(entry);
  }

  function drop(entry: (typeof idle)[number]): void {
    const at = idle.indexOf(entry);
    if (at >= 0) idle.splice(at, 1);
    entry.connection.quit();
  }

  /** One attempt on one connection. */
  async function hand(
    connection: SMTPConnection,
    letter: Letter,
    bytes: Buffer,
    leaves: () => Promise<void>,
  ): Promise<PostOutcome> {
    const socket = socketOf(connection);
    const body = new Body(bytes, leaves, () => socket.setTimeout(answerTimeout));
    // A server that drips one byte at a time never triggers an idle timeout.
    const deadline = setTimeout(() => socket.destroy(new Error('Timeout')), stepTimeout * 4 + answerTimeout);
    try {
      const answer = await new Promise<string>((done, failed) => {
        const envelope = { from: letter.from.address, to: [letter.to], size: bytes.length };
        connection.send(envelope, body, (error, info) => (error ? failed(error) : done(info.response)));
      });
      socket.setTimeout(stepTimeout);
      keep(connection);
      return { sent: true, answer };
    } catch (error) {
      connection.close();
      // Nothing of it is read any more, so what is said of it now stays true.
      body.destroy();
      return judge(error as SMTPConnection.SMTPError, body.isOnItsWay);
    } finally {
      clearTimeout(deadline);
    }
  }

  return {
    async post(letter, leaves = async () => {}) {
      const bytes = await compose(letter);
      const used = takeIdle();
      if (used) {
        const outcome = await hand(used, letter, bytes, leaves);
        // The server may have closed an idle connection: that says nothing about this email.
        if (outcome.sent || outcome.how !== 'later') return outcome;
      }
      const fresh = await dial().catch((error: SMTPConnection.SMTPError) => error);
      // Any error before the envelope is about the settings or the server, not the email.
      if (fresh instanceof Error)
        return { sent: false, how: 'later', words: describe(fresh), nobodyThere: false };
      return hand(fresh, letter, bytes, leaves);
    },
    async check() {
      try {
        (await dial()).quit();
        return null;
      } catch (error) {
        return describe(error as SMTPConnection.SMTPError);
      }
    },
    close() {
      for (const entry of idle.splice(0)) {
        clearTimeout(entry.until);
        entry.connection.quit();
      }
    },
  };
}

const isOpen = (connection: SMTPConnection): boolean =>
  !connection.destroyed && socketOf(connection).writable;

function socketOf({ _socket: socket }: SMTPConnection): Socket {
  if (!socket) throw new Error('no connection');
  return socket;
}

/** What an error means for the email. */
export function judge(error: SMTPConnection.SMTPError, isOnItsWay: boolean): PostOutcome {
  const words = describe(error);
  const code = error.responseCode ?? 0;
  // A rejected sender address is a configuration error that would affect every email.
  if (error.command === 'MAIL FROM') return { sent: false, how: 'later', words, nobodyThere: false };
  if (code >= 500)
    return {
      sent: false,
      how: 'refused',
      words,
      nobodyThere: error.command === 'RCPT TO' && saysNobodyThere(error.response ?? ''),
    };
  if (code >= 400 || !isOnItsWay) return { sent: false, how: 'later', words, nobodyThere: false };
  return { sent: false, how: 'unknown', words: `unknown: ${words}`, nobodyThere: false };
}

/** A relay or filter that rejects us says 550, too: only a missing mailbox is a bounce. */
export function saysNobodyThere(response: string): boolean {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced) return /^5\.(1\.(1|2|3|6|10)|2\.1)$/.test(enhanced);
  return (
    /^55[013]\b/.test(response) &&
    !/relay|spam|block|black|polic|denied|reject|auth|reputation/i.test(response)
  );
}

/** Never includes anyone's address. */
function describe(error: SMTPConnection.SMTPError): string {
  const words = error.response ?? error.message;
  return `SMTP: ${words.replaceAll(/(?<![^\s<>@])[^\s<>@]*@[^\s<>]+/g, '(address)').slice(0, 300)}`;
}

// What nodemailer signs by default, plus the headers that one-click unsubscribe requires to be signed.
const signedHeaders =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post';

async function readDkimKey(setting: string): Promise<{ keySelector: string; privateKey: string }> {
  const colon = setting.indexOf(':');
  return {
    keySelector: setting.slice(0, colon),
    privateKey: await readFile(setting.slice(colon + 1), 'utf8'),
  };
}

function serverOptions(url: URL, timeout: number) {
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined;
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A password is never sent unencrypted over a network.
    requireTLS: !secure && auth !== undefined && !isLoopback(host),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    auth,
  };
}
