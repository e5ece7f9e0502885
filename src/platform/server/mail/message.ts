import { parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { MailCause } from './bounds.ts';

/** A run of words in a paragraph: strong, slanted, or leading somewhere. */
export interface MailSpan {
  text: string;
  strong?: true;
  slanted?: true;
  url?: string;
}

/** What a mail is made of; the one layout turns it into HTML and text. All of it is text, never markup. */
export type MailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'lines'; lines: [label: string, value: string][] }
  | { kind: 'code'; text: string }
  | { kind: 'small'; text: string }
  // What an issue of the newsletter needs besides.
  | { kind: 'subheading'; text: string }
  | { kind: 'prose'; spans: MailSpan[] }
  | { kind: 'quote'; spans: MailSpan[] }
  | { kind: 'list'; ordered: boolean; items: MailSpan[][] }
  | { kind: 'picture'; url: string; alt: string }
  | { kind: 'rule' };

export type MailKind = 'transactional' | 'marketing';

export interface MailMessage {
  to: string;
  /** Marketing asks for consent just before it goes out, and carries a way to unsubscribe. */
  kind: MailKind;
  /** What it is for: 'account', 'order', or a purpose that somebody can consent to. */
  purpose: string;
  why: MailCause;
  subject: string;
  body: MailBlock[];
  /** One mail a key, whoever asks how often. */
  dedupeKey: string;
  replyTo?: string;
  dueAt?: Date;
}

/** A mail as the outbox holds it. */
export type MailPayload = Pick<MailMessage, 'to' | 'kind' | 'purpose' | 'subject' | 'body' | 'replyTo'> & {
  /** Missing in what an older version wrote: that goes out as it was. */
  why?: MailCause;
};

export const mailChannel = 'mail';

/** Refuses what no mail can be made of, before anything depends on it. */
export function mailPayload({ to, kind, purpose, why, subject, body, replyTo }: MailMessage): MailPayload {
  return {
    to: oneAddress(to),
    kind,
    purpose,
    why,
    subject: oneLine(subject),
    body: body.map(checkedBlock),
    ...(replyTo !== undefined && { replyTo: oneAddress(replyTo) }),
  };
}

function oneAddress(text: string): string {
  const address = parseMailAddress(text);
  if (address === null) throw new Problem('bad_request', mailAddressWords);
  return address;
}

/**
 * A header is one line: what would start another becomes a space. What turns the direction of writing around goes, since
 * a mail program shows a subject beside what is its own; so does a half character at the end.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/[\ud800-\udbff]$/, '');

function checkedBlock(block: MailBlock): MailBlock {
  switch (block.kind) {
    case 'button':
    case 'picture':
      return { ...block, url: webAddress(block.url) };
    case 'prose':
    case 'quote':
      return { ...block, spans: block.spans.map(checkedSpan) };
    case 'list':
      return { ...block, items: block.items.map((spans) => spans.map(checkedSpan)) };
    default:
      return block;
  }
}

const checkedSpan = (span: MailSpan): MailSpan =>
  span.url === undefined ? span : { ...span, url: webAddress(span.url) };

function webAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new Problem('bad_request', 'A button in a mail leads to a web address.');
  return url.href;
}
