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
  // pg gives bigint, count() and sum() as text.
  [builtins.INT8, exactNumber],
  [builtins.NUMERIC, exactNumber],
  // A date is a day, not midnight somewhere.
  [builtins.DATE, asIs],
]);

/** How values arrive from PostgreSQL, for one pool or client: pg's own table is global and stays as it is. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;
