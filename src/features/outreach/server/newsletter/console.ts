import { consentingPeople } from '#features/consent/server/public.ts';
import type { ConsolePage } from '#platform/server/console.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Subscription } from './subscription.ts';

const atOnce = 200;

/** Who gets the newsletter. */
export const newsletterPage = (
  { db }: Pick<Platform, 'db'>,
  subscription: Pick<Subscription, 'counts'>,
): ConsolePage => ({
  path: 'newsletter',
  title: 'Newsletter',
  async list({ after = '' }) {
    const { willing, unconfirmed } = await subscription.counts();
    const people = await consentingPeople(db.tables(), 'newsletter', { after, limit: atOnce + 1 });
    const shown = people.slice(0, atOnce);
    const next = people.length > atOnce ? shown.at(-1)?.id : undefined;
    return {
      title: 'Newsletter',
      lead: 'Issues are written and sent at the terminal: npm run hub -- newsletter send',
      blocks: [
        {
          is: 'figures',
          figures: [
            { label: 'Subscribers', value: String(willing) },
            { label: 'Asked, not confirmed', value: String(unconfirmed) },
          ],
        },
        {
          is: 'table',
          title: 'Subscribers',
          columns: [{ head: 'Address' }, { head: 'Confirmed' }, { head: 'Came by' }],
          rows: shown.map(({ address, confirmedAt, source }) => [
            address,
            confirmedAt?.toISOString().slice(0, 10) ?? '',
            source,
          ]),
          empty: 'Nobody yet.',
        },
        ...(next === undefined ? [] : [{ is: 'link' as const, text: 'More', href: `?after=${next}` }]),
      ],
    };
  },
});
