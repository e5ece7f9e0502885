import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { accountWords } from '../../rules/words.ts';
import { ask } from './provider.ts';

const KeySet = z.looseObject({ keys: z.array(z.looseObject({})) });
export type KeySet = z.output<typeof KeySet>;

const keepMs = 300_000;
const askAgainMs = 30_000;

/** A provider that changes its keys may keep their names, so a signature that does not fit is worth one more look. */
const worthAnother = new Set(['ERR_JWS_SIGNATURE_VERIFICATION_FAILED', 'ERR_JWKS_NO_MATCHING_KEY']);

/** A provider's published keys, kept for five minutes. */
export function createProviderKeys(now: () => number = () => performance.now()) {
  const kept = new Map<string, { keys: KeySet; at: number; askedAgainAt: number }>();

  async function load(url: string, askedAgainAt: number): Promise<KeySet> {
    const keys = KeySet.safeParse(await ask(url));
    if (!keys.success) throw new Problem('unavailable', accountWords.federatedUnavailable);
    kept.set(url, { keys: keys.data, at: now(), askedAgainAt });
    return keys.data;
  }

  return async function withKeys<T>(url: string, check: (keys: KeySet) => Promise<T>): Promise<T> {
    const found = kept.get(url);
    if (!found || now() - found.at >= keepMs) return check(await load(url, found?.askedAgainAt ?? -Infinity));
    try {
      return await check(found.keys);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!worthAnother.has(code) || now() - found.askedAgainAt < askAgainMs) throw error;
      return check(await load(url, now()));
    }
  };
}

export type WithKeys = ReturnType<typeof createProviderKeys>;
