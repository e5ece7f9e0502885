import { centsTyped, readAmount } from '#base/amount.ts';
import { type DonationDraft, donationProblems, suggestedCents } from '../rules/donations.ts';
import type { FieldProblems } from '#base/problem.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';

/** What was chosen and typed, for this tab's life: closing the payment's window or reloading loses nothing. */
export interface TypedDonation {
  /** One of the suggested amounts in cents, or `other`. */
  choice: string;
  other: string;
  message: string;
  name: string;
  email: string;
}

const key = 'hub.donation';

export const emptyDonation: TypedDonation = {
  choice: String(suggestedCents[1]),
  other: '',
  message: '',
  name: '',
  email: '',
};

export const donationDraft = {
  /** As it is kept, for a comparison that costs nothing. */
  text: (): string | null => readStored(key, 'session'),
  read(text: string | null): TypedDonation {
    try {
      const stored = JSON.parse(text ?? '{}') as Record<string, unknown> | null;
      const kept = (name: keyof TypedDonation) =>
        typeof stored?.[name] === 'string' ? stored[name] : emptyDonation[name];
      return {
        choice: kept('choice'),
        other: kept('other'),
        message: kept('message'),
        name: kept('name'),
        email: kept('email'),
      };
    } catch {
      return emptyDonation;
    }
  },
  keep: (typed: TypedDonation): void => void writeStored(key, JSON.stringify(typed), 'session'),
  drop: (): void => removeStored(key, 'session'),
};

/** What is wrong at which field, with what can be said of an amount that is read in two ways or in none. */
export function problemsOf(typed: TypedDonation): FieldProblems {
  const problems = donationProblems(asked(typed));
  const read = typed.choice === 'other' ? readAmount(typed.other) : null;
  return read && 'words' in read && typed.other.trim() !== '' ? { ...problems, cents: read.words } : problems;
}

/** What is sent; an amount that cannot be read is NaN, which no rule lets through. */
export function asked({ choice, other, message, name, email }: TypedDonation): DonationDraft {
  const cents = choice === 'other' ? centsTyped(other) : Number(choice);
  return {
    cents: cents ?? Number.NaN,
    ...(message.trim() && { message: message.trim() }),
    ...(name.trim() && { name: name.trim() }),
    ...(email.trim() && { email: email.trim() }),
  };
}
