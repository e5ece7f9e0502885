import type { BrandingField } from './branding.ts';

/** What the device knows about its branding beside the ten texts. Times are milliseconds of this device. */
export interface Mark {
  /** A uid; empty for what a guest wrote. */
  owner: string;
  changedAt: number;
  /** The account's change that this one was made upon; null when the two have never met. */
  base: number | null;
  /** What was changed since then: to be sent. */
  touched: BrandingField[];
  /** When the logo last changed here. */
  logoAt: number;
}

/** Written by nobody we know of, at an unknown time. */
export const noMark: Mark = { owner: '', changedAt: 0, base: null, touched: [], logoAt: 0 };

/** The gate for what storage holds; null for what is no mark. */
export function readMark(text: string | null): Mark | null {
  let value: unknown;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { owner, changedAt, base, touched, logoAt } = value as Record<string, unknown>;
  if (typeof owner !== 'string' || !isTime(changedAt)) return null;
  return {
    owner,
    changedAt,
    base: isTime(base) ? base : null,
    touched: Array.isArray(touched)
      ? touched.filter((field): field is BrandingField => typeof field === 'string')
      : [],
    logoAt: isTime(logoAt) ? logoAt : 0,
  };
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The server has all of it, for this very person. */
export const isConfirmed = (mark: Mark, uid: string): boolean =>
  mark.owner === uid && mark.base !== null && mark.touched.length === 0;

/** Somebody who works on this device alone: there is no account that could have it. */
export const isDeviceOnly = (uid: string): boolean => /^offline_/.test(uid);
