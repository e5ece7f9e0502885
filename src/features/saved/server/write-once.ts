import { createHash } from 'node:crypto';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { randomText } from '#base/id.ts';
import type { AnyKysely, AnyTransaction, Database } from '#platform/server/database/database.ts';
import { type VersionHow, versionBounds, type Writer } from '../rules/versions.ts';
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
  logo?: { hash: string } | 'keep';
  by: Writer & { how: VersionHow; from?: number };
}

/** What a write of a text made of the one before. */
export interface WrittenRow extends HeadRow {
  /** The version that it is kept as; null where it went on in this one. */
  kept?: number | null;
  /** Where it was kept: how many versions the template has, and what all of the account's take. */
  versions?: number | null;
  version_bytes?: number | null;
}

const columnsOf = (table: string) => sql.join(headColumns.map((name) => sql.ref(`${table}.${name}`)));

/** Where a write goes: a transaction that is open, or a statement of its own. */
export type WriteTo = (write: RawBuilder<WrittenRow>, owner: string) => Promise<WrittenRow | undefined>;

export const inside =
  (db: Database, trx: AnyTransaction): WriteTo =>
  async (write, owner) => {
    const [row] = (await write.execute(trx)).rows;
    if (row) await db.notifyAfter(trx, changesTopic, owner);
    return row;
  };

