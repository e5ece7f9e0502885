import type pg from 'pg';

interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
  /** Filled in for whoever does not name it. */
  fillsItself: boolean;
}

interface Rule {
  table: string;
  name: string;
  kind: 'unique' | 'check' | 'reference' | 'exclusion';
  columns: string[];
  says: string;
}

export interface Schema {
  tables: string[];
  columns: Column[];
  rules: Rule[];
}

/** What code that writes and reads these tables relies on. */
export async function readSchema(client: pg.ClientBase): Promise<Schema> {
  const ours = `n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not like 'kysely%'`;
  const ask = async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text)).rows;
  return {
    tables: (
      await ask<{ name: string }>(
        `select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where ${ours}`,
      )
    ).map(({ name }) => name),
    columns: await ask<Column>(`
      select relname as table, attname as name, format_type(atttypid, atttypmod) as type,
        attnotnull as "isRequired", atthasdef or attidentity <> '' as "fillsItself"
      from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
      where ${ours} and attnum > 0 and not attisdropped`),
    rules: await ask<Rule>(`
      select relname as table, conname as name, pg_get_constraintdef(k.oid) as says,
        case contype when 'c' then 'check' when 'f' then 'reference' else 'exclusion' end as kind,
        array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
      from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
      where ${ours} and contype in ('c', 'f', 'x')
      union all
      select c.relname, i.relname, regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', ''), 'unique',
        array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey))
      from pg_index x join pg_class c on c.oid = indrelid join pg_class i on i.oid = indexrelid
        join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and indisunique`),
  };
}

/**
 * What code that knows only the tables of before would trip over, in words: reads that fail, writes that are refused.
 * `widened` names rules of which their author says that they only take more than before.
 */
export function breaksOlderCode(before: Schema, after: Schema, widened: readonly string[] = []): string[] {
  const faults: string[] = [];
  const columnOf = ({ columns }: Schema, { table, name }: Pick<Column, 'table' | 'name'>) =>
    columns.find((column) => column.table === table && column.name === name);

  for (const table of before.tables) if (!after.tables.includes(table)) faults.push(`${table} is gone`);
  const stays = ({ table }: { table: string }) =>
    before.tables.includes(table) && after.tables.includes(table);

  for (const old of before.columns.filter(stays)) {
    const now = columnOf(after, old);
    const where = `${old.table}.${old.name}`;
    if (!now) faults.push(`${where} is gone`);
    else if (now.type !== old.type) faults.push(`${where} was ${old.type} and is ${now.type}`);
    else if (now.isRequired && !old.isRequired) faults.push(`${where} must not be null any more`);
    else if (now.isRequired && old.fillsItself && !now.fillsItself) faults.push(`${where} lost its default`);
  }
  const isNew = (column: Pick<Column, 'table' | 'name'>) => !columnOf(before, column);
  for (const column of after.columns.filter(stays))
    if (isNew(column) && column.isRequired && !column.fillsItself)
      faults.push(`${column.table}.${column.name} is new, must be given and fills in nothing by itself`);

  const saysTheSame = (rules: Rule[], rule: Rule) =>
    rules.some(({ table, kind, says }) => table === rule.table && kind === rule.kind && says === rule.says);
  // What older code leaves empty cannot break a rule about it.
  const isLeftEmpty = ({ table, columns, kind }: Rule) =>
    columns.length > 0 &&
    columns.every((name) => {
      const column = columnOf(after, { table, name });
      return isNew({ table, name }) && (kind !== 'unique' || column?.fillsItself === false);
    });
  for (const rule of after.rules.filter(stays)) {
    if (saysTheSame(before.rules, rule) || isLeftEmpty(rule) || widened.includes(rule.name)) continue;
    faults.push(`${rule.table} is held to a new rule, ${rule.name}: ${rule.says}`);
  }
  for (const rule of before.rules.filter(stays))
    if (rule.kind === 'unique' && !saysTheSame(after.rules, rule))
      faults.push(`${rule.table} lost ${rule.name}, which "on conflict" of older code names`);
  return faults;
}
