import { mailAddressKey } from '#base/mail-address.ts';
import { saysNobodyThere } from '../smtp.ts';
import { recipientHeader } from './token.ts';

/** A report that came back about one email. */
export interface Report {
  /** Each value of our header in what was sent back: at most a few, and anybody can have written them. */
  tokens: string[];
  /** For this recipient. `counted`: tells nothing that lasts, such as a full mailbox. */
  became(to: string): 'bounced' | 'complained' | 'counted';
  /** What makes it this report: the same however often it is read. */
  identity: string;
}

/** A report has a text, its facts, and what it is about (RFC 6522). */
const mostParts = 8;
const mostRecipients = 50;
const mostTokens = 5;

/**
 * Reads a delivery status notification (RFC 3464) or a complaint (RFC 5965), or returns null. It takes the parts of the
 * outermost message and looks into none of them further, so that nesting costs nothing.
 */
export function readReport(message: Buffer): Report | null {
  const outer = splitHeaders(message.toString('latin1'));
  if (!outer) return null;
  const type = contentType(outer.headers);
  const boundary = type.parameters.get('boundary');
  if (type.name !== 'multipart/report' || !boundary) return null;
  const parts = partsOf(outer.body, boundary);
  const find = (...names: string[]) => parts.find((part) => names.includes(part.type));
  const status = find('message/delivery-status', 'message/global-delivery-status');
  const feedback = find('message/feedback-report');
  const about = find('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers');
  const facts = status ?? feedback;
  if (!facts || !about) return null;
  const said = facts.text();
  const tokens = fieldsOf(about.text().trimStart().split('\n\n', 1)[0] ?? '')
    .filter(([name]) => name === recipientHeader.toLowerCase())
    .slice(0, mostTokens)
    .map(([, value]) => value.replaceAll(/\s/g, ''));
  if (tokens.length === 0) return null;
  const id = outer.headers.find(([name]) => name === 'message-id')?.[1] ?? '';
  return {
    tokens,
    became: (to) => (status ? afterDelivery(said, to) : afterFeedback(said)),
    identity: [id, said, ...tokens].join('\n'),
  };
}

/** One of many readers of a list or an alias says nothing about the address that was written to. */
function afterDelivery(said: string, to: string): 'bounced' | 'counted' {
  const recipients = said
    .split(/\n\n+/, mostRecipients)
    .map((block) => new Map(fieldsOf(block)))
    .filter((fields) => fields.has('final-recipient') || fields.has('action'));
  const isOver = (fields: Map<string, string>) =>
    fields.get('action')?.toLowerCase() === 'failed' && isAbout(fields, to) && isForGood(fields);
  return recipients.length > 0 && recipients.every(isOver) ? 'bounced' : 'counted';
}

function isAbout(fields: Map<string, string>, to: string): boolean {
  const named = ['final-recipient', 'original-recipient'].map((name) =>
    (fields.get(name) ?? '').replace(/^[^;]*;\s*/, '').replace(/^<(.*)>$/, '$1'),
  );
  // "+2B" is a plus sign (RFC 3461).
  const read = (text: string) =>
    text.replaceAll(/\+([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return named.some((text) => [text, read(text)].some((each) => mailAddressKey(each) === mailAddressKey(to)));
}

/** The same rule as for a server that says so at once; many relays write "5.0.0" and quote that server. */
function isForGood(fields: Map<string, string>): boolean {
  const [status = ''] = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? [];
  const quoted = /^smtp;\s*(5\d\d[ -].*)$/i.exec(fields.get('diagnostic-code') ?? '')?.[1] ?? '';
  const isExact = /^5\d\d[ -]\d\.\d{1,3}\.\d{1,3}\b/.test(quoted);
  if (isExact || (status === '5.0.0' && quoted !== '')) return saysNobodyThere(quoted);
  return saysNobodyThere(`550 ${status} `);
}

function afterFeedback(said: string): 'complained' | 'counted' {
  const kind =
    fieldsOf(said)
      .find(([name]) => name === 'feedback-type')?.[1]
      .toLowerCase() ?? '';
  return ['abuse', 'fraud', 'opt-out', 'opt-out-list'].includes(kind) ? 'complained' : 'counted';
}

type Field = [name: string, value: string];

/** Folded lines are one field. */
function fieldsOf(block: string): Field[] {
  return block
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n')
    .flatMap((line): Field[] => {
      const colon = line.indexOf(':');
      return colon > 0
        ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1, colon + 4000).trim()]]
        : [];
    });
}

function splitHeaders(given: string): { headers: Field[]; body: string } | null {
  const text = given.replaceAll('\r\n', '\n');
  if (text.startsWith('\n')) return { headers: [], body: text.slice(1) };
  const end = text.indexOf('\n\n');
  return end < 0 ? null : { headers: fieldsOf(text.slice(0, end)), body: text.slice(end + 2) };
}

function contentType(headers: Field[]): { name: string; parameters: Map<string, string> } {
  const value = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const [name = ''] = value.split(';', 1);
  const parameters = [
    ...value.matchAll(/;\s*([a-z-]{1,30})\s*=\s*(?:"([^"]{0,200})"|([^\s;"]{1,200}))/gi),
  ].map(([, key = '', quoted, bare = '']) => [key.toLowerCase(), quoted ?? bare] as const);
  return { name: name.trim().toLowerCase(), parameters: new Map(parameters) };
}

interface Part {
  type: string;
  text(): string;
}

/** The last part may be cut off: only as much of a message is kept as holds the headers of what came back. */
function partsOf(body: string, boundary: string): Part[] {
  const parts: Part[] = [];
  const text = `\n${body}`;
  let begin = afterMark(text, boundary, 0);
  while (begin !== null && !begin.isLast && parts.length < mostParts) {
    const next = afterMark(text, boundary, begin.end);
    const part = splitHeaders(text.slice(begin.end + 1, next?.start));
    if (part) {
      const how = part.headers.find(([name]) => name === 'content-transfer-encoding')?.[1] ?? '';
      parts.push({
        type: contentType(part.headers).name,
        text: () => decoded(part.body, how.toLowerCase()),
      });
    }
    begin = next;
  }
  return parts;
}

/** The next line that is this boundary and nothing else: one inside may begin with the same letters. */
function afterMark(text: string, boundary: string, from: number) {
  const mark = `\n--${boundary}`;
  for (let start = text.indexOf(mark, from); start >= 0; start = text.indexOf(mark, start + 1)) {
    const at = start + mark.length;
    const rest = text.slice(at, at + 4);
    const line = text.indexOf('\n', at);
    if (/^(--)?\s/.test(rest) || /^(--)?$/.test(rest))
      return { start, end: line < 0 ? text.length : line, isLast: rest.startsWith('--') };
  }
  return null;
}

function decoded(text: string, how: string): string {
  const plain =
    how === 'base64'
      ? Buffer.from(text, 'base64').toString('latin1')
      : how === 'quoted-printable'
        ? text
            .replaceAll(/=[ \t]*\n/g, '')
            .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            )
        : text;
  return plain.replaceAll('\r\n', '\n');
}
