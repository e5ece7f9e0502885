import { Problem } from '#base/problem.ts';
import type { DeskField, DeskPage } from '#platform/server/desk.ts';
import { allRights, readName, readRights, rightWords, type Right } from '../rules/operators.ts';
import { keyActs, keyBlocks } from './key-acts.ts';
import type { Operators } from './operators.ts';
import type { DeskRecord } from './record.ts';

const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

const rightFields = (rights: readonly Right[]): DeskField[] =>
  allRights.map((right) => ({
    name: right,
    label: rightWords[right],
    kind: 'check',
    value: rights.includes(right) ? 'yes' : '',
  }));

function chosen(form: Readonly<Record<string, string>>): Right[] {
  const rights = readRights(allRights.filter((right) => form[right]).join(' '));
  if (!rights) throw new Problem('bad_request', 'Choose at least one right.');
  return rights;
}

/** Who may sit here: invited, given rights, sent away. */
export function operatorsPage(operators: Operators, linkOf: (token: string) => string): DeskPage {
  const secretOf = (token: string) => ({
    label: 'The link works once, for a day. Whoever opens it first becomes this operator.',
    text: linkOf(token),
  });
  const invitationOf = async (id: string) => {
    const found = (await operators.invitations()).find((each) => each.id === id);
    if (!found) throw new Problem('not_found', 'This invitation was used or withdrawn.');
    return found;
  };
  const isInvitation = (id: string) => !id.startsWith('opr_');

  return {
    path: 'operators',
    title: 'Operators',
    right: 'everything',
    async list() {
      const rows = await operators.list();
      const open = await operators.invitations();
      return {
        title: 'Operators',
        lead: 'Whoever may sit at this desk. No account of a member is one.',
        blocks: [
          { is: 'acts', id: '' },
          {
            is: 'table',
            title: 'Operators',
            columns: [{ head: 'Name' }, { head: 'May do' }, { head: 'Since (UTC)' }],
            rows: rows.map(({ id, name, rights, createdAt }) => [
              { text: `${name} (${id.slice(-4)})`, href: `/operators/${id}` },
              rights.join(', '),
              minute(createdAt),
            ]),
            empty: '',
          },
          {
            is: 'table',
            title: 'Open invitations',
            columns: [{ head: 'For' }, { head: 'May do' }, { head: 'By' }, { head: 'Until (UTC)' }],
            rows: open.map(({ id, name, rights, madeBy, expiresAt }) => [
              { text: name || 'Whoever opens it', href: `/operators/${id}` },
              rights.join(', '),
              madeBy,
              minute(expiresAt),
            ]),
            empty: 'None.',
          },
        ],
      };
    },
    async one(id) {
      if (isInvitation(id)) {
        const { name, rights } = await invitationOf(id);
        return {
          title: name || 'Invitation',
          lead: `An invitation that wasn’t used yet, to do: ${rights.join(', ')}.`,
          blocks: [{ is: 'acts', id, only: ['withdraw'] }],
        };
      }
      const { name, rights, createdAt } = await operators.byName(id);
      return {
        title: name,
        blocks: [
          {
            is: 'facts',
            facts: [
              ['May do', rights.map((right) => rightWords[right]).join('; ')],
              ['Since', `${minute(createdAt)} UTC`],
            ],
          },
          ...(await keyBlocks(operators, id)),
          { is: 'acts', id, only: ['end-passkey', 'end-session', 'rights', 'remove'] },
        ],
      };
    },
    acts: [
      {
        name: 'invite',
        label: 'Invite an operator',
        isOfPage: true,
        isGrave: true,
        ask: async () => ({
          words: 'You get a link for them. It works once, for a day, and makes a passkey on their device.',
          fields: [{ name: 'name', label: 'Name' }, ...rightFields([])],
        }),
        async act(_id, form, by) {
          const rights = chosen(form);
          const token = await operators.invite(form['name'] ?? '', rights, by ?? 'command line');
          return {
            words: 'Invitation made.',
            secret: secretOf(token),
            after: { name: readName(form['name'] ?? ''), rights },
          };
        },
      },
      {
        name: 'device',
        label: 'Add a device of yours',
        isOfPage: true,
        isGrave: true,
        ask: async () => ({
          words:
            'You get a link and a code to scan with it, such as with your phone. It works once, for a day.',
          fields: [],
        }),
        async act(_id, _form, by) {
          if (!by) throw new Problem('conflict', 'Only at the desk: npm run hub -- desk invite NAME');
          const token = await operators.inviteDevice(await operators.byName(by.id));
          return {
            words: 'Open this on the other device.',
            secret: {
              label: 'The link works once, for a day. Keep it to yourself: it opens the desk as you.',
              text: linkOf(token),
            },
            after: { device: 'link made' },
          };
        },
      },
      {
        name: 'rights',
        label: 'Change rights',
        isGrave: true,
        async ask(id) {
          const { name, rights } = await operators.byName(id);
          return { words: `What ${name} may do, from the next press on.`, fields: rightFields(rights) };
        },
        async act(id, form) {
          const was = await operators.byName(id);
          const rights = chosen(form);
          await operators.setRights(was.id, rights, true);
          return {
            words: `${was.name} may do: ${rights.join(', ')}.`,
            before: { rights: was.rights },
            after: { rights },
          };
        },
      },
      {
        name: 'remove',
        label: 'Remove',
        isGrave: true,
        async ask(id) {
          const { name } = await operators.byName(id);
          return {
            words: `${name} is locked out at once, on every device. What they did stays in the record.`,
            fields: [],
          };
        },
        async act(id) {
          const was = await operators.byName(id);
          await operators.revoke(was.id, true);
          return {
            words: `${was.name} is no longer an operator.`,
            goOn: 'operators',
            before: { name: was.name, rights: was.rights },
          };
        },
      },
      ...keyActs(operators),
      {
        name: 'withdraw',
        label: 'Withdraw',
        ask: async (id) => ({
          words: `The link for ${(await invitationOf(id)).name || 'whoever opens it'} stops working.`,
          fields: [],
        }),
        async act(id) {
          const name = await operators.withdraw(id);
          return { words: 'Invitation withdrawn.', goOn: 'operators', before: { name } };
        },
      },
    ],
  };
}

