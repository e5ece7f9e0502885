import type { PersonState, Role } from './contract.ts';

export type Tone = 'plain' | 'ok' | 'warn' | 'danger';

export const roleWords: Record<Role, string> = {
  signs: 'Signs',
  approves: 'Approves',
  copy: 'Gets a copy',
};

export const personTags: Record<PersonState, { words: string; tone: Tone }> = {
  waiting: { words: 'Not asked yet', tone: 'plain' },
  asked: { words: 'Emailed', tone: 'plain' },
  seen: { words: 'Opened', tone: 'plain' },
  signed: { words: 'Signed', tone: 'ok' },
  approved: { words: 'Approved', tone: 'ok' },
  declined: { words: 'Declined', tone: 'danger' },
  sent: { words: 'Has the copy', tone: 'ok' },
};
