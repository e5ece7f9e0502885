import pg from 'pg';

const { builtins } = pg.types;

function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`Too large for a number: ${text}`);
  return value;
}

const asIs = (text: string): string => text;

const parsers = new Map<number, (text: string) => unknown>([
  // pg returns bigint, count() and sum() as text.
  [builtins.INT8, exactNumber],
  [builtins.NUMERIC, exactNumber],
  // A date is a calendar day, not midnight in some zone.
  [builtins.DATE, asIs],
]);

/** How PostgreSQL values are parsed, per pool or client: pg's own table is global and stays untouched. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;
