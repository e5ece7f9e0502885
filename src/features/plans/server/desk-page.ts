import { Problem } from '#base/problem.ts';
import { memberByEmail, memberById } from '#features/accounts/server/public.ts';
import { type DeskPage, titleOf } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { paidPlans } from '../rules/capabilities.ts';
import { monthsAhead } from '../rules/months.ts';
import { plans as planTable, type PlanId } from '../rules/plans.ts';
import type { Plans } from './plans.ts';
import type { PlanTables } from './tables.ts';

/** Told at the form's field, too. */
const at = (field: 'email' | 'plan' | 'months', words: string): Problem =>
  new Problem('bad_request', words, { fields: { [field]: words } });

const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';

/** Plans by the operator's own hand: for friends, for testers, for whoever paid in another way. */
export function plansPage({ db, clock }: Pick<Platform, 'db' | 'clock'>, plans: Plans): DeskPage {
  const granted = async () => {
    const rows = await db
      .tables<PlanTables>()
      .selectFrom('plan_subscription')
      .select(['owner_id', 'plan', 'since', 'ends_at'])
      .where('source', '=', 'granted')
      .orderBy('since', 'desc')
      .limit(500)
      .execute();
    return Promise.all(
      rows.map(async (row) => ({
        ...row,
        email: (await memberById(db.tables(), row.owner_id))?.email ?? row.owner_id,
      })),
    );
  };
  const one = async (uid: string) => {
    const row = (await granted()).find(({ owner_id }) => owner_id === uid);
    if (!row) throw new Problem('not_found', 'This plan is no longer granted.');
    return row;
  };
  const nameOf = (plan: string) => planTable[plan as PlanId]?.name ?? plan;

  return {
    path: 'plans',
    title: 'Granted plans',
    right: 'money',
    async list() {
      const rows = await granted();
      const { all } = await db
        .tables<PlanTables>()
        .selectFrom('plan_subscription')
        .select((eb) => eb.fn.countAll<number>().as('all'))
        .where('source', '=', 'granted')
        .executeTakeFirstOrThrow();
      return {
        title: 'Granted plans',
        lead: 'Plans that you gave without a payment. Paid ones are under Subscriptions.',
        blocks: [
          { is: 'acts', id: '' },
          {
            is: 'table',
            title: titleOf('Newest first', rows.length, all),
            columns: [{ head: 'Member' }, { head: 'Plan' }, { head: 'Since' }, { head: 'Until' }],
            rows: rows.map((row) => [
              { text: row.email, href: `/plans/${row.owner_id}` },
              nameOf(row.plan),
              day(row.since),
              day(row.ends_at) || 'no end date',
            ]),
            empty: 'None.',
          },
        ],
      };
    },
    async one(uid) {
      const row = await one(uid);
      return {
        title: row.email,
        blocks: [
          {
            is: 'facts',
            facts: [
              ['Plan', nameOf(row.plan)],
              ['Since', day(row.since)],
              ['Until', day(row.ends_at) || 'no end date'],
            ],
          },
          { is: 'acts', id: uid },
        ],
      };
    },
    acts: [
      {
        name: 'grant',
        label: 'Grant a plan',
        isOfPage: true,
        ask: async () => ({
          words: 'Without a payment, at once.',
          fields: [
            { name: 'email', label: 'Email of the member', kind: 'email' },
            {
              name: 'plan',
              label: 'Plan',
              options: paidPlans.map((plan) => ({ value: plan, label: planTable[plan].name })),
            },
            { name: 'months', label: 'Months', kind: 'number', hint: 'Empty: no end date.' },
          ],
        }),
        async act(_id, { email = '', plan: wanted = '', months = '' }) {
          const plan = paidPlans.find((each) => each === wanted);
          if (!plan) throw at('plan', 'Choose a plan.');
          if (!/^(?:[1-9]\d{0,2})?$/.test(months.trim()))
            throw at('months', 'Months must be a whole number from 1 to 999.');
          const member = await memberByEmail(db.tables(), email.trim());
          if (!member) throw at('email', `There is no account with the email ${email.trim()}.`);
          const endsAt = months.trim() === '' ? null : monthsAhead(clock.now(), Number(months));
          await db.transaction((trx) => plans.grant(trx, member.uid, { plan, endsAt }));
          return {
            words: `${member.email} has ${planTable[plan].name}${endsAt ? ` until ${day(endsAt)}` : ''}.`,
            after: { account: member.uid, plan, until: endsAt && day(endsAt) },
          };
        },
      },
      {
        name: 'revoke',
        label: 'Take it back',
        ask: async (uid) => ({
          words: `${(await one(uid)).email} is back to what they pay for. Nothing of theirs is deleted.`,
          fields: [],
        }),
        async act(uid) {
          const { email, plan } = await one(uid);
          await db.transaction((trx) => plans.revoke(trx, uid));
          return { words: `${email} no longer has a granted plan.`, goOn: 'plans', before: { plan } };
        },
      },
    ],
  };
}
