import { nearest } from '#base/nearest.ts';
import { Problem } from '#base/problem.ts';
import { type Member, memberByEmail } from '#features/accounts/server/public.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { paidPlans } from '../rules/capabilities.ts';
import { monthsAhead } from '../rules/months.ts';
import { countedFeatures, featureNames, type PlanId, plans as planTable, unlimited } from '../rules/plans.ts';
import { meterOf } from '../rules/usage.ts';
import type { Plans } from './plans.ts';

const day = (date: Date): string => date.toISOString().slice(0, 10);

/** Plans by the operator's own hand: for friends, for testers, for whoever paid in another way. */
export function planCommands({ db, clock }: Pick<Platform, 'db' | 'clock'>, plans: Plans): HubCommand[] {
  async function find(email: string | undefined): Promise<Member> {
    if (email === undefined) throw new Problem('bad_request', 'Specify an email address.');
    const member = await memberByEmail(db.tables(), email);
    if (!member) throw new Problem('not_found', `There is no account with the email ${email}.`);
    return member;
  }

  async function show({ uid, email }: Member, print: (line: string) => void): Promise<void> {
    const { plan, source, endsAt, nextBillingAt } = await plans.planOf(db.tables(), uid);
    const about = {
      free: '',
      granted: endsAt ? `, granted until ${day(endsAt)}` : ', granted, no end date',
      paid: endsAt
        ? `, paid until ${day(endsAt)}`
        : `, paid${nextBillingAt ? `, next on ${day(nextBillingAt)}` : ''}`,
    }[source];
    print(`${email}: ${planTable[plan].name}${about}`);
    const { usage, aiTemplateUsage, period } = await plans.describe(db.tables(), uid);
    for (const feature of countedFeatures) {
      const { counter, limit } = meterOf(plan, feature);
      const used = counter === 'aiTemplateUsage' ? aiTemplateUsage.count : usage[feature];
      print(`  ${featureNames[feature].padEnd(16)} ${used} of ${limit === unlimited ? 'unlimited' : limit}`);
    }
    print(`  counted for ${period.month} (UTC)`);
  }

  return [
    {
      name: 'plan grant',
      usage: 'plan grant EMAIL PLAN [--months N]',
      summary: `Grant someone a plan without payment: ${paidPlans.join(', ')}`,
      async run(args, print) {
        const { words, months } = readArguments(args);
        const plan = readPlan(words[1]);
        const member = await find(words[0]);
        const now = clock.now();
        const endsAt = months === null ? null : monthsAhead(now, months);
        await db.transaction((trx) => plans.grant(trx, member.uid, { plan, endsAt }));
        await show(member, print);
      },
    },
    {
      name: 'plan show',
      usage: 'plan show EMAIL',
      summary: 'Show someone’s plan and its usage this month',
      async run([email], print) {
        await show(await find(email), print);
      },
    },
    {
      name: 'plan revoke',
      usage: 'plan revoke EMAIL',
      summary: 'Revoke a granted plan; a paid one stays, and nothing is deleted',
      async run([email], print) {
        const member = await find(email);
        const had = await db.transaction((trx) => plans.revoke(trx, member.uid));
        if (!had) print(`${member.email} had no granted plan.`);
        await show(member, print);
      },
    },
  ];
}

function readArguments(args: string[]): { words: string[]; months: number | null } {
  const words: string[] = [];
  let months: number | null = null;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    const option = /^--months(?:=(.*))?$/.exec(word);
    if (!option) {
      words.push(word);
      continue;
    }
    const text = option[1] ?? args[++at] ?? '';
    if (!/^[1-9]\d{0,2}$/.test(text))
      throw new Problem(
        'bad_request',
        `--months: got ${JSON.stringify(text)}, expected a whole number from 1 to 999.`,
      );
    months = Number(text);
  }
  return { words, months };
}

function readPlan(text: string | undefined): PlanId {
  const wanted = (text ?? '').toUpperCase().replaceAll('-', '_');
  const plan = paidPlans.find((id) => id === wanted);
  if (plan) return plan;
  const [meant] = nearest(wanted, paidPlans);
  const hint = meant ? ` Did you mean ${meant}?` : '';
  throw new Problem('bad_request', `The plans you can grant are ${paidPlans.join(', ')}.${hint}`);
}
