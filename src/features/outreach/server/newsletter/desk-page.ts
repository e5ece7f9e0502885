import { consentingPeople } from '#features/consent/server/public.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Subscription } from './subscription.ts';

const atOnce = 200;

/** Who gets the newsletter. */
export const newsletterPage = (
  { db }: Pick<Platform, 'db'>,
  subscription: Pick<Subscription, 'counts'>,
): DeskPage => ({
  path: 'newsletter',
  title: 'Newsletter',
  right: 'people',
  async list({ after = '' }) {
    const { willing, unconfirmed } = await subscription.counts();
    const people = await consentingPeople(db.tables(), 'newsletter', { after, limit: atOnce + 1 });
    const shown = people.slice(0, atOnce);
    const next = people.length > atOnce ? shown.at(-1)?.id : undefined;
    return {
      title: 'Newsletter',
      lead: 'Write and send issues on the command line: npm run hub -- newsletter send',
      blocks: [
        {
          is: 'figures',
          figures: [
            { label: 'Subscribers', value: String(willing) },
            { label: 'Not confirmed', value: String(unconfirmed) },
          ],
        },
        {
          is: 'table',
          title: 'Subscribers',
          columns: [{ head: 'Email' }, { head: 'Confirmed' }, { head: 'Source' }],
          rows: shown.map(({ address, confirmedAt, source }) => [
            address,
            confirmedAt?.toISOString().slice(0, 10) ?? '',
            source,
          ]),
          empty: 'No subscribers yet.',
        },
        ...(next === undefined ? [] : [{ is: 'link' as const, text: 'More', href: `?after=${next}` }]),
      ],
    };
  },
});
