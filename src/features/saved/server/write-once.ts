import { createHash } from 'node:crypto';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { randomText } from '#base/id.ts';
import type { AnyKysely, AnyTransaction, Database } from '#platform/server/database/database.ts';
import { notice, noticeChannel } from '#platform/server/database/listener.ts';
import { type HeadRow, headColumns } from './rows.ts';
import type { TextGroup } from './text-group.ts';

export const changesTopic = 'saved';

export interface Marks {
  name?: string | undefined;
  folder?: string | undefined;
  starred?: boolean | undefined;
}

/** One write of one template, as one statement. */
export interface Write {
  owner: string;
  id: string;
  key: string;
  at: Date;
  outcome?: 'saved' | 'copied';
  marks: Marks;
  /** null: the text stays as it is. */
  text: TextGroup | null;
  /** Must be true when it happens: whose write it is, is asked with it. */
  lives?: RawBuilder<boolean> | undefined;
  /** What becomes of the logo's file with this text; left out, there is none. */
  logo?: 'new' | 'keep';
}

const columnsOf = (table: string) => sql.join(headColumns.map((name) => sql.ref(`${table}.${name}`)));

/** Where a write goes: a transaction that is open, or a statement of its own. */
export type WriteTo = (write: RawBuilder<HeadRow>) => Promise<HeadRow | undefined>;

export const inside =
  (trx: AnyTransaction): WriteTo =>
  async (write) =>
    (await write.execute(trx)).rows[0];

/** Planning it costs as much as a bare insert does: each connection plans each shape of it once. */
export function onItsOwn(db: Database): WriteTo {
  const names = new Map<string, string>();
  const compiler: AnyKysely = db.tables();
  return async (write) => {
    const { sql: text, parameters }: CompiledQuery<HeadRow> = write.compile(compiler);
    const name = names.get(text) ?? `saved-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
    names.set(text, name);
    return (await db.pool.query<HeadRow>({ name, text, values: [...parameters] })).rows[0];
  };
}

/**
 * The owner's counter first: its lock puts the writes of one owner in one order, and the number is the write's place
 * in it. With the row goes the key, so that the same write sent twice breaks on it, and the word to all listeners.
 */
const inOrder = (write: Write, written: RawBuilder<unknown>) => sql<HeadRow>`
  with counter as (
    insert into saved_owner (owner_id, seq) select ${write.owner}::text, 1 where ${write.lives ?? sql`true`}
    on conflict (owner_id) do update set seq = saved_owner.seq + 1
    returning seq
  ), written as (${written}),
  noted as (
    insert into saved_write (owner_id, key, template_id, outcome, version, at)
    select ${write.owner}, ${write.key}, written.id, ${write.outcome ?? 'saved'}, written.version, ${write.at} from written
  )
  select ${columnsOf('written')}, pg_notify(${noticeChannel}, ${notice(changesTopic, write.owner)}) from written`;

/** A new template; undefined when there is one by this id. */
export async function insertOne(
  to: WriteTo,
  write: Write & { text: TextGroup; createdAt?: Date },
): Promise<HeadRow | undefined> {
  const { text, marks, at } = write;
  return to(
    inOrder(
      write,
      sql`
    insert into saved_template (owner_id, id, version, content_version, seq, name, folder, starred, created_at,
      updated_at, content, rest, is_stored, content_hash, logo_version, content_length, bytes, excerpt, search_text)
    select ${write.owner}, ${write.id}, 1, 1, counter.seq, ${marks.name ?? ''}, ${marks.folder ?? ''},
      ${marks.starred ?? false}::boolean, ${write.createdAt ?? at}::timestamptz, ${at}::timestamptz, ${text.content}::text,
      ${text.rest}::json, ${text.content === null}::boolean, ${text.contentHash}::text, ${write.logo === 'new' ? 1 : null}::integer,
      ${text.contentLength}::integer, ${text.bytes}::integer, ${text.excerpt}, ${text.searchText}::text
    from counter
    on conflict (owner_id, id) do nothing
    returning ${columnsOf('saved_template')}`,
    ),
  );
}

/**
 * A change; undefined when there is nothing to change, or when a change of its text was made upon a text that is not
 * the last one. A text that comes to the bin brings its template back.
 */
export async function updateOne(
  to: WriteTo,
  write: Write,
  base: number | 'any',
): Promise<HeadRow | undefined> {
  const { text, marks, at } = write;
  const set = [
    sql`version = t.version + 1`,
    sql`seq = counter.seq`,
    sql`updated_at = ${at}::timestamptz`,
    ...(marks.name !== undefined ? [sql`name = ${marks.name}`] : []),
    ...(marks.folder !== undefined ? [sql`folder = ${marks.folder}`] : []),
    ...(marks.starred !== undefined ? [sql`starred = ${marks.starred}::boolean`] : []),
    ...(text
      ? [
          sql`brought_back = case when t.deleted_at is null then t.brought_back else t.version + 1 end`,
          sql`content_version = t.version + 1, deleted_at = null, content = ${text.content}::text, rest = ${text.rest}::json,
            is_stored = ${text.content === null}::boolean, content_hash = ${text.contentHash}::text,
            logo_version = ${write.logo === 'new' ? sql`t.version + 1` : write.logo === 'keep' ? sql`t.logo_version` : sql`null`}, content_length = ${text.contentLength}::integer,
            bytes = ${text.bytes}::integer, excerpt = ${text.excerpt}, search_text = ${text.searchText}::text`,
        ]
      : []),
  ];
  return to(
    inOrder(
      write,
      sql`
    update saved_template t set ${sql.join(set)} from counter
    where t.owner_id = ${write.owner} and t.id = ${write.id} and not t.is_purged
      ${text && base !== 'any' ? sql`and t.content_version <= ${base}` : sql``}
      and not exists (select from saved_write w where w.owner_id = ${write.owner} and w.key = ${write.key})
    returning ${columnsOf('t')}`,
    ),
  );
}

/** An id for what the server itself makes; the alphabet of all ids. */
export const newTemplateId = (): string => `tpl_${randomText(20)}`;

/** The same write twice at the same time: the one that comes second finds the key taken. */
export async function unlessTwice(write: Promise<HeadRow | undefined>): Promise<HeadRow | undefined> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'saved_write_pkey') return undefined;
    throw error;
  }
}
