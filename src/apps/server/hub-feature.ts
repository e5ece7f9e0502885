import type { OwnStore } from '#features/recovery/server/own-store.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { fileURLToPath } from 'node:url';
import { readBuild } from '#platform/server/build.ts';
import type { Platform } from '#platform/server/platform.ts';
import { outboxPage } from './console/outbox-page.ts';
import type { Finding } from './doctor/finding.ts';
import { findingsOf } from './doctor/look.ts';
import { mailStep } from './first-steps/mail.ts';
import { beginPage } from './first-steps/page.ts';
import { paidStep } from './first-steps/paid.ts';
import { restartAct } from './first-steps/restart.ts';
import { createKeptSettings } from './first-steps/settings.ts';
import { addressStep, demoStep, recoveryStep, sellStep, whoStep } from './first-steps/steps.ts';
import { differencesPage } from './money/differences.ts';
import { createDeskBackups } from './health/backups.ts';
import { healthPage, type Look } from './health/page.ts';
import { createVersions, versionPage } from './health/version.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const freshMs = 15_000;
const oldMs = 600_000;

/** The hub itself, as an operator sees and keeps it. */
export function hubFeature(
  platform: Platform,
  { ownStore }: { ownStore: Pick<OwnStore, 'read' | 'choose'> },
): ServerFeature {
  const { config, clock, db } = platform;
  const look = shared(() => findingsOf({ config, clock, db }));
  const backups = createDeskBackups(platform, () => look(0));
  const kept = createKeptSettings(platform);
  const versions = createVersions(platform, { build: readBuild(), folder: root });
  const steps = [
    whoStep(platform),
    sellStep(platform),
    paidStep({ platform, kept }),
    mailStep({ platform, kept, look }),
    addressStep(platform, look),
    recoveryStep(platform, ownStore),
    demoStep(platform),
  ];
  return {
    name: 'hub',
    desk: [
      beginPage(platform, steps, restartAct(platform, kept)),
      healthPage({ platform, look, backups }),
      outboxPage(platform),
      versionPage(versions),
      differencesPage(platform),
    ],
    async start() {
      await versions.note();
      return () => backups.stop();
    },
  };
}

/**
 * Whoever asks meanwhile gets the same answer, because each look asks servers elsewhere. Where an older one is good enough,
 * nobody waits: it is answered at once, and looked again for whoever comes next.
 */
function shared(look: () => Promise<Finding[]>): Look {
  let running: Promise<Finding[]> | null = null;
  let last: { at: number; findings: Finding[] } | null = null;
  const begin = () =>
    (running ??= look()
      .then((findings) => {
        last = { at: performance.now(), findings };
        return findings;
      })
      .finally(() => (running = null)));
  return async (within = oldMs) => {
    if (within === 0) await running?.catch(() => {});
    const age = last ? performance.now() - last.at : Infinity;
    if (within === 'known') {
      if (age > freshMs) void begin().catch(() => {});
      return last?.findings ?? [];
    }
    if (!last || age > within || within === 0) return begin();
    if (age > freshMs) void begin().catch(() => {});
    return last.findings;
  };
}
