import { digest } from '#base/digest.ts';
import { type Branding, brandingFields, isBlank, sameBranding } from './branding.ts';

/** The branding after an edit. */
export function edited(branding: Branding, patch: Partial<Branding>): Branding {
  const next = { ...branding };
  for (const field of brandingFields) {
    const value = patch[field];
    if (value !== undefined) next[field] = asText(value, field === 'address');
  }
  return next;
}

/** What every storage can take: whole characters, and line breaks only where they belong. */
function asText(value: string, hasLines: boolean): string {
  const whole = value.toWellFormed();
  return hasLines ? whole.replace(/[^\P{Cc}\n]/gu, '') : whole.replace(/[\p{Cc}\u2028\u2029]/gu, '');
}

/** A logo is long, and it is enough to know whether it is still the same. */
export const traceOf = (branding: Branding): Branding => ({ ...branding, logo: digest(branding.logo) });

/**
 * The device's branding and the account's, by field: what was changed on this device since they agreed goes over the
 * account's. Where both changed the same field, or the two have never met, the one that has to go is given back.
 */
export function mergeBranding(
  here: Branding,
  there: Branding,
  base: Branding | null,
): { value: Branding; gaveWay?: Branding } {
  if (sameBranding(here, there)) return { value: there };
  if (base === null) {
    if (isBlank(here)) return { value: there };
    return isBlank(there) ? { value: here } : { value: there, gaveWay: here };
  }
  const [mine, theirs] = [traceOf(here), traceOf(there)];
  const changed = brandingFields.filter((field) => mine[field] !== base[field]);
  const value = { ...there };
  for (const field of changed) value[field] = here[field];
  const isClash = changed.some((field) => theirs[field] !== base[field] && there[field] !== here[field]);
  return isClash && !isBlank(there) ? { value, gaveWay: there } : { value };
}
