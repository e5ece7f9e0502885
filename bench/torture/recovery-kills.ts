import { plans } from '#features/plans/rules/plans.ts';
import { killWorkers } from '#testing/recovery-kills.ts';
import { atMost, type Figure } from '../kit.ts';
import { ownPlatform } from '../own-platform.ts';
import { type Plan, randomOf } from './kit.ts';

/** Reminders are sent by two processes that are killed at any moment, with clocks hours apart, and then 40 days go by: each at most once. */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  await using own = await ownPlatform();
  const { arrived, rows, inTheOpen, used } = await killWorkers({
    database: { DATA_DIR: own.dataDir },
    carts: isShort ? 100 : 1000,
    kills: isShort ? 4 : 50,
    random: randomOf(seed),
  });
  const sent = rows.filter(({ state }) => state === 'sent').length;
  say(
    `${rows.length} messages, ${arrived.length} mails, ${sent} known as sent, ${inTheOpen} on the line at a kill`,
  );
  const got = new Set(arrived);
  const lost = rows.filter(
    ({ email, step, state, reason }) =>
      !got.has(`${email} Step ${step}`) && !(state === 'not sent' && reason?.startsWith('unknown')),
  ).length;
  return [
    atMost('mails that came twice', arrived.length - got.size, 0, ''),
    atMost('messages that never came and do not say why', lost, 0, ''),
    ...withinThePlan(used),
  ];
}

const { monthlyRecoveries, aiEmails } = plans.FREE.limits;

/** By what is there, not by what was counted. */
function withinThePlan(used: Awaited<ReturnType<typeof killWorkers>>['used']): Figure[] {
  const most = (each: (month: (typeof used)[number]) => number) => Math.max(...used.map(each));
  const months = used.map(({ month }) => month).join(', ');
  return [
    atMost(
      `carts of a member on the smallest plan, in a month (${months})`,
      most(({ carts }) => carts),
      monthlyRecoveries,
      '',
      0,
    ),
    atMost(
      'AI e-mails of the same member, in a month',
      most(({ written }) => written),
      aiEmails,
      '',
      0,
    ),
    atMost(
      'uses that were counted and are not there, or the other way round',
      most(
        ({ carts, written, counted }) =>
          Math.abs((counted['monthlyRecoveries'] ?? 0) - carts) +
          Math.abs((counted['aiEmails'] ?? 0) - written),
      ),
      0,
      '',
      0,
    ),
  ];
}
