import { gate } from '../../src/features/plans/rules/gate.ts';
import type { Counters } from '../../src/features/plans/rules/usage.ts';
import { planIds } from '../../src/features/plans/rules/plans.ts';
import { atMost, type Figure } from '../kit.ts';

const decisions = 200_000;

/** What asking the gate costs, refusals with their words included. */
export async function figures(): Promise<Figure[]> {
  const counters: Counters = {
    monthlyRecoveries: 5,
    aiEmails: 20,
    customDiscounts: 0,
    multiChannel: 0,
    aiTemplates: 15,
    savedTemplates: 24,
    aiTemplateUsage: 2,
  };
  const features = ['monthlyRecoveries', 'aiEmails', 'savedTemplates', 'multiChannel', 'apiAccess'];
  const began = process.cpuUsage();
  let refused = 0;
  for (let index = 0; index < decisions; index++) {
    const plan = planIds[index % planIds.length] ?? 'FREE';
    const feature = features[index % features.length] ?? '';
    if (!gate(plan, feature, counters, { year: 2026, index: 10 }).allowed) refused++;
  }
  if (refused === 0) throw new Error('Nothing was refused');
  const { user, system } = process.cpuUsage(began);
  return [atMost('a decision of the gate', (user + system) / 1000 / decisions, 0.1, 'ms', 4)];
}
