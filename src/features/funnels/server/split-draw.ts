import { createHash, createHmac } from 'node:crypto';
import { days } from '#base/clock.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import type { Side } from '#base/split-test.ts';
import { callerKey } from '#platform/server/http/network.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSigner } from '#platform/server/signed.ts';

/** Which version of a page somebody gets, and how what they were shown finds the order that it led to. */

/** What a visitor was shown in tests that run. */
export interface Shown {
  /** What their side was drawn by. */
  unit: string;
  /** By the id of a test. */
  tests: Record<string, Side>;
}

export interface Looker {
  address: string;
  agent: string;
}

/** The longest that a purchase may come after the page. */
export const orderDays = 30;
/** More tests than that on one way are not carried to the checkout. */
const mostCarried = 20;

export function createSplitDraw({ secret, clock }: Pick<Platform, 'secret' | 'clock'>) {
  const key = secret('funnel units');
  const marks = createSigner(secret, 'funnel versions');

  return {
    /**
     * The same network and the same browser, whatever its version: nothing is stored for it, with nobody, and it says only
     * which of two pages comes.
     */
    unitOf: (funnelId: string, { address, agent }: Looker): string =>
      createHmac('sha256', key)
        .update(`unit\n${funnelId}\n${callerKey(address)}\n${agent.replace(/\d+/g, '')}`)
        .digest('base64url')
        .slice(0, 22),

    /** Somebody who is known by their email address, as what is counted of them says it. */
    whoOf: (email: string): string =>
      createHmac('sha256', key)
        .update(`who\n${mailAddressKey(email)}`)
        .digest('base64url')
        .slice(0, 22),

    /** Goes with an order, and says nothing to anybody else. */
    mark({ unit, tests }: Shown): string | null {
      const carried = Object.entries(tests).slice(0, mostCarried);
      if (carried.length === 0) return null;
      const at = Math.floor(clock.now().getTime() / 1000).toString(36);
      return marks.sign([unit, at, ...carried.map(([id, side]) => `${side}${id}`)].join('.'));
    },

    /** What a mark of ours says that is not too old; null for everything else. */
    read(mark: string | null): Shown | null {
      const [unit, at, ...carried] = (mark === null ? null : marks.read(mark))?.split('.') ?? [];
      const age = clock.now().getTime() - Number.parseInt(at ?? '', 36) * 1000;
      if (!unit || !(age < days(orderDays))) return null;
      return {
        unit,
        tests: Object.fromEntries(carried.map((one) => [one.slice(1), one.startsWith('b') ? 'b' : 'a'])),
      };
    },
  };
}
export type SplitDraw = ReturnType<typeof createSplitDraw>;

/** Has a word of its own, so that it is independent of every other drawing; and of the step, so that tests are of each other. */
export function sideOf(
  { funnelId, stepId, share }: { funnelId: string; stepId: string; share: number },
  unit: string,
): Side {
  const hash = createHash('sha256').update(`page ${funnelId} ${stepId} ${unit}`).digest();
  return hash.readUInt32BE(0) % 100 < share ? 'b' : 'a';
}
