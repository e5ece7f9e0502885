import { type CsvRecord, csvRecords, isBlank, separatorIn } from '#base/csv.ts';
import { Problem } from '#base/problem.ts';

/** A line of PayPal's own report. Whose it is, is not read. */
export interface ReportLine {
  line: number;
  id: string;
  /** What PayPal calls it, in the language of the report. */
  type: string;
  day: string;
  grossCents: number;
  feeCents: number;
  netCents: number;
}

export const mostReportLines = 50_000;

// In English, German, French, Spanish, Italian, Dutch and Portuguese, in small letters.
const columns = {
  id: [
    'transaction id',
    'transaktionscode',
    'numéro de transaction',
    'id. de transacción',
    'id de transacción',
    'codice transazione',
    'transactiereferentie',
    'id da transação',
  ],
  date: ['date', 'datum', 'fecha', 'data'],
  type: ['type', 'typ', 'beschreibung', 'description', 'tipo', 'descripción', 'descrizione', 'descrição'],
  status: ['status', 'état', 'estado', 'stato'],
  currency: ['currency', 'währung', 'devise', 'divisa', 'moneda', 'valuta', 'moeda'],
  gross: ['gross', 'brutto', 'avant commission', 'bruto', 'lordo', 'valor bruto'],
  fee: [
    'fee',
    'fees',
    'gebühr',
    'entgelt',
    'commission',
    'comisión',
    'tarifa',
    'tariffa',
    'kosten',
    'tarifas',
  ],
  net: ['net', 'netto', 'net amount', 'neto', 'après commission', 'valor líquido'],
} as const;
type Column = keyof typeof columns;
const needed: readonly Column[] = ['id', 'date', 'currency', 'gross', 'fee', 'net'];

const doneWords = [
  'completed',
  'abgeschlossen',
  'terminé',
  'completado',
  'completada',
  'completata',
  'voltooid',
  'concluído',
  'concluída',
  'refunded',
  'partially refunded',
];

export interface Report {
  /** In US dollars, and done; each transaction once. */
  lines: ReportLine[];
  faults: { line: number; why: string }[];
  /** In another currency, or not done yet. */
  passed: { currency: number; open: number };
}

/** PayPal's activity as it is downloaded, whatever the language; `pause` lets others have their turn. */
export async function readReport(text: string, pause: () => Promise<unknown>): Promise<Report> {
  const report: Report = { lines: [], faults: [], passed: { currency: 0, open: 0 } };
  const seen = new Set<string>();
  const dates: { line: ReportLine; typed: string }[] = [];
  let at: Record<Column, number> | null = null;
  let count = 0;
  for (const record of csvRecords(text, separatorIn(text))) {
    if (record.unclosedAt !== undefined)
      throw new Problem(
        'bad_request',
        `Line ${record.unclosedAt} opens a quote that is never closed. Download the report again.`,
      );
    if (isBlank(record)) continue;
    if (!at) {
      at = placesOf(record);
      continue;
    }
    count += 1;
    if (count % 500 === 0) await pause();
    if (count > mostReportLines)
      throw new Problem('bad_request', 'This report has more than 50,000 lines. Download a shorter time.');
    const cell = (name: Column) => (record.cells[at?.[name] ?? -1] ?? '').trim();
    const refuse = (why: string) => report.faults.push({ line: record.line, why });
    const [id, currency, status] = [cell('id'), cell('currency').toUpperCase(), cell('status').toLowerCase()];
    if (!/^[\w-]{6,40}$/.test(id)) {
      refuse('it has no transaction ID');
      continue;
    }
    if (currency !== 'USD') {
      if (/^[A-Z]{3}$/.test(currency)) report.passed.currency += 1;
      else refuse('it names no currency');
      continue;
    }
    if (status !== '' && !doneWords.includes(status)) {
      report.passed.open += 1;
      continue;
    }
    const [gross = null, fee = null, net = null] = [cell('gross'), cell('fee'), cell('net')].map(signedCents);
    if (gross === null || fee === null || net === null) refuse('an amount can’t be read');
    else if (gross + fee !== net) refuse('gross and fee don’t make its net amount');
    else if (seen.has(id)) refuse('an earlier line has the same transaction ID');
    else {
      seen.add(id);
      const line = {
        line: record.line,
        id,
        type: cell('type').slice(0, 100),
        day: '',
        grossCents: gross,
        feeCents: fee,
        netCents: net,
      };
      report.lines.push(line);
      dates.push({ line, typed: cell('date') });
    }
  }
  if (!at) throw new Problem('bad_request', 'This file is empty.');
  // 03/04 is March or April: the whole report says which, if any of its days is above 12.
  const isDayFirst = dates.some(({ typed }) => Number(/^(\d{1,2})\//.exec(typed)?.[1] ?? 0) > 12);
  for (const { line, typed } of dates) line.day = dayOf(typed, isDayFirst);
  return report;
}

function placesOf({ cells }: CsvRecord): Record<Column, number> {
  const heads = cells.map((cell) => cell.trim().toLowerCase().replaceAll(/\s+/g, ' '));
  const at = Object.fromEntries(
    Object.entries(columns).map(([column, names]) => [
      column,
      heads.findIndex((head) => (names as readonly string[]).includes(head)),
    ]),
  ) as Record<Column, number>;
  const missing = needed.filter((name) => at[name] < 0).map((name) => columns[name][0]);
  if (missing.length > 0)
    throw new Problem(
      'bad_request',
      `This isn’t PayPal’s activity report: it has no column ${missing.join(', ')}.`,
    );
  return at;
}

/** -1,234.56 and -1.234,56 and 1 234,56; null for anything that could mean two amounts, or none. */
export function signedCents(typed: string): number | null {
  const text = typed.replaceAll(/[\s\u00a0\u202f'’]/gu, '').replace(/^\u2212/u, '-');
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d[\d.,]*)[.,](\d\d)$/.exec(text) ?? [];
  const plain = whole || (/^-?\d{1,9}$/.test(text) ? text.replace('-', '') : '');
  if (plain === '' || !/^(?:\d{1,9}|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/.test(plain)) return null;
  // The sign between thousands isn't the one before the cents.
  const mark = text.at(-3) ?? '';
  if (whole !== '' && plain.includes(mark)) return null;
  const cents = Number(plain.replaceAll(/[.,]/g, '')) * 100 + Number(decimals || 0);
  if (!Number.isSafeInteger(cents)) return null;
  return sign === '-' || text.startsWith('-') ? 0 - cents : cents;
}

function dayOf(typed: string, isDayFirst: boolean): string {
  const iso = /^\d{4}-\d\d-\d\d$/.exec(typed)?.[0];
  if (iso !== undefined) return iso;
  const [, first = '', mark = '', second = '', year = ''] =
    /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(typed) ?? [];
  if (year === '') return '';
  const [day, month] = mark !== '/' || isDayFirst ? [first, second] : [second, first];
  return Number(month) > 12 ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
