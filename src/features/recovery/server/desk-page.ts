import type { DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { CartView } from '../rules/contract.ts';
import { stateWords } from '../rules/own-store.ts';
import { money } from '../rules/writing.ts';
import { campaignsOf } from './campaigns.ts';
import { figuresOf } from './figures.ts';
import { listCarts } from './list.ts';
import type { OwnStore } from './own-store.ts';
import { hubOwner } from './tables.ts';

const minute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** How many reminders went out, and why the others didn't. */
function remindersOf({ messages }: CartView): string {
  const sent = messages.filter(({ state }) => state === 'sent').length;
  const reasons = new Set(
    messages.flatMap(({ state, reason }) => (state === 'not sent' && reason ? [reason] : [])),
  );
  return [`${sent} sent`, ...[...reasons].map((reason) => `not sent: ${reason}`)].join('; ');
}

/** The reminders of the hub's own store: whether they are on, why not, and the newest carts. */
export const remindersPage = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ownStore: Pick<OwnStore, 'read'>,
): DeskPage => ({
  path: 'reminders',
  title: 'Reminders',
  right: 'money',
  async list() {
    const { standing, since } = await ownStore.read(db.tables());
    const { analytics } = await figuresOf(db.tables(), hubOwner, clock.now());
    const campaigns = await campaignsOf(db.tables(), hubOwner);
    const { carts } = await listCarts(db.tables(), hubOwner);
    return {
      title: 'Reminders',
      lead: 'Abandoned carts of this hub’s own store. Only buyers who asked for it at checkout are emailed.',
      blocks: [
        {
          is: 'facts',
          facts: [
            ['Reminders', { text: stateWords(standing, since), tone: standing.isOn ? 'ok' : 'warn' }],
            ['What to do', standing.advice],
            [
              'Campaigns',
              campaigns.map(({ name, on_since }) => `${name} (${on_since ? 'on' : 'off'})`).join(', '),
            ],
          ],
        },
        {
          is: 'figures',
          figures: [
            { label: 'Abandoned', value: String(analytics.totalAbandoned) },
            { label: 'Recovered', value: String(analytics.totalRecovered) },
            { label: 'Recovery rate', value: `${analytics.recoveryRate}%` },
          ],
        },
        {
          is: 'table',
          title: 'Newest carts',
          columns: [
            { head: 'Email' },
            { head: 'Abandoned (UTC)' },
            { head: 'Total', numeric: true },
            { head: 'Status' },
            { head: 'Reminders' },
          ],
          rows: carts.map((cart) => [
            cart.email,
            minute(cart.createdAt),
            money(cart.totalCents, cart.currency),
            cart.status,
            remindersOf(cart),
          ]),
          empty: 'No carts yet.',
        },
      ],
    };
  },
});
