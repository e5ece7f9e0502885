// Long because: adding, changing, removing and restoring share one lock, one room and one way to keep both.
import { type Kysely, sql, type Transaction } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Plans, Room } from '#features/plans/server/public.ts';
import type { OpenSession } from '#platform/server/http/route.ts';
import type { AddBody, ChangeBody, WriteAnswer } from '../rules/contract.ts';
import { conflictName } from '../rules/list-view.ts';
import { say } from '../rules/words.ts';
import type { VersionHow, Writer } from '../rules/versions.ts';
import { type HeadRow, headOfRow, headRow, type SavedRow } from './rows.ts';
import type { SavedTables } from './tables.ts';
import type { TemplateFiles } from './template-files.ts';
import { isWhole, marksOf, nameOf, restOf, rowGroup, touchesText } from './text-group.ts';
import { logoOf, textWriter } from './text-writer.ts';
import { createTidying } from './tidy-versions.ts';
import { keptKey } from './file-names.ts';
import { letAllGo, letGo, letWholesGo, type Sweep } from './kept-files.ts';
import { dropVersions, trash } from './trash.ts';
import {
  changesTopic,
  inside,
  insertOne,
  newTemplateId,
  onItsOwn,
  unlessTwice,
  updateOne,
  type Write,
  type WrittenRow,
} from './write-once.ts';

export interface WriteTools {
  db: Database;
  files: TemplateFiles;
  now(): Date;
  plans: Pick<Plans, 'tryUse'>;
  room: Pick<Room, 'within' | 'makeWay'>;
  sweep: Pick<Sweep, 'bounded'>;
}

/** Whose write it is, and whether their session still lives where nobody has asked yet. */
export interface By {
  by: Writer & { how?: VersionHow; from?: number };
  session?: OpenSession | undefined;
}

type Trx = Transaction<SavedTables>;

const mostCopiesBeyond = 10;

