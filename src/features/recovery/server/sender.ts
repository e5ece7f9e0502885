import type * as z from 'zod/mini';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { recoveryApi, SenderAnswer } from '../rules/contract.ts';

type Findings = z.output<typeof SenderAnswer>['findings'];

/** Who knows the domain that mail comes from, and can look at its records. */
export interface SenderCheck {
  domain(): string;
  look(): Promise<Findings>;
}

/** How long an answer is good: records change by the hour, and whoever presses again has just changed one. */
const freshSeconds = 20;

export function senderRoute({ clock }: Pick<Platform, 'clock'>, sender: SenderCheck): Route {
  let known: { at: number; findings: Promise<Findings> } | null = null;
  return route({
    method: 'GET',
    path: recoveryApi.sender,
    access: 'member',
    summary: 'Check email deliverability',
    description: 'Explains the SPF, DKIM and DMARC records of the sending domain.',
    answer: SenderAnswer,
    async handle() {
      const now = clock.now().getTime();
      if (!known || now - known.at > freshSeconds * 1000) known = { at: now, findings: sender.look() };
      return { domain: sender.domain(), findings: await known.findings };
    },
  });
}
