import { type Kysely, sql } from 'kysely';
import { readDollars } from '#base/amount.ts';
import { countOf } from '#base/count.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { cents as asCents, formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import type { Asked, DeskCell, DeskPage } from '#platform/server/desk.ts';
import { olderLink, olderThan } from '#platform/server/older.ts';
import type { Platform } from '#platform/server/platform.ts';
import { donationSums } from '../donations/commands.ts';
import { movesOf } from '../moves.ts';
import type { Payments } from '../payments.ts';
import type { PaymentTables } from '../tables.ts';
import { eventOf, minute } from './words.ts';

const money = (amount: number): string => formatMoney(asCents(amount));
const atOnce = 50;

type Row = Awaited<ReturnType<typeof readDonation>>;

async function readDonation(db: Kysely<PaymentTables>, id: string) {
  const row = await db.selectFrom('donation').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no donation ${id}.`);
  return row;
}

const tones = {
  paid: 'ok',
  partly_refunded: 'warn',
  refunded: 'muted',
  declined: 'danger',
  open: 'muted',
} as const;
const stateCell = ({ state }: Pick<Row, 'state'>): DeskCell => ({
  text: state === 'open' ? 'not paid' : state.replace('_', ' '),
  tone: tones[state],
});

/** Gifts of money: who gave, what they wrote with it, and the way back. */
export function donationsPage({ db, clock }: Pick<Platform, 'db' | 'clock'>, payments: Payments): DeskPage {
  const tables = () => db.tables<PaymentTables>();

  async function found(asked: Asked) {
    const { find = '', state = '' } = asked;
    const word = find.replaceAll('\0', '').trim();
    let query = tables()
      .selectFrom('donation')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(atOnce + 1);
    if (word.includes('@')) query = query.where('address_key', '=', mailAddressKey(word));
    else if (word !== '') query = query.where('id', '=', word);
    if (state !== 'all') query = query.where('paid_at', 'is not', null);
    const older = olderThan(asked);
    if (older) query = query.where(older);
    return query.execute();
  }

  const leftOf = async (row: Row): Promise<number> => {
    if (row.paid_at === null) return 0;
    const { rows } = await sql<{ back: number }>`
      select coalesce(sum(refund.cents), 0)::float8 as back
      from payment join payment_refund refund on refund.payment_id = payment.id
      where reference = ${row.id} and refund.state = 'done' and not exists (
        select from payment_capture c where c.capture_id = refund.capture_id and c.state = 'duplicate')`.execute(
      db.tables(),
    );
    return row.cents - (rows[0]?.back ?? 0);
  };

  return {
    path: 'donations',
    title: 'Donations',
    right: 'money',
    async list(asked) {
      const rows = await found(asked);
      const shown = rows.slice(0, atOnce);
      const { find = '', state = '' } = asked;
      const [month, all] = [
        await donationSums(db, new Date(clock.now().getTime() - 30 * 86_400_000)),
        await donationSums(db),
      ];
      return {
        title: 'Donations',
        lead: 'Single gifts. Those that are given every month are under Subscriptions.',
        blocks: [
          {
            is: 'figures',
            figures: [
              {
                label: 'In 30 days, after refunds',
                value: money(month.total),
                note: countOf(month.count, 'donation'),
              },
              {
                label: 'In all, after refunds',
                value: money(all.total),
                note: countOf(all.count, 'donation'),
              },
            ],
          },
          {
            is: 'search',
            fields: [
              { name: 'find', label: 'Email or donation', value: find, kind: 'search' },
              {
                name: 'state',
                label: 'State',
                value: state,
                options: [
                  { value: '', label: 'Paid' },
                  { value: 'all', label: 'Unfinished ones too' },
                ],
              },
            ],
          },
          {
            is: 'table',
            title: find ? 'Results' : 'Newest first',
            columns: [
              { head: 'When (UTC)' },
              { head: 'By' },
              { head: 'Email' },
              { head: 'State' },
              { head: 'Amount', numeric: true },
            ],
            rows: shown.map((row) => [
              { text: minute(row.paid_at ?? row.created_at), href: `/donations/${row.id}` },
              row.name ?? '',
              row.email ?? '',
              stateCell(row),
              money(row.cents),
            ]),
            empty: find ? 'No matching donations.' : 'No donations yet.',
          },
          ...olderLink({ find, state }, rows.length > atOnce ? shown.at(-1) : undefined),
        ],
      };
    },
    async one(id) {
      const row = await readDonation(tables(), id);
      const left = await leftOf(row);
      const facts: [string, DeskCell | null][] = [
        ['State', stateCell(row)],
        ['Amount', money(row.cents)],
        ['After refunds', left === row.cents ? null : money(left)],
        ['By', row.name],
        ['Email', row.email],
        ['Account', row.owner_id ?? 'none (guest)'],
        ['Donation', { text: row.id, mono: true }],
      ];
      return {
        title: `Donation of ${money(row.cents)}`,
        blocks: [
          ...(left > 0 ? [{ is: 'acts' as const, id: row.id }] : []),
          { is: 'facts', facts: facts.filter((fact): fact is [string, DeskCell] => fact[1] !== null) },
          ...(row.message ? [{ is: 'code' as const, title: 'What they wrote', text: row.message }] : []),
          {
            is: 'timeline',
            title: 'What happened',
            id: row.id,
            events: [
              { at: row.created_at, words: 'Donation begun' },
              ...(await movesOf(db, row.id)).map(eventOf),
            ],
          },
        ],
      };
    },
    acts: [
      {
        name: 'refund',
        label: 'Refund',
        isGrave: true,
        async ask(id) {
          const row = await readDonation(tables(), id);
          const left = await leftOf(row);
          return {
            words: `Of this donation${row.email ? ` by ${row.email}` : ''}, ${money(left)} can be sent back.`,
            fields: [
              { name: 'dollars', label: 'Amount to refund, in dollars', value: (left / 100).toFixed(2) },
              { name: 'reason', label: 'Reason (shown to the donor)' },
            ],
          };
        },
        async act(id, { dollars = '', reason = '' }, by) {
          const row = await readDonation(tables(), id);
          const before = await leftOf(row);
          const read = readDollars(dollars.trim());
          if ('words' in read)
            throw new Problem('bad_request', 'Nothing was refunded.', { fields: { dollars: read.words } });
          const { refundedCents } = await payments.refund(row.id, read.cents, reason, by?.name);
          return {
            words: `${money(refundedCents)} refunded.`,
            before: { left: money(before) },
            after: { refund: money(refundedCents), left: money(await leftOf(row)) },
          };
        },
      },
    ],
  };
}