export function createWrites({ db, files, now, plans, room: space, sweep }: WriteTools) {
  const asOne = onItsOwn(db);
  const tidy = createTidying({ db, now, makeWay: space.makeWay });

  /** The same key again: what it did the first time. */
  async function replayed(
    from: Kysely<SavedTables>,
    owner: string,
    key: string,
  ): Promise<WriteAnswer | null> {
    const write = await from
      .selectFrom('saved_write')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('key', '=', key)
      .executeTakeFirst();
    if (!write) return null;
    const row = await headRow(from, owner, write.template_id);
    if (!row) return null;
    return { outcome: write.outcome, version: write.version, head: headOfRow(row), ...isBack(row, write) };
  }

  /** Whatever is decided in here is decided alone: no other write of this owner comes in between. */
  function alone(owner: string, key: string, work: (trx: Trx) => Promise<WriteAnswer>): Promise<WriteAnswer> {
    return db.transaction<SavedTables, WriteAnswer>(async (trx) => {
      await sql`insert into saved_owner (owner_id, seq) values (${owner}, 0) on conflict do nothing`.execute(
        trx,
      );
      await trx.selectFrom('saved_owner').select('seq').where('owner_id', '=', owner).forUpdate().execute();
      return (await replayed(trx, owner, key)) ?? space.within(trx, owner, () => work(trx));
    });
  }

  const withFile = textWriter(files);
  /** Whether the plan has room for one more, asked under the lock of the owner's writes. */
  const room = async (trx: Trx, owner: string, beyond = 0) => {
    const use = await plans.tryUse(trx, owner, 'savedTemplates');
    if (use.allowed) return;
    const { used, limit } = use.refusal;
    if (used >= limit + beyond) throw new Problem('limit_reached', say('limitReached'));
  };

  async function add(owner: string, body: AddBody, by: Writer): Promise<WriteAnswer> {
    const { key, id } = body;
    const name = nameOf(body);
    const write: Write = {
      owner,
      id,
      key,
      at: now(),
      marks: { ...marksOf(body), name },
      text: null,
      by: { how: 'saved', ...by },
    };
    const createdAt = body.createdAt === undefined ? undefined : earlier(new Date(body.createdAt), write.at);
    const made = { ...write, ...(createdAt && { createdAt }) };
    const text =
      body.upload === undefined ? rowGroup(name, body.content ?? '', restOf(body)) : 'needs a file';
    if (text === 'needs a file') await bring(owner, id, body);

    return alone(owner, key, async (trx) => {
      const there = await headRow(trx, owner, id);
      // Deleted for good elsewhere it stays deleted, and what the account has is not older than a copy found somewhere.
      if (there && body.ifUnknown) {
        const outcome = there.is_purged ? 'deleted' : 'kept';
        return { outcome, version: there.version, head: headOfRow(there) };
      }
      await room(trx, owner);
      // Another template by the same id: both stay.
      if (there) return copy(trx, made, body, undefined, name);
      const row = await insertOne(inside(db, trx), {
        ...made,
        ...(text === 'needs a file' ? await withFile(trx, made, body, undefined, name) : { text }),
      });
      return saved(must(row));
    });
  }

  async function change(owner: string, id: string, body: ChangeBody, { by, session }: By) {
    const touches = touchesText(body);
    const write: Write = {
      owner,
      id,
      key: body.key,
      at: now(),
      marks: marksOf(body),
      text: null,
      by: { how: 'saved', ...by },
      ...logoOf(body, id),
    };
    const text =
      touches && isWhole(body) && body.upload === undefined
        ? rowGroup(body.name ?? '', body.content ?? '', restOf(body))
        : null;
    if (!touches || (text && text !== 'needs a file')) {
      const proving = { ...write, text: text === 'needs a file' ? null : text, lives: session?.lives };
      const row = await unlessTwice(updateOne(asOne, proving, body.base));
      if (row) {
        await tidy.after(owner, id, row);
        return saved(row);
      }
    }
    await session?.prove();
    if (text === 'needs a file') await bring(owner, id, body);
    let written: WrittenRow | null = null;
    const answer = await alone(owner, body.key, async (trx) => {
      const before = await trx
        .selectFrom('saved_template')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('id', '=', id)
        .executeTakeFirst();
      const name = nameOf(body, before?.name);
      const isWholeText = isWhole(body) || (body.upload !== undefined && body.fields !== undefined);
      if (!before || before.is_purged) {
        // Gone for good elsewhere while it was edited here: the edit stays, under an id that nobody has forgotten.
        if (!isWholeText || !before) throw new Problem('not_found');
        return copy(trx, write, body, undefined, name);
      }
      if (touches && before.content_version > body.base)
        return copy(trx, write, body, before, conflictName(name, write.at));
      const row = await updateOne(
        inside(db, trx),
        touches ? await withFile(trx, write, body, before, name) : write,
        'any',
      );
      written = must(row);
      await letFormerGo(trx, before, written.kept != null);
      return saved(written);
    });
    if (written) await tidy.after(owner, id, written);
    await sweep.bounded(owner);
    return answer;
  }

  /** A text that is too large for its row is there, and counted, before the write begins that takes it. */
  async function bring(owner: string, id: string, body: AddBody | ChangeBody): Promise<void> {
    if (body.upload === undefined && body.content !== undefined)
      await files.receive(owner, id, 'content', new TextEncoder().encode(body.content));
  }

  /** Files that this template named until now; a version may name the text from now on. */
  async function letFormerGo(trx: Trx, before: SavedRow, isKept: boolean): Promise<void> {
    const { owner_id: owner, id, content_hash: hash, logo_file: logo } = before;
    if (hash !== null && isKept) await files.keepFormer(trx, owner, id, hash);
    const keys = [
      ...(hash === null || isKept ? [] : [keptKey(owner, 'content', hash, id)]),
      ...(logo === null ? [] : [keptKey(owner, 'logo', logo.hash, id)]),
    ];
    // One that is still named stays at the next look.
    if (keys.length > 0) await letGo(trx, keys, now());
    if (before.rest.isCompressed) await letWholesGo(trx, owner, id, '', now());
  }

  /**
   * Both are kept: the later edit becomes a template of its own, beyond the plan as well. Ten that nobody has looked through
   * are a program's, not a person's: what comes then waits on its device, as any save without room does.
   */
  async function copy(
    trx: Trx,
    write: Write,
    body: AddBody | ChangeBody,
    before: SavedRow | undefined,
    name: string,
  ): Promise<WriteAnswer> {
    await room(trx, write.owner, mostCopiesBeyond);
    const id = newTemplateId();
    const made: Write = {
      ...write,
      id,
      outcome: 'copied',
      marks: { folder: before?.folder, ...write.marks, name },
    };
    if (body.upload !== undefined) {
      // One that a process of the release before took lies under the id it was meant for.
      await files.keepFormer(trx, write.owner, write.id, body.upload);
    }
    let source = before;
    if (before?.is_stored && body.content === undefined && body.upload === undefined && before.content_hash) {
      const bytes = await files.read(write.owner, before.id, before.content_hash);
      source = {
        ...before,
        is_stored: false,
        content_hash: null,
        content: bytes ? new TextDecoder().decode(bytes) : '',
      };
    }
    const whole = await withFile(trx, made, body, source && { ...source, content_hash: null }, name);
    const row = must(await insertOne(inside(db, trx), whole));
    return { outcome: 'copied', version: row.version, head: headOfRow(row) };
  }

  async function remove(
    owner: string,
    id: string,
    key: string,
    base: number,
    forGood: boolean,
  ): Promise<WriteAnswer> {
    return alone(owner, key, async (trx) => {
      const row = await headRow(trx, owner, id);
      if (!row || row.is_purged) throw new Problem('not_found');
      // Edited since by somebody who wants it.
      if (row.content_version > base && !row.deleted_at)
        return { outcome: 'kept', version: row.version, head: headOfRow(row) };
      const at = now();
      if (forGood) await purge(trx, owner, id, at);
      else if (!row.deleted_at) await mark(trx, owner, id, { deleted_at: at, updated_at: at });
      return note(trx, owner, key, id, 'deleted', at);
    });
  }

  async function restore(owner: string, id: string, key: string): Promise<WriteAnswer> {
    return alone(owner, key, async (trx) => {
      const row = await headRow(trx, owner, id);
      if (!row || row.is_purged) throw new Problem('not_found');
      const at = now();
      if (row.deleted_at) {
        await room(trx, owner);
        await mark(trx, owner, id, { deleted_at: null, updated_at: at });
      }
      return note(trx, owner, key, id, 'saved', at);
    });
  }

  async function note(
    trx: Trx,
    owner: string,
    key: string,
    id: string,
    outcome: 'saved' | 'deleted',
    at: Date,
  ): Promise<WriteAnswer> {
    const row = must(await headRow(trx, owner, id));
    await trx
      .insertInto('saved_write')
      .values({ owner_id: owner, key, template_id: id, outcome, version: row.version, at })
      .execute();
    return { outcome, version: row.version, head: headOfRow(row) };
  }

  async function mark(trx: Trx, owner: string, id: string, set: Partial<SavedRow>): Promise<void> {
    const { seq } = await trx
      .updateTable('saved_owner')
      .set({ seq: sql`seq + 1` })
      .where('owner_id', '=', owner)
      .returning('seq')
      .executeTakeFirstOrThrow();
    const { rest: _unchanged, written: _neither, logo_file: _nor, ...columns } = set;
    await trx
      .updateTable('saved_template')
      .set({ ...columns, seq, version: sql`version + 1` })
      .where('owner_id', '=', owner)
      .where('id', '=', id)
      .execute();
    await db.notifyAfter(trx, changesTopic, owner);
  }

  /** Leaves the line by which other devices learn that it is gone. */
  async function purge(trx: Trx, owner: string, id: string, at: Date): Promise<void> {
    const before = await trx
      .selectFrom('saved_template')
      .select(['content_hash', 'logo_file'])
      .where('owner_id', '=', owner)
      .where('id', '=', id)
      .executeTakeFirst();
    await mark(trx, owner, id, {
      is_purged: true,
      deleted_at: at,
      updated_at: at,
      name: '',
      folder: '',
      content: null,
      is_stored: false,
      content_hash: null,
      logo_version: null,
      content_length: 0,
      bytes: 0,
      excerpt: '',
      search_text: null,
    });
    await trx
      .updateTable('saved_template')
      .set({ rest: '{}', written: null, logo_file: null })
      .where('owner_id', '=', owner)
      .where('id', '=', id)
      .execute();
    const keys = await dropVersions(trx, owner, { id }, at);
    if (before?.content_hash) keys.push(keptKey(owner, 'content', before.content_hash, id));
    if (before?.logo_file) keys.push(keptKey(owner, 'logo', before.logo_file.hash, id));
    await letAllGo(trx, owner, { template: id, keys }, at);
    await trash(trx, owner, [id], at);
  }

  return { add, change, remove, restore, purge };
}

export type Writes = ReturnType<typeof createWrites>;

const saved = (row: HeadRow): WriteAnswer => {
  return { outcome: 'saved', version: row.version, head: headOfRow(row), ...isBack(row, row) };
};

/** This write brought it back out of the bin. */
const isBack = (row: HeadRow, { version }: { version: number }): Pick<WriteAnswer, 'isBack'> =>
  row.brought_back === version ? { isBack: true } : {};

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
function must<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('A row that was locked is gone');
  return row;
}