const atOnce = 100;
const factsOf = (facts: Record<string, unknown> | null): string =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');

/** Who did what at the desk. */
export const recordPage = (record: DeskRecord): DeskPage => ({
  path: 'record',
  title: 'Record',
  right: 'everything',
  async list({ before = '', who = '', act = '', outcome = '' }) {
    const sought = { who: who.trim(), act: act.trim(), outcome };
    const rows = await record.read(/^\d{1,18}$/.test(before) ? Number(before) : null, atOnce + 1, sought);
    const shown = rows.slice(0, atOnce);
    const last = rows.length > atOnce ? shown.at(-1)?.id : undefined;
    return {
      title: 'Record',
      lead: 'Everything that was done at this desk. Nobody can change it here.',
      blocks: [
        {
          is: 'search',
          fields: [
            { name: 'who', label: 'Who', kind: 'search', value: who },
            { name: 'act', label: 'What', kind: 'search', value: act },
            {
              name: 'outcome',
              label: 'Outcome',
              value: outcome,
              options: ['', 'done', 'refused', 'invalid', 'limited', 'failed', 'begun'].map((value) => ({
                value,
                label: value || 'Any',
              })),
            },
          ],
        },
        {
          is: 'table',
          title: 'Newest first',
          columns: [
            { head: 'When (UTC)' },
            { head: 'Who' },
            { head: 'What' },
            { head: 'Of' },
            { head: 'Outcome' },
            { head: 'Before' },
            { head: 'After' },
          ],
          rows: shown.map((row) => [
            minute(row.at),
            // Two names can look the same; the end of an ID doesn’t.
            `${row.operator} (${row.operator_id.slice(-4)})`,
            row.act,
            { text: row.subject, mono: true },
            { text: row.outcome, tone: row.outcome === 'done' ? 'ok' : 'warn' },
            factsOf(row.before),
            factsOf(row.after),
          ]),
          empty: 'Nothing.',
        },
        ...(last === undefined
          ? []
          : [
              {
                is: 'link' as const,
                text: 'Older',
                href: `?${new URLSearchParams({ ...sought, before: `${last}` })}`,
              },
            ]),
      ],
    };
  },
});
