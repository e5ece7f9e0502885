import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { countOf } from '#base/count.ts';
import { cents, formatMoney } from '#base/money.ts';
import type { DeskAct, DeskBlock, DeskCell, Given, Look } from '#platform/server/desk.ts';
import { fileField, firstOf, linesNotRead, readOneFile } from '#platform/server/desk-file.ts';
import {
  mostReportLines,
  readReport,
  type Report,
  type ReportLine,
} from '#features/payments/rules/paypal-report.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readTextFile } from '#platform/server/text-file.ts';

const mostBytes = 64 * 1024 ** 2;
const idsAtOnce = 1000;
const money = (amount: number): string => formatMoney(cents(amount));

/** Money that moved, as the hub knows it: signed as PayPal does. */
interface Booked {
  id: string;
  cents: number;
  at: Date;
  reference: string;
}

export interface Compared {
  /** In the report and not here. */
  unknown: ReportLine[];
  /** Here, of the days that the report covers as a whole, and not in it. */
  missing: Booked[];
  other: { line: ReportLine; booked: Booked }[];
  payouts: ReportLine[];
  /** In both: what it is here, by its ID. */
  booked: Map<string, number>;
}

/** Sales and refunds, one-time and of subscriptions, each by the ID that PayPal gave it. */
const moves = sql`(
  select capture_id as id, c.cents, c.at, p.reference from payment_capture c join payment p on p.id = c.payment_id
    where c.state in ('paid', 'duplicate', 'mismatch')
  union all
  select r.provider_refund_id, -r.cents, r.at, p.reference from payment_refund r join payment p on p.id = r.payment_id
    where r.state = 'done' and r.provider_refund_id is not null and r.by <> 'reversed'
  union all select sale_id, cents, at, subscription_id from billing_payment
  union all
  select refund_key, -note.cents, issued_at, subscription_id from billing_credit_note note
    join billing_payment using (sale_id) where refund_key not like 'seen:%'
) as move`;

const payoutWords =
  /withdraw|transfer to bank|bank transfer|auszahlung|abbuchung|virement|retir|retrait|preliev|opname|saque/i;

export async function compareReport(db: Platform['db'], { lines }: Pick<Report, 'lines'>): Promise<Compared> {
  const booked = new Map<string, Booked>();
  for (let from = 0; from < lines.length; from += idsAtOnce) {
    const ids = lines.slice(from, from + idsAtOnce).map(({ id }) => id);
    const { rows } = await sql<Booked>`
      select id, cents::float8 as cents, at, reference from ${moves} where id = any(${ids}::text[])`.execute(
      db.tables(),
    );
    for (const row of rows) booked.set(row.id, row);
  }
  const covered = lines
    .map(({ day }) => day)
    .filter(Boolean)
    .sort();
  const [first, last] = [covered[0], covered.at(-1)];
  // The report's days are those of its own time zone: the first and the last may be cut.
  const missing =
    first === undefined || last === undefined
      ? []
      : (
          await sql<Booked>`
            select id, cents::float8 as cents, at, reference from ${moves}
            where at >= ${new Date(Date.parse(first) + days(1))} and at < ${new Date(last)}
              and id <> all(${lines.map(({ id }) => id)}::text[])
            order by at desc, id limit 1000`.execute(db.tables())
        ).rows;
  const isPayout = ({ id, type, grossCents }: ReportLine) =>
    grossCents < 0 && !booked.has(id) && payoutWords.test(type);
  return {
    missing,
    booked: new Map([...booked].map(([id, row]) => [id, row.cents])),
    payouts: lines.filter(isPayout),
    unknown: lines.filter((line) => !booked.has(line.id) && !isPayout(line)),
    other: lines.flatMap((line) => {
      const row = booked.get(line.id);
      return row && row.cents !== line.grossCents ? [{ line, booked: row }] : [];
    }),
  };
}

const nothingCompared = 'Nothing was compared. See PayPal’s report.';

/** PayPal's own report beside the books: looked at, and kept nowhere. */
export const reportAct = (db: Platform['db']): DeskAct => {
  const look = async (given: Given | undefined): Promise<Look> => {
    const report = await readOneFile(given, nothingCompared, async (path) =>
      readReport(await readTextFile(path, mostBytes), () => setImmediate()),
    );
    const compared = await compareReport(db, report);
    return { words: wordsOf(report, compared), blocks: blocksOf(report, compared) };
  };
  return {
    name: 'report',
    label: 'Compare with PayPal’s report',
    button: 'Compare',
    isOfPage: true,
    ask: async () => ({
      words: `PayPal’s activity report as CSV (at PayPal: Activity, Download; all transactions), in any of its languages, up to ${mostReportLines.toLocaleString('en')} lines. Its fees and payouts are shown beside the books. The file is deleted once it was read, and nothing of it is kept: names and addresses in it aren’t even read.`,
      fields: [
        { name: fileField, label: 'PayPal’s report', kind: 'files', accept: '.csv,.txt,.tsv,text/csv' },
      ],
    }),
    look: (_id, _form, given) => look(given),
    // Only looked at: a door that shows no looks says the outcome in words.
    act: async (_id, _form, _by, given) => ({ words: (await look(given)).words, after: {} }),
  };
};

