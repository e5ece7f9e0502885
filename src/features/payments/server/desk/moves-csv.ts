import { sql } from 'kysely';
import { plainAmount } from '#base/money-text.ts';
import { type CsvCell, csvStream, plain } from '#platform/server/csv-stream.ts';
import type { Platform } from '#platform/server/platform.ts';

/** Money that came or went back, as one line of the export. */
export interface Moved {
  at: Date;
  is: 'payment' | 'refund';
  id: string;
  provider: string | null;
  kind: string;
  reference: string;
  cents: number;
  state: string;
  /** Of what is paid regularly: the account that pays, and the days that it paid for. */
  member?: string | null;
  from?: Date | null;
  until?: Date | null;
}

/** Lines of the export out of another feature's books, by time and then ID; at most `limit`, those after `after`. */
export type MoveSource = (
  span: { from: Date; end: Date },
  after: Pick<Moved, 'at' | 'id'> | undefined,
  limit: number,
) => Promise<Moved[]>;

const rowsAtOnce = 1000;

/** Payments and refunds by the time at which they happened, both days included. */
export function movesCsv(
  db: Platform['db'],
  since: string,
  until: string,
  others: readonly MoveSource[] = [],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const from = new Date(since);
  const end = new Date(Date.parse(until) + 86_400_000);
  async function* lines() {
    for (const source of [movesIn(db, 'payment'), movesIn(db, 'refund'), ...others]) {
      let after: Moved | undefined;
      for (;;) {
        const rows = await source({ from, end }, after, rowsAtOnce);
        if (rows.length > 0) yield rows.map(cellsOf);
        if (rows.length < rowsAtOnce) break;
        after = rows.at(-1);
      }
    }
  }
  return csvStream(
    'what,at,paypal id,for,reference,state,currency,amount,account,period from,period until'.split(','),
    lines(),
  );
}

const cellsOf = (row: Moved): CsvCell[] => [
  row.is,
  plain(row.at.toISOString()),
  row.provider,
  row.kind,
  row.reference,
  row.state,
  plain('USD'),
  plain(plainAmount(row.cents)),
  row.member ?? null,
  dayOf(row.from),
  dayOf(row.until),
];

const dayOf = (date: Date | null | undefined): CsvCell =>
  date ? plain(date.toISOString().slice(0, 10)) : null;

const movesIn =
  (db: Platform['db'], is: Moved['is']): MoveSource =>
  async ({ from, end }, after, limit) => {
    const [table, key, provider] =
      is === 'payment'
        ? [sql`payment_capture`, sql`m.capture_id`, sql`m.capture_id`]
        : [sql`payment_refund`, sql`m.id`, sql`m.provider_refund_id`];
    const { rows } = await sql<Omit<Moved, 'is'>>`
      select m.at, ${key} as id, ${provider} as provider, payment.kind, payment.reference, m.cents, m.state
      from ${table} m join payment on payment.id = m.payment_id
      where m.at >= ${from} and m.at < ${end}
        ${after ? sql`and (m.at, ${key}) > (${after.at}, ${after.id})` : sql``}
      order by m.at, ${key} limit ${limit}`.execute(db.tables());
    return rows.map((row) => ({ is, ...row }));
  };
