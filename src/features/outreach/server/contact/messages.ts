import type { Platform } from '#platform/server/platform.ts';
import type { HeldReason } from '../../rules/contact.ts';
import type { OutreachTables } from '../tables.ts';

export const messages = (db: Platform['db']) =>
  db.tables<OutreachTables>().selectFrom('contact_message').selectAll();

export const heldWords: Record<HeldReason, string> = {
  trap: 'held: a bot filled in the hidden field',
  links: 'held: full of links',
  copy: 'held: same text from another address',
};

export const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');