/** Planning it costs as much as a bare insert does: each connection plans each shape of it once. */
export function onItsOwn(db: Database): WriteTo {
  const names = new Map<string, string>();
  const compiler: AnyKysely = db.tables();
  return async (write, owner) => {
    const { sql: text, parameters }: CompiledQuery<WrittenRow> = write.compile(compiler);
    const name = names.get(text) ?? `saved-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
    names.set(text, name);
    const [row] = (await db.pool.query<WrittenRow>({ name, text, values: [...parameters] })).rows;
    if (row) await db.notifyAfter(compiler, changesTopic, owner);
    return row;
  };
}

/**
 * The owner's counter first: its lock puts the writes of one owner in one order, and the number is the write's place
 * in it. With the row goes the key, so that the same write sent twice breaks on it. The word to all listeners comes after the commit.
 */
const inOrder = (write: Write, written: RawBuilder<unknown>, text?: FormerText) => sql<WrittenRow>`
  with counter as (
    insert into saved_owner (owner_id, seq) select ${write.owner}::text, 1 where ${write.lives ?? sql`true`}
    on conflict (owner_id) do update set seq = saved_owner.seq + 1
    returning seq
  ), ${text?.former ?? sql``} written as (${written}), ${text?.kept ?? sql``}
  noted as (
    insert into saved_write (owner_id, key, template_id, outcome, version, at)
    select ${write.owner}, ${write.key}, written.id, ${write.outcome ?? 'saved'}, written.version, ${write.at} from written
  )
  select ${text?.says ?? sql``} ${columnsOf('written')} from written`;

/** What a text knows of itself as a version; its number comes from the row. */
const writtenOf = ({ at, by }: Write): string =>
  JSON.stringify({ ...by, begun: at.toISOString(), at: at.toISOString() });

interface FormerText {
  former: RawBuilder<unknown>;
  kept: RawBuilder<unknown>;
  says: RawBuilder<unknown>;
}

/**
 * The text that a write takes the place of, and whether it stays as a version: not if it is the same text, and not if
 * this device wrote it just now. One that lost more than half of its words always stays.
 */
function formerText(
  { owner, id, key, at, by }: Write,
  text: TextGroup,
  onlyIf: RawBuilder<unknown>,
): FormerText {
  const since = new Date(at.getTime() - versionBounds.foldMs);
  const isTold = sql`(t.written->>'of' = t.content_version::text) is true`;
  return {
    former: sql`former as (
    select t.*, ${isTold} as is_told,
      t.content is not distinct from ${text.content}::text
        and t.content_hash is not distinct from ${text.contentHash}::text and t.rest::text = ${text.rest} as is_same,
      ${isTold} and ${by.how === 'saved'}::boolean and t.written->>'how' = 'saved' and t.written->>'writer' = ${by.writer}
        and not t.written ?| array['name', 'used'] and (t.written->>'begun')::timestamptz > ${since}::timestamptz
        and ${text.contentLength}::integer * 2 >= t.content_length as goes_on
    from counter, saved_template t
    where t.owner_id = ${owner} and t.id = ${id} and not t.is_purged ${onlyIf}
      and not exists (select from saved_write w where w.owner_id = ${owner} and w.key = ${key})
    for update of t
  ),`,
    kept: sql`kept as (
    insert into saved_version (owner_id, template_id, version, at, written, content, rest, content_hash, content_length, bytes)
    select f.owner_id, f.id, f.content_version, case when f.is_told then (f.written->>'at')::timestamptz else f.updated_at end,
      case when f.is_told then f.written end, f.content, f.rest, f.content_hash, f.content_length, f.bytes
    from former f, written where not f.is_same and not f.goes_on
    returning version
  ),`,
    says: sql`(select version from kept) as kept,
    case when exists (select from kept) then
      (select count(*)::integer from saved_version v where v.owner_id = ${owner} and v.template_id = ${id}) end as versions,
    case when exists (select from kept) then
      (select coalesce(sum(v.bytes), 0)::float8 from saved_version v where v.owner_id = ${owner}) end as version_bytes,`,
  };
}

/** A new template; undefined when there is one by this id. */
export async function insertOne(
  to: WriteTo,
  write: Write & { text: TextGroup; createdAt?: Date },
): Promise<WrittenRow | undefined> {
  const { text, marks, at } = write;
  return to(
    inOrder(
      write,
      sql`
    insert into saved_template (owner_id, id, version, content_version, seq, name, folder, starred, created_at,
      updated_at, content, rest, is_stored, content_hash, logo_version, content_length, bytes, excerpt, search_text, logo_file, written)
    select ${write.owner}, ${write.id}, 1, 1, counter.seq, ${marks.name ?? ''}, ${marks.folder ?? ''},
      ${marks.starred ?? false}::boolean, ${write.createdAt ?? at}::timestamptz, ${at}::timestamptz, ${text.content}::text,
      ${text.rest}::json, ${text.content === null}::boolean, ${text.contentHash}::text, ${isNewLogo(write.logo) ? 1 : null}::integer,
      ${text.contentLength}::integer, ${text.bytes}::integer, ${text.excerpt}, ${text.searchText}::text,
      ${isNewLogo(write.logo) ? JSON.stringify({ ...write.logo, of: 1 }) : null}::jsonb, ${writtenOf(write)}::jsonb || '{"of":1}'
    from counter
    on conflict (owner_id, id) do nothing
    returning ${columnsOf('saved_template')}`,
    ),
    write.owner,
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
): Promise<WrittenRow | undefined> {
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
            logo_version = ${isNewLogo(write.logo) ? sql`t.version + 1` : write.logo === 'keep' ? sql`t.logo_version` : sql`null`},
            logo_file = ${isNewLogo(write.logo) ? sql`jsonb_build_object('of', t.version + 1, 'hash', ${write.logo.hash}::text)` : write.logo === 'keep' ? sql`t.logo_file` : sql`null`}, content_length = ${text.contentLength}::integer,
            bytes = ${text.bytes}::integer, excerpt = ${text.excerpt}, search_text = ${text.searchText}::text`,
          sql`written = case when f.is_same and f.is_told then f.written else ${writtenOf(write)}::jsonb end
            || case when f.goes_on then jsonb_build_object('begun', f.written->'begun') else '{}' end
            || jsonb_build_object('of', t.version + 1)`,
        ]
      : []),
  ];
  if (!text)
    return to(
      inOrder(
        write,
        sql`
    update saved_template t set ${sql.join(set)} from counter
    where t.owner_id = ${write.owner} and t.id = ${write.id} and not t.is_purged
      and not exists (select from saved_write w where w.owner_id = ${write.owner} and w.key = ${write.key})
    returning ${columnsOf('t')}`,
      ),
      write.owner,
    );
  // A file is not left behind by a statement of its own: whoever writes inside of a transaction sees to it.
  const onlyIf = base === 'any' ? sql`` : sql`and t.content_version <= ${base} and not t.is_stored`;
  return to(
    inOrder(
      write,
      sql`
    update saved_template t set ${sql.join(set)} from counter, former f
    where t.owner_id = f.owner_id and t.id = f.id
    returning ${columnsOf('t')}`,
      formerText(write, text, onlyIf),
    ),
    write.owner,
  );
}

const isNewLogo = (logo: Write['logo']): logo is { hash: string } => typeof logo === 'object';

/** An id for what the server itself makes; the alphabet of all ids. */
export const newTemplateId = (): string => `tpl_${randomText(20)}`;

/** The same write twice at the same time: the one that comes second finds the key taken. */
export async function unlessTwice(write: Promise<WrittenRow | undefined>): Promise<WrittenRow | undefined> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'saved_write_pkey') return undefined;
    throw error;
  }
}
