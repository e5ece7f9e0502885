import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A text message that it took. */
export interface TakenText {
  id: string;
  from: string;
  to: string;
  text: string;
  statusUrl: string;
}

/** How the next calls are answered. */
export interface Behaviour {
  status: number;
  /** Twilio’s own number for what is wrong; without one the answer is a gateway’s. */
  code: number | null;
  /** The connection is cut once the request was read. */
  cut: boolean;
  /** The request is taken, and no answer comes. */
  silent: boolean;
}

export interface SmsEmulator {
  /** As SMS_URL. */
  url: string;
  account: string;
  token: string;
  from: string;
  texts: TakenText[];
  /** Calls that were no calls of this protocol, in words. */
  faults: string[];
  behave(how: Partial<Behaviour>): void;
  /** Somebody writes to the hub’s number. */
  write(hub: string, from: string, words: string, id?: string): Promise<Response>;
  /** What became of a text message. */
  report(taken: TakenText, status: 'delivered' | 'undelivered', code?: number): Promise<Response>;
  /** A call to one of the hub’s doors with its true signature. */
  call(address: string, fields: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

const wellBehaved: Behaviour = { status: 201, code: null, cut: false, silent: false };
let made = 0;
const newId = (prefix: string): string => `${prefix}${String((made += 1)).padStart(32, '0')}`;

/**
 * A stand-in for a provider of text messages, on this machine only. It speaks Twilio’s shape or the plain one, and takes nothing
 * that the real one would refuse.
 */
export async function startSmsEmulator({
  shape = 'twilio',
  port = 0,
}: { shape?: 'twilio' | 'generic'; port?: number } = {}): Promise<SmsEmulator> {
  const account = `AC${'0'.repeat(32)}`;
  const token = 'sms-token-of-the-stand-in';
  const from = '+43720000001';
  const texts: TakenText[] = [];
  const faults: string[] = [];
  let how = wellBehaved;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const answer = (status: number, value: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    const refuse = (status: number, code: number, words: string) => {
      faults.push(words);
      answer(status, { code, message: words, status });
    };
    const path = shape === 'twilio' ? `/2010-04-01/Accounts/${account}/Messages.json` : '/messages';
    const type = shape === 'twilio' ? 'application/x-www-form-urlencoded' : 'application/json';
    const authorization =
      shape === 'twilio'
        ? `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
        : `Bearer ${token}`;
    if (request.method !== 'POST' || request.url !== path) return refuse(404, 20404, 'no such resource');
    if (!isSame(request.headers.authorization ?? '', authorization))
      return refuse(401, 20003, 'not authorised');
    if (request.headers['content-type'] !== type) return refuse(400, 20001, 'wrong content type');
    const given = shape === 'twilio' ? Object.fromEntries(new URLSearchParams(body)) : asFields(body);
    const names =
      shape === 'twilio'
        ? ['Body', 'From', 'StatusCallback', 'To']
        : ['from', 'id', 'statusUrl', 'text', 'to'];
    if (Object.keys(given).sort().join() !== names.join())
      return refuse(400, 20001, 'other fields than asked');
    const taken: TakenText =
      shape === 'twilio'
        ? {
            id: newId('SM'),
            from: given['From'] ?? '',
            to: given['To'] ?? '',
            text: given['Body'] ?? '',
            statusUrl: given['StatusCallback'] ?? '',
          }
        : (given as unknown as TakenText);
    if (taken.from !== from) return refuse(400, 21606, 'not a number of this account');
    if (!/^\+[1-9]\d{6,14}$/.test(taken.to)) return refuse(400, 21211, 'not a phone number');
    if (taken.text === '' || taken.text.length > 1600) return refuse(400, 21617, 'too long, or empty');
    if (!URL.canParse(taken.statusUrl)) return refuse(400, 21609, 'no address for its status');
    if (how.status >= 300 && !how.cut && !how.silent)
      return answer(
        how.status,
        how.code === null ? { status: how.status } : { code: how.code, message: taken.to },
      );
    texts.push(taken);
    if (how.cut) return void request.socket.destroy();
    if (how.silent) return;
    answer(201, shape === 'twilio' ? { sid: taken.id, status: 'queued' } : { id: taken.id });
  }

  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function call(address: string, fields: Record<string, string>): Promise<Response> {
    if (shape === 'generic')
      return fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(fields),
      });
    return fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signed(token, address, fields),
      },
      body: new URLSearchParams(fields).toString(),
    });
  }

  return {
    url: shape === 'twilio' ? base : `${base}/messages`,
    account,
    token,
    from,
    texts,
    faults,
    behave: (next) => {
      how = { ...wellBehaved, ...next };
    },
    call,
    write: (hub, number, words, id = newId('SM')) =>
      call(
        `${hub}/api/texts/incoming`,
        shape === 'twilio'
          ? { MessageSid: id, AccountSid: account, From: number, To: from, Body: words, NumMedia: '0' }
          : { id, from: number, text: words },
      ),
    report: (taken, status, code) =>
      call(
        taken.statusUrl,
        shape === 'twilio'
          ? {
              MessageSid: taken.id,
              MessageStatus: status,
              ...(code !== undefined && { ErrorCode: String(code) }),
            }
          : { status: status === 'delivered' ? 'delivered' : 'failed' },
      ),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Twilio’s signature, written down a second time: the hub’s own is tried against it. */
export function signed(token: string, address: string, fields: Record<string, string>): string {
  const hash = createHmac('sha1', token).update(address);
  for (const name of Object.keys(fields).sort()) hash.update(name).update(fields[name] ?? '');
  return hash.digest('base64');
}

function asFields(body: string): Record<string, string> {
  try {
    return JSON.parse(body) as Record<string, string>;
  } catch {
    return {};
  }
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
