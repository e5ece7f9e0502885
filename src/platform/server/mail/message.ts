import { parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { MailCause } from './bounds.ts';

/** Inline text in a paragraph: bold, italic, or a link. */
export interface MailSpan {
  text: string;
  strong?: true | undefined;
  slanted?: true | undefined;
  url?: string | undefined;
}

/** The content of an email; a single layout turns it into HTML and text. All of it is plain text, never markup. */
export type MailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; url: string; centered?: true }
  | { kind: 'lines'; lines: [label: string, value: string][] }
  | { kind: 'code'; text: string }
  | { kind: 'small'; text: string }
  // Additional blocks for newsletter issues.
  | { kind: 'subheading'; text: string }
  | { kind: 'prose'; spans: MailSpan[] }
  | { kind: 'quote'; spans: MailSpan[] }
  | { kind: 'list'; ordered: boolean; items: MailSpan[][] }
  | {
      kind: 'picture';
      url: string;
      alt: string;
      link?: string;
      /** Percent of the mail's width; all of it without one. */
      width?: number;
      centered?: true;
    }
  | { kind: 'rule' }
  // Additional blocks of shops.
  | {
      kind: 'product';
      name: string;
      price: string;
      words: MailSpan[];
      picture?: string;
      label?: string;
      url?: string;
    }
  | { kind: 'coupon'; code: string; words: string }
  | { kind: 'links'; links: { text: string; url: string }[] }
  | {
      kind: 'cart';
      lines: { name: string; note?: string; price?: string; picture?: string }[];
      total?: string;
    };

export type MailKind = 'transactional' | 'marketing';

/** In whose name a mail goes out, where that is not the hub: somebody's shop, which the hub writes for. */
export interface MailSender {
  name: string;
  logoUrl?: string;
  website?: string;
  /** Of the button: six digits each, readable on one another. Ink on paper where there is none. */
  button?: { color: string; text: string };
  fontFamily?: string;
}

/** A PDF that goes along, named by whose it is: it is read when the mail leaves, so that it isn't kept twice. */
export interface MailFile {
  of: string;
  ref: string;
  name: string;
}

export interface MailMessage {
  to: string;
  /** Marketing requires consent at the moment of sending, and includes an unsubscribe link. */
  kind: MailKind;
  /** Its purpose: 'account', 'order', or one that people can consent to. */
  purpose: string;
  why: MailCause;
  subject: string;
  body: MailBlock[];
  /** One email per key, however often it is requested. */
  dedupeKey: string;
  replyTo?: string;
  sender?: MailSender;
  /** What a list of mails shows after the subject; the first words of the body without it. */
  preheader?: string;
  /** Where the same text stands on the web. */
  viewUrl?: string;
  file?: MailFile;
  dueAt?: Date;
}

/** An email as stored in the outbox. */
export type MailPayload = Pick<
  MailMessage,
  'to' | 'kind' | 'purpose' | 'subject' | 'body' | 'replyTo' | 'sender' | 'preheader' | 'viewUrl' | 'file'
> & {
  /** Missing in rows from an older version: those are sent unchanged. */
  why?: MailCause;
};

export const mailChannel = 'mail';

/** Rejects what can't be sent as an email, before anything depends on it. */
export function mailPayload(message: MailMessage): MailPayload {
  const { to, kind, purpose, why, subject, body, replyTo, sender, preheader, viewUrl, file } = message;
  return {
    to: oneAddress(to),
    kind,
    purpose,
    why,
    subject: oneLine(subject),
    body: body.map(checkedBlock),
    ...(replyTo !== undefined && { replyTo: oneAddress(replyTo) }),
    ...(sender && { sender: { ...sender, name: oneLine(sender.name) } }),
    ...(preheader !== undefined && { preheader: oneLine(preheader) }),
    ...(viewUrl !== undefined && { viewUrl: webAddress(viewUrl) }),
    ...(file && { file: { ...file, name: oneLine(file.name) } }),
  };
}

function oneAddress(text: string): string {
  const address = parseMailAddress(text);
  if (address === null) throw new Problem('bad_request', mailAddressWords);
  return address;
}

/**
 * A header is a single line: line breaks become spaces. Bidirectional controls are removed, because a mail client
 * shows the subject next to its own text; so is a lone surrogate at the end.
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
      return { ...block, url: webAddress(block.url) };
    case 'picture':
      return {
        ...block,
        url: webAddress(block.url),
        ...(block.link !== undefined && { link: webAddress(block.link) }),
      };
    case 'product':
      return {
        ...block,
        words: block.words.map(checkedSpan),
        ...(block.picture !== undefined && { picture: webAddress(block.picture) }),
        ...(block.url !== undefined && { url: webAddress(block.url) }),
      };
    case 'cart':
      return {
        ...block,
        lines: block.lines.map((each) => ({
          ...each,
          ...(each.picture !== undefined && { picture: webAddress(each.picture) }),
        })),
      };
    case 'links':
      return { ...block, links: block.links.map((each) => ({ ...each, url: webAddress(each.url) })) };
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
