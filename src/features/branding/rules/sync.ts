import { type Branding, brandingFields, isBlank, sameBranding } from './branding.ts';
import type { Mark } from './mark.ts';

/** A branding on this device, and what is known of it. */
export interface Held {
  branding: Branding;
  mark: Mark;
}

/** A branding as the account keeps it. */
export interface AccountBranding {
  branding: Branding;
  changedAt: number;
}

/** A change on this device: later than everything it was made upon, whatever this device's clock says. */
export function edited({ branding, mark }: Held, patch: Partial<Branding>, owner: string, now: number): Held {
  const next = { ...branding };
  for (const field of brandingFields) {
    const value = patch[field];
    if (value !== undefined) next[field] = asText(value, field === 'address');
  }
  const changed = brandingFields.filter((field) => next[field] !== branding[field]);
  if (changed.length === 0) return { branding, mark };
  const changedAt = Math.max(now, mark.changedAt + 1, (mark.base ?? 0) + 1);
  return {
    branding: next,
    mark: {
      ...mark,
      owner,
      changedAt,
      touched: brandingFields.filter((field) => mark.touched.includes(field) || changed.includes(field)),
      logoAt: changed.includes('logo') ? changedAt : mark.logoAt,
    },
  };
}

/** What every storage can take: whole characters, and line breaks only where they belong. */
function asText(value: string, hasLines: boolean): string {
  const whole = value.toWellFormed();
  return hasLines ? whole.replace(/[^\P{Cc}\n]/gu, '') : whole.replace(/[\p{Cc}\u2028\u2029]/gu, '');
}

/** What a guest wrote becomes this person's, as one piece: no part of it was ever another's. */
export const claimed = ({ branding, mark }: Held, owner: string): Held => ({
  branding,
  mark: { ...mark, owner, base: null, touched: isBlank(branding) ? [] : [...brandingFields] },
});

export interface Meeting {
  held: Held;
  /** Gave way, and is offered to its owner. */
  aside: Branding | null;
}

/**
 * The device's branding and the account's. The later one wins; of two changes by one person to different fields both
 * stay. Nothing that somebody filled in disappears without being set aside.
 */
export function meet(held: Held, account: AccountBranding | null): Meeting {
  const { branding, mark } = held;
  if (account === null)
    return {
      held: {
        branding,
        mark: { ...mark, base: null, touched: isBlank(branding) ? [] : [...brandingFields] },
      },
      aside: null,
    };
  const { changedAt } = account;
  const agreed = (shown: Branding): Held => ({
    branding: shown,
    mark: {
      ...mark,
      changedAt,
      base: changedAt,
      touched: [],
      logoAt: shown.logo === branding.logo ? mark.logoAt : Math.max(changedAt, mark.logoAt + 1),
    },
  });
  if (mark.touched.length === 0 || sameBranding(branding, account.branding))
    return { held: agreed(account.branding), aside: null };

  if (mark.base === changedAt || mark.changedAt >= changedAt) {
    const both = { ...account.branding };
    for (const field of mark.touched) both[field] = branding[field];
    const isReplaced =
      mark.base === null && mark.touched.length === brandingFields.length && !isBlank(account.branding);
    return {
      held: {
        branding: both,
        mark: {
          ...mark,
          base: changedAt,
          logoAt: both.logo === branding.logo ? mark.logoAt : mark.changedAt,
        },
      },
      aside: isReplaced ? account.branding : null,
    };
  }
  return { held: agreed(account.branding), aside: isBlank(branding) ? null : branding };
}

/** The account took what was sent; what was changed in the meantime is still to be sent. */
export function confirmed(held: Held, sent: Held, taken: number): Held {
  const isLast = held.mark.changedAt === sent.mark.changedAt;
  return {
    branding: held.branding,
    mark: {
      ...held.mark,
      base: taken,
      changedAt: isLast ? taken : Math.max(held.mark.changedAt, taken + 1),
      touched: isLast ? [] : held.mark.touched,
    },
  };
}
