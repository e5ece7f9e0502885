import { Problem } from '#base/problem.ts';
import type { DeskAct } from '#platform/server/desk.ts';
import { plannedWords, wallClock } from '#base/planned.ts';
import { nameField } from './issue-name.ts';
import type { IssueDesk } from './issues.ts';
import { daysDeleted } from './issues.ts';

const nameOf = (id: string) => `“${id}”`;

/** What an operator does with an issue, from its first words to its last reader. */
export const issueActs = (issues: IssueDesk): DeskAct[] => [
  {
    name: 'new',
    label: 'New issue',
    button: 'Save draft',
    isOfPage: true,
    ask: async () => ({
      words: 'Save as often as you like: nobody gets it until you schedule or send it.',
      fields: issues.newFields(),
    }),
    act: (_id, form, by) => issues.make(form, by),
  },
  {
    name: 'edit',
    label: 'Edit',
    button: 'Save',
    async ask(id, _by, typed) {
      const { plan, state } = await issues.find(id);
      // What was typed is shown whatever became of the issue meanwhile.
      if (typed === undefined && state !== 'draft' && state !== 'scheduled')
        throw new Problem('conflict', 'This issue can’t be changed any more. Copy it to write a new one.');
      return {
        words: plan
          ? `Goes out on ${plannedWords({ at: plan.send_at, zone: plan.zone })}, as you save it here.`
          : 'Nobody gets it until you schedule or send it.',
        fields: await issues.fieldsOf(id, typed),
      };
    },
    act: (id, form, by) => issues.edit(id, form, by),
  },
  {
    name: 'test',
    label: 'Send a test',
    ask: async (id) => ({
      words: `${nameOf((await issues.find(id)).id)} as it is saved now, to one address. It counts as no issue.`,
      fields: [{ name: 'to', label: 'Email', kind: 'email', value: issues.testAddress() }],
    }),
    act: (id, { to = '' }) => issues.test(id, to),
  },
  {
    name: 'schedule',
    label: 'Schedule',
    async ask(id) {
      const { subject, to, fields } = await issues.about(id);
      const { plan } = await issues.find(id);
      const [day = '', time = '09:00'] = plan ? wallClock(plan.send_at, plan.zone) : [];
      const now = plan ? ` Now: ${plannedWords({ at: plan.send_at, zone: plan.zone })}.` : '';
      return {
        words: `“${subject}” goes to everybody at one moment: ${to} as of today.${now}`,
        fields: [
          ...fields,
          { name: 'day', label: 'Day', kind: 'date', value: day },
          { name: 'time', label: 'Time', kind: 'time', value: time },
          { name: 'zone', label: 'On the clocks of', kind: 'zone', value: plan?.zone ?? '' },
        ],
      };
    },
    act: (id, form) => issues.plan(id, form),
  },
  {
    name: 'send-now',
    label: 'Send now',
    isGrave: true,
    async ask(id) {
      const { subject, to, fields } = await issues.about(id);
      return { words: `“${subject}” goes to ${to}, at once. It can’t be taken back.`, fields };
    },
    act: (id, form) => issues.sendNow(id, form),
  },
  {
    name: 'take-back',
    label: 'Take back',
    async ask(id) {
      const { plan, text } = await issues.find(id);
      if (!plan) throw new Problem('conflict', 'It isn’t scheduled any more.');
      const kept = text ? 'It stays as a draft.' : 'Its text is only in the file that it was scheduled from.';
      return { words: `“${plan.subject}” goes to nobody. ${kept}`, fields: [] };
    },
    act: (id) => issues.takeBack(id),
  },
  {
    name: 'copy',
    label: 'Copy',
    button: 'Copy to a new draft',
    ask: async (id) => ({
      words: `A new draft with the text of ${nameOf((await issues.find(id)).id)}.`,
      fields: [nameField],
    }),
    act: (id, form, by) => issues.copy(id, form, by),
  },
  {
    name: 'download',
    label: 'Download',
    ask: async (id) => ({
      words: `${nameOf((await issues.find(id)).id)} as a Markdown file, which the command takes as well.`,
      fields: [],
    }),
    act: (id) => issues.download(id),
  },
  {
    name: 'put-on-web',
    label: 'Put on the web',
    ask: async (id) => ({
      words: `Anybody can read ${nameOf((await issues.find(id)).id)} in the archive.`,
      fields: [],
    }),
    act: (id) => issues.setOnWeb(id, true),
  },
  {
    name: 'take-off-web',
    label: 'Take off the web',
    ask: async (id) => ({
      words: `${nameOf((await issues.find(id)).id)} leaves the archive. Whoever got it by email keeps it.`,
      fields: [],
    }),
    act: (id) => issues.setOnWeb(id, false),
  },
  {
    name: 'delete',
    label: 'Delete',
    ask: async (id) => ({
      words: `The draft ${nameOf((await issues.find(id)).id)}. For ${daysDeleted} days you can put it back.`,
      fields: [],
    }),
    act: (id) => issues.remove(id),
  },
  {
    name: 'put-back',
    label: 'Put back',
    ask: async (id) => ({ words: `The draft ${nameOf((await issues.find(id)).id)} comes back.`, fields: [] }),
    act: (id) => issues.putBack(id),
  },
];
