import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { outboxPage } from './console/outbox-page.ts';
import type { Finding } from './doctor/finding.ts';
import { findingsOf } from './doctor/look.ts';
import { createDeskBackups } from './health/backups.ts';
import { healthPage, type Look } from './health/page.ts';

const freshMs = 15_000;

/** The hub itself, as an operator sees and keeps it. */
export function hubFeature(platform: Platform): ServerFeature {
  const { config, clock, db } = platform;
  const backups = createDeskBackups(platform);
  const look = shared(() => findingsOf({ config, clock, db }), freshMs);
  return {
    name: 'hub',
    desk: [healthPage({ platform, look, backups }), outboxPage(platform)],
    start: async () => () => backups.stop(),
  };
}

/** Whoever asks meanwhile, or right after, gets the same answer: each asks servers elsewhere. */
function shared(look: () => Promise<Finding[]>, milliseconds: number): Look {
  let asked: { at: number; findings: Promise<Finding[]> } | null = null;
  return ({ isAnew = false } = {}) => {
    const now = performance.now();
    if (isAnew || !asked || now - asked.at > milliseconds) {
      const findings = look();
      const mine = { at: now, findings };
      asked = mine;
      findings.catch(() => asked === mine && (asked = null));
    }
    return asked.findings;
  };
}
