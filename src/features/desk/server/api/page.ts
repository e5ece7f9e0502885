import { Problem } from '#base/problem.ts';
import type { DeskPage, Operator } from '#platform/server/desk.ts';
import { allRights, mayUse, readRights, rightWords } from '../../rules/operators.ts';
import type { Operators } from '../operators.ts';
import type { ApiKeys } from './keys.ts';

const onlyHere = 'This is about an operator of the desk: at the machine itself there is none.';
const mine = (by: Operator | undefined): string => {
  if (!by) throw new Problem('conflict', onlyHere);
  return by.id;
};
const minute = (date: Date | null): string => date?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';

/** Keys of whoever looks at it. */
export function apiKeysPage(keys: ApiKeys, operators: Pick<Operators, 'byName'>): DeskPage {
  return {
    path: 'my-keys',
    title: 'API keys',
    right: 'any',
    async list(_asked, by) {
      if (!by) return { title: 'API keys', lead: onlyHere, blocks: [] };
      const all = await keys.of(by.id);
      return {
        title: 'API keys',
        lead: 'For programs of yours that read pages of the desk, or act there. What can’t be taken back stays with your passkey. GET /api/desk describes every call.',
        blocks: [
          {
            is: 'table',
            title: 'Your keys',
            columns: [
              { head: 'Name' },
              { head: 'May do' },
              { head: 'Until (UTC)' },
              { head: 'Last used (UTC)' },
            ],
            rows: all.map(({ name, rights, ends_at, used_at }) => [
              name,
              rights.join(', '),
              minute(ends_at),
              minute(used_at),
            ]),
            empty: 'None.',
          },
          { is: 'acts', id: '', only: ['make', ...(all.length > 0 ? ['revoke'] : [])] },
        ],
      };
    },
    acts: [
      {
        name: 'make',
        label: 'Make a key',
        isOfPage: true,
        isGrave: true,
        async ask(_id, by) {
          const { rights } = await operators.byName(mine(by));
          return {
            words:
              'It is shown once. It can never do more than you can, and ends on its day, or when you leave.',
            fields: [
              { name: 'name', label: 'Name', hint: 'Such as Bookkeeping. The record says it beside yours.' },
              ...allRights
                .filter((right) => mayUse(rights, right))
                .map((right) => ({ name: right, label: rightWords[right], kind: 'check' as const })),
              { name: 'until', label: 'Until', kind: 'date', hint: 'Within a year.' },
            ],
          };
        },
        async act(_id, form, by) {
          const rights = readRights(allRights.filter((right) => form[right]).join(' '));
          if (!rights) throw new Problem('bad_request', 'No key was made. Choose at least one right.');
          const { name = '', until = '' } = form;
          const text = await keys.make(mine(by), { name, rights, until });
          return {
            words: 'Key made.',
            secret: { label: 'It is shown only now. Send it as: Authorization: Bearer', text },
            after: { key: name.trim().slice(0, 60), rights, until },
          };
        },
      },
      {
        name: 'revoke',
        label: 'Revoke a key',
        isOfPage: true,
        async ask(_id, by) {
          const all = await keys.of(mine(by));
          if (all.length === 0) throw new Problem('conflict', 'You have no key.');
          return {
            words: 'It opens nothing from now on.',
            fields: [
              {
                name: 'key',
                label: 'Key',
                options: all.map(({ id, name, ends_at }) => ({
                  value: id,
                  label: `${name}, until ${minute(ends_at)}`,
                })),
              },
            ],
          };
        },
        async act(_id, { key = '' }, by) {
          const name = await keys.revoke(mine(by), key);
          return { words: `${name} is revoked.`, before: { key: name } };
        },
      },
    ],
  };
}
