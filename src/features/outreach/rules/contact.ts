import { parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import type { FieldProblems } from '#base/problem.ts';

export const contactReasons = {
  project: 'A project or an offer',
  order: 'An order or a download',
  document: 'A document or a template',
  fault: 'Something doesn’t work',
  privacy: 'My data',
  other: 'Something else',
} as const;

export type ContactReason = keyof typeof contactReasons;

export const isContactReason = (text: string): text is ContactReason => Object.hasOwn(contactReasons, text);

export const contactLimits = { name: 100, message: 10_000, links: 5 };

export interface ContactInput {
  name: string;
  email: string;
  reason: string;
  message: string;
}

/** What stands beside each field; the same in the browser and at the server. Empty when it can be sent. */
export function contactProblems({ name, email, reason, message }: ContactInput): FieldProblems {
  const problems: FieldProblems = {};
  if (!name.trim()) problems['name'] = 'Enter your name.';
  else if (name.length > contactLimits.name) problems['name'] = tooLong(name, contactLimits.name);
  else if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) problems['name'] = 'Enter your name on one line.';
  if (parseMailAddress(email) === null) problems['email'] = mailAddressWords;
  if (!isContactReason(reason)) problems['reason'] = 'Choose a topic.';
  if (!message.trim()) problems['message'] = 'Write a message.';
  else if (message.length > contactLimits.message)
    problems['message'] = tooLong(message, contactLimits.message);
  return problems;
}

const figure = (n: number): string => n.toLocaleString('en-US');

const tooLong = (text: string, most: number): string =>
  `Up to ${figure(most)} characters; this has ${figure(text.length)}.`;

/** Why a message is kept and not mailed: whoever filled the unseen field, wrote a page of links, or sent this to us before. */
export type HeldReason = 'trap' | 'links' | 'copy';

export interface Suspicion {
  /** What stood in the field that people do not see. */
  trap: string;
  message: string;
  /** The same text came lately, under another address. */
  isCopy: boolean;
}

export function heldReason({ trap, message, isCopy }: Suspicion): HeldReason | null {
  if (trap !== '') return 'trap';
  if (countLinks(message) > contactLimits.links) return 'links';
  return isCopy ? 'copy' : null;
}

export const countLinks = (text: string): number => text.match(/\b(?:https?:\/\/|www\.)\S/gi)?.length ?? 0;

/** Two messages are one text when only blanks and letters' case differ. */
export const sameText = (message: string): string => message.replace(/\s+/g, ' ').trim().toLowerCase();

/** Nobody reads and fills in a form faster; programs do. */
export const leastSeconds = 3;
/** A form may lie open for a day. */
export const mostSeconds = 86_400;
