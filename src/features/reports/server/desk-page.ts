import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { countErrors, countNewErrors, findError, listErrors } from './list.ts';

const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

const atOnce = 200;

/** What went wrong in browsers and on the server, grouped. */
export const errorsPage = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): DeskPage => ({
  path: 'errors',
  title: 'Errors',
  right: 'everything',
  async glance() {
    const count = await countErrors(db, new Date(clock.now().getTime() - days(1)));
    return [{ label: 'Errors since yesterday', value: String(count), waits: count > 0 }];
  },
  async news({ from, until }) {
    const count = await countNewErrors(db, from, until);
    return [{ label: 'New errors', value: String(count), isSomething: count > 0 }];
  },
  async list({ from = '', find = '' }) {
    const since = new Date(clock.now().getTime() - days(30));
    const skipped = /^\d{1,9}$/.test(from) ? Number(from) : 0;
    const found = await listErrors(db, since, { skipped, find, limit: atOnce + 1 });
    const groups = found.slice(0, atOnce);
    return {
      title: 'Errors',
      lead: 'Errors stored here in the last 30 days.',
      blocks: [
        { is: 'search', fields: [{ name: 'find', label: 'Words of it', kind: 'search', value: find }] },
        {
          is: 'table',
          title: 'Newest first',
          columns: [
            { head: 'Error' },
            { head: 'Where' },
            { head: 'Count', numeric: true },
            { head: 'Last (UTC)' },
          ],
          rows: groups.map(({ fingerprint, title, place, count, lastAt }) => [
            { text: title, href: `/errors/${fingerprint.slice(0, 16)}` },
            { text: place, mono: true },
            String(count),
            minute(lastAt),
          ]),
          empty: find === '' ? 'No errors.' : 'No matching errors.',
        },
        ...(found.length <= atOnce
          ? []
          : [
              {
                is: 'link' as const,
                text: 'Older',
                href: `?${new URLSearchParams({ find, from: String(skipped + atOnce) }).toString()}`,
              },
            ]),
      ],
    };
  },
  async one(id) {
    const found = await findError(db, id);
    if (!found) throw new Problem('not_found', 'This error no longer exists.');
    const { group, events, people } = found;
    return {
      title: group.title,
      blocks: [
        {
          is: 'facts',
          facts: [
            ['Count', String(group.count)],
            ['Signed-in people', String(people)],
            ['First', `${minute(group.firstAt)} UTC`],
            ['Last', `${minute(group.lastAt)} UTC`],
            ['Where', { text: group.place, mono: true }],
          ],
        },
        ...events.map(({ id: event, at, sample }) => ({
          is: 'code' as const,
          title: `${event}, ${minute(at)} UTC`,
          text: JSON.stringify(sample, null, 2),
        })),
      ],
    };
  },
});
