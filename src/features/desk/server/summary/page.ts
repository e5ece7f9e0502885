import { weekdays } from '#base/weekdays.ts';
import { Problem } from '#base/problem.ts';
import { isTimeZone } from '#base/time-zone.ts';
import type { Asked, DeskPage, Operator } from '#platform/server/desk.ts';
import { planWords, type SummaryPlan } from '../../rules/summary.ts';
import type { Addresses } from './addresses.ts';

const onlyHere = 'This is about an operator of the desk: at the machine itself there is none.';
const mine = (by: Operator | undefined): string => {
  if (!by) throw new Problem('conflict', onlyHere);
  return by.id;
};

const at = (date: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long', timeStyle: 'short' }).format(date);

function planIn(form: Asked): SummaryPlan & { skipsEmpty: boolean } {
  const { cadence = '', weekday = '', hour = '', zone = '' } = form;
  const wrong = (field: string, words: string) =>
    new Problem('bad_request', 'Nothing was saved.', { fields: { [field]: words } });
  if (cadence !== 'daily' && cadence !== 'weekly' && cadence !== 'never')
    throw wrong('cadence', 'Choose how often.');
  if (!/^[0-6]$/.test(weekday)) throw wrong('weekday', 'Choose a day.');
  if (!/^(?:1?\d|2[0-3])$/.test(hour)) throw wrong('hour', 'Choose an hour.');
  if (!isTimeZone(zone) || !/^[\w+/-]{2,40}$/.test(zone)) throw wrong('zone', 'Choose a time zone.');
  return {
    cadence,
    weekday: Number(weekday),
    hour: Number(hour),
    zone,
    skipsEmpty: (form['skipsEmpty'] ?? '') !== '',
  };
}

/** The summary by mail of whoever looks at it. */
export function summaryPage(addresses: Addresses): DeskPage {
  return {
    path: 'my-summary',
    title: 'Email summary',
    right: 'any',
    async list(_asked, by) {
      const standing = by ? await addresses.of(by.id) : null;
      const { email = null, pendingEmail = null, nextAt = null } = standing ?? {};
      return {
        title: 'Email summary',
        lead: by
          ? 'What came in and what waits for you, of the pages that you may open. Each operator has their own.'
          : onlyHere,
        blocks: by
          ? [
              {
                is: 'facts',
                facts: [
                  ['Goes to', email ?? { text: 'no address yet', tone: 'muted' }],
                  ...(pendingEmail === null ? [] : [['Not confirmed yet', pendingEmail] as [string, string]]),
                  ...(standing && email !== null
                    ? ([
                        ['Comes', planWords(standing)],
                        ...(nextAt ? [['Next', at(nextAt, standing.zone)]] : []),
                        ...(nextAt && standing.skipsEmpty ? [['Empty days', 'no email']] : []),
                      ] as [string, string][])
                    : []),
                ],
              },
              {
                is: 'acts',
                id: '',
                only: [
                  ...(pendingEmail === null ? [] : ['confirm']),
                  ...(email === null ? [] : ['schedule']),
                  'address',
                  ...(email === null && pendingEmail === null ? [] : ['forget']),
                ],
              },
            ]
          : [],
      };
    },
    acts: [
      {
        name: 'confirm',
        label: 'Enter the code',
        button: 'Confirm address',
        isOfPage: true,
        async ask(_id, by) {
          const pending = (await addresses.of(mine(by)))?.pendingEmail;
          if (!pending) throw new Problem('conflict', 'There is no address to confirm.');
          return {
            words: `We sent six digits to ${pending}.`,
            fields: [{ name: 'code', label: 'Code', kind: 'number' }],
          };
        },
        async act(_id, { code = '' }, by) {
          const { was, email } = await addresses.prove(mine(by), code);
          return {
            words: `${email} is confirmed. Now choose when the summary comes.`,
            before: { address: was },
            after: { address: email },
          };
        },
      },
      {
        name: 'schedule',
        label: 'Choose when it comes',
        button: 'Save',
        isOfPage: true,
        async ask(_id, by) {
          const now = await addresses.of(mine(by));
          if (!now?.email) throw new Problem('conflict', 'Set your email address first.');
          return {
            words: `For ${now.email}.`,
            fields: [
              {
                name: 'cadence',
                label: 'How often',
                value: now.zone === '' ? 'daily' : now.cadence,
                options: [
                  { value: 'daily', label: 'Every day' },
                  { value: 'weekly', label: 'Once a week' },
                  { value: 'never', label: 'Never' },
                ],
              },
              {
                name: 'weekday',
                label: 'Day of the week',
                hint: 'If it comes once a week.',
                value: String(now.weekday),
                options: [1, 2, 3, 4, 5, 6, 0].map((n) => ({ value: String(n), label: weekdays[n] ?? '' })),
              },
              {
                name: 'hour',
                label: 'At',
                value: String(now.hour),
                options: Array.from({ length: 24 }, (_, n) => ({
                  value: String(n),
                  label: `${String(n).padStart(2, '0')}:00`,
                })),
              },
              { name: 'zone', label: 'Time zone', kind: 'zone', value: now.zone },
              {
                name: 'skipsEmpty',
                label: 'No email when nothing happened and nothing waits',
                kind: 'check',
                value: now.skipsEmpty ? 'yes' : '',
              },
            ],
          };
        },
        async act(_id, form, by) {
          const plan = planIn(form);
          const was = await addresses.plan(mine(by), plan);
          return {
            words: `The summary comes ${planWords(plan)}.`,
            before: { comes: planWords(was) },
            after: { comes: planWords(plan) },
          };
        },
      },
      {
        name: 'address',
        label: 'Set email address',
        button: 'Send code',
        isOfPage: true,
        // Sales and what waits go there from then on.
        isGrave: true,
        ask: async (_id, by) => ({
          words: 'You get a code there. Once you type it here, the summary goes to this address.',
          fields: [
            {
              name: 'email',
              label: 'Email',
              kind: 'email',
              value: (by && (await addresses.of(by.id))?.email) ?? '',
            },
          ],
        }),
        async act(_id, { email = '' }, by) {
          const pending = await addresses.give(mine(by), email);
          return {
            words: `A code is on its way to ${pending}. Press “Enter the code”.`,
            after: { asked: pending },
          };
        },
      },
      {
        name: 'forget',
        label: 'Remove address',
        isOfPage: true,
        ask: async () => ({ words: 'Your address is deleted here, and no summary comes.', fields: [] }),
        async act(_id, _form, by) {
          const was = await addresses.forget(mine(by));
          return { words: 'Address removed.', before: { address: was } };
        },
      },
    ],
  };
}
