import * as z from 'zod/mini';
import { isEu } from '#base/consumer-law.ts';
import type { VatIdState } from '../../rules/tax.ts';
import { readVatId, type VatId } from '../../rules/vat-id.ts';

export type CheckVatId = (id: VatId) => Promise<'valid' | 'invalid' | 'unreachable'>;

const answer = z.object({ valid: z.boolean() });

/** The official service of the EU; what it cannot say is not valid. */
export const askVies: CheckVatId = async ({ country, number }) => {
  try {
    const response = await fetch('https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ countryCode: country === 'GR' ? 'EL' : country, vatNumber: number }),
      signal: AbortSignal.timeout(4000),
    });
    const said = z.safeParse(answer, await response.json());
    if (!response.ok || !said.success) return 'unreachable';
    return said.data.valid ? 'valid' : 'invalid';
  } catch {
    return 'unreachable';
  }
};

/** Where nothing leaves this machine. */
export const askNobody: CheckVatId = async () => 'unreachable';

const keptMs = 3_600_000;

/** Remembers what was said for an hour, so that typing is not a question a letter. */
export function createVatCheck(ask: CheckVatId, now: () => Date) {
  const known = new Map<string, { state: VatIdState; at: number }>();
  return async function check(text: string | undefined, country: string): Promise<VatIdState> {
    if (!text?.trim()) return 'none';
    const id = readVatId(text, country);
    if (!id) return 'invalid';
    if (!isEu(country)) return 'unchecked';
    const key = `${id.country}${id.number}`;
    const before = known.get(key);
    if (before && now().getTime() - before.at < keptMs) return before.state;
    const said = await ask(id);
    if (said === 'unreachable') return 'unchecked';
    if (known.size > 5000) known.clear();
    known.set(key, { state: said, at: now().getTime() });
    return said;
  };
}
export type VatCheck = ReturnType<typeof createVatCheck>;

export const vatWords: Record<VatIdState, string> = {
  none: '',
  valid: 'Checked with the official service.',
  invalid: 'This isn’t a valid VAT ID for that country, so VAT is charged.',
  unchecked: 'We couldn’t check this ID just now, so VAT is charged.',
};
