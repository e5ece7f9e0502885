import { sql } from 'kysely';
import { plainAmount } from '#base/money-text.ts';
import { type CsvCell, csvStream, plain } from '#platform/server/csv-stream.ts';
import type { Platform } from '#platform/server/platform.ts';

interface Moved {
  at: Date;
  is: string;
  id: string;
  provider: string | null;
  kind: string;
  reference: string;
  cents: number;
  state: string;
}

const rowsAtOnce = 1000;

/** Payments and refunds by the time at which they happened, both days included. */
export function movesCsv(
  db: Platform['db'],
  since: string,
  until: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const from = new Date(since);
  const end = new Date(Date.parse(until) + 86_400_000);
  async function* lines() {
    for (const is of ['payment', 'refund'] as const) {
      const [table, key, provider] =
        is === 'payment'
          ? [sql`payment_capture`, sql`m.capture_id`, sql`m.capture_id`]
          : [sql`payment_refund`, sql`m.id`, sql`m.provider_refund_id`];
      let after: Pick<Moved, 'at' | 'id'> | undefined;
      for (;;) {
        const { rows } = await sql<Moved>`
          select m.at, ${key} as id, ${provider} as provider, payment.kind, payment.reference, m.cents, m.state
          from ${table} m join payment on payment.id = m.payment_id
          where m.at >= ${from} and m.at < ${end}
            ${after ? sql`and (m.at, ${key}) > (${after.at}, ${after.id})` : sql``}
          order by m.at, ${key} limit ${rowsAtOnce}`.execute(db.tables());
        if (rows.length > 0)
          yield rows.map((row): CsvCell[] => [
            is,
            plain(row.at.toISOString()),
            row.provider,
            row.kind,
            row.reference,
            row.state,
            plain('USD'),
            plain(plainAmount(row.cents)),
          ]);
        if (rows.length < rowsAtOnce) break;
        after = rows.at(-1);
      }
    }
  }
  return csvStream('what,at,paypal id,for,reference,state,currency,amount'.split(','), lines());
}
