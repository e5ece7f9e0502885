import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { type Key, keysOf } from './signed.ts';

/** What is stored of a code that was emailed. */
export interface StoredCode {
  hash: string | null;
  at: Date | null;
  /** Wrong ones that were typed for it. */
  tries: number;
}

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'too many tries';

const mostTries = 5;
/** Until another one is sent: the last is still on its way. */
export const codeWaitSeconds = 60;

export type MailedCodes = ReturnType<typeof createMailedCodes>;

/**
 * Six digits that prove who reads a mailbox. Only a keyed hash is stored, with what the code is for, so it is worth
 * nothing elsewhere. Counting wrong ones is up to the caller, in a transaction that its refusal doesn't roll back.
 */
export function createMailedCodes(key: Key, { clock, lastsMs }: { clock: Clock; lastsMs: number }) {
  const hashBy = (by: Buffer, subject: string, code: string): string =>
    createHmac('sha256', by).update(`${subject}:${code}`).digest('hex');

  return {
    draw: (): string => String(randomInt(1_000_000)).padStart(6, '0'),

    hashOf: (subject: string, code: string): string => hashBy(key, subject, code),

    /** How long until the next one may be sent. */
    waitSeconds(at: Date | null): number {
      const since = at ? (clock.now().getTime() - at.getTime()) / 1000 : Infinity;
      return Math.max(0, Math.ceil(codeWaitSeconds - since));
    },

    judge({ hash, at, tries }: StoredCode, subject: string, code: string): CodeVerdict {
      if (hash === null || at === null || at.getTime() + lastsMs < clock.now().getTime()) return 'expired';
      if (tries >= mostTries) return 'too many tries';
      return keysOf(key).some((by) => isSame(hashBy(by, subject, code), hash)) ? 'right' : 'wrong';
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
