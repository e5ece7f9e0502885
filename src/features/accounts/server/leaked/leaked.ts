import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Log } from '#platform/server/log.ts';
import { openPacked } from './pack.ts';

/** Whether a password is known from the lists that leak. */
export type IsLeaked = (password: string) => Promise<boolean>;

const patience = 1500;

/**
 * Looks into the shipped list, which needs no network; and asks the service of LEAKED_PASSWORDS_URL, if there is one,
 * for all hashes that begin with the same five signs, so that it never learns which was meant.
 */
export function createLeakedPasswords({
  serviceUrl,
  log,
}: {
  serviceUrl: string | undefined;
  log: Log;
}): IsLeaked {
  let shipped: Promise<ReturnType<typeof openPacked>> | undefined;
  const list = () => (shipped ??= readFile(new URL('passwords.bin', import.meta.url)).then(openPacked));

  async function isKnownThere(password: string, url: string): Promise<boolean> {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const answer = await fetch(new URL(hash.slice(0, 5), url), {
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      // "SUFFIX:TIMES"; padding comes with no times.
      return new RegExp(`^${hash.slice(5)}:0*[1-9]`, 'm').test(await answer.text());
    } catch (error) {
      // Who wants to sign up is not kept out by a service that is away.
      log.warn('leaked passwords: the service didn’t respond', {
        reason: error instanceof Error ? error.name : 'unknown',
      });
      return false;
    }
  }

  return async (password) => {
    const { has } = await list();
    if (has(password) || has(password.toLowerCase())) return true;
    return serviceUrl !== undefined && isKnownThere(password, serviceUrl);
  };
}