function wordsOf({ lines, faults, passed }: Report, { unknown, missing, other }: Compared): string {
  const agreed = unknown.length + missing.length + other.length === 0;
  const notes = [
    ...(passed.currency > 0 ? [`In other currencies, and not looked at: ${passed.currency}.`] : []),
    ...(passed.open > 0 ? [`Not completed at PayPal yet: ${passed.open}.`] : []),
    ...(faults.length > 0 ? [`Couldn’t be read, see below: ${faults.length}.`] : []),
  ];
  const lead =
    lines.length === 0
      ? 'No completed transaction in US dollars is in this report.'
      : agreed
        ? `All that was compared agrees with the books: ${countOf(lines.length, 'transaction')}.`
        : `Compared: ${countOf(lines.length, 'transaction')}.`;
  return [
    lead,
    ...notes,
    'The first and the last day of the report may be cut by its time zone: what is missing there isn’t told.',
  ].join(' ');
}

const amounts = new Set(['Gross', 'Fees', 'Net', 'In the books', 'Paid out', 'Amount']);
const sum = (lines: readonly ReportLine[], of: 'grossCents' | 'feeCents' | 'netCents'): number =>
  lines.reduce((total, line) => total + line[of], 0);

function blocksOf(
  { lines, faults }: Report,
  { unknown, missing, other, payouts, booked }: Compared,
): DeskBlock[] {
  const paidOut = new Set(payouts);
  const turnover = lines.filter((line) => !paidOut.has(line));
  const months = [...new Set(lines.map(({ day }) => day.slice(0, 7)))].sort().toReversed();
  const table = <T>(
    title: string,
    heads: string[],
    all: readonly T[],
    cells: (one: T) => DeskCell[],
  ): DeskBlock[] =>
    firstOf(
      title,
      heads.map((head) => ({ head, ...(amounts.has(head) && { numeric: true }) })),
      all,
      cells,
    );
  return [
    {
      is: 'figures',
      figures: [
        { label: 'Gross', value: money(sum(turnover, 'grossCents')) },
        { label: 'Fees', value: money(sum(turnover, 'feeCents')) },
        { label: 'Net', value: money(sum(turnover, 'netCents')) },
        { label: 'Paid out', value: money(0 - sum(payouts, 'grossCents')) },
      ],
    },
    ...table('By month', ['Month', 'Gross', 'In the books', 'Fees', 'Net', 'Paid out'], months, (month) => {
      const of = turnover.filter(({ day }) => day.slice(0, 7) === month);
      // What the books say of it, whatever the report says; and what only they have.
      const inBooks =
        of.reduce((total, { id }) => total + (booked.get(id) ?? 0), 0) +
        missing.reduce((total, row) => total + (row.at.toISOString().startsWith(month) ? row.cents : 0), 0);
      const paid = payouts.filter(({ day }) => day.slice(0, 7) === month);
      return [
        month || 'No day',
        money(sum(of, 'grossCents')),
        money(inBooks),
        money(sum(of, 'feeCents')),
        money(sum(of, 'netCents')),
        money(0 - sum(paid, 'grossCents')),
      ];
    }),
    ...table(
      'At PayPal, not in the books',
      ['Day', 'What PayPal calls it', 'Transaction', 'Amount'],
      unknown,
      ({ day, type, id, grossCents }) => [day, type, { text: id, mono: true }, money(grossCents)],
    ),
    ...table(
      'In the books, not in the report',
      ['When (UTC)', 'Of', 'Transaction', 'Amount'],
      missing,
      (each) => [
        each.at.toISOString().slice(0, 16).replace('T', ' '),
        { text: each.reference, mono: true },
        { text: each.id, mono: true },
        money(each.cents),
      ],
    ),
    ...table(
      'Another amount',
      ['Day', 'Of', 'Transaction', 'In the books', 'Gross'],
      other,
      ({ line, booked: here }) => [
        line.day,
        { text: here.reference, mono: true },
        { text: line.id, mono: true },
        money(here.cents),
        money(line.grossCents),
      ],
    ),
    ...table(
      'Paid out',
      ['Day', 'What PayPal calls it', 'Transaction', 'Amount'],
      payouts,
      ({ day, type, id, grossCents }) => [day, type, { text: id, mono: true }, money(0 - grossCents)],
    ),
    ...linesNotRead(faults),
  ];
}
