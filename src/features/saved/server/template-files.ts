import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import { days } from '#base/clock.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { AnyTransaction, Database } from '#platform/server/database/database.ts';
import { type FileStore, whenThere } from '#platform/server/files/file-store.ts';
import { isWholeOf } from '../rules/content.ts';
import { say } from '../rules/words.ts';
import { fileKeys, keptKey, versionKey } from './file-names.ts';
import { expectFile, type KeptFile } from './kept-files.ts';
import type { SavedRow } from './rows.ts';
import type { SavedTables } from './tables.ts';
import { trashKeys } from './trash.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What a file takes of its owner's room, which is asked before it is put there; it goes with the file. */
export const countFile = (trx: AnyTransaction, owner: string, key: string, bytes: number) =>
  sql`
    insert into saved_file (key, owner_id, bytes) values (${key}, ${owner}, ${bytes})
    on conflict (key) do update set bytes = excluded.bytes`.execute(trx);

/** What the row of a template says of its logo. */
type WithLogo = Pick<SavedRow, 'owner_id' | 'id' | 'logo_version' | 'logo_file'>;

export interface TemplateFiles {
  /** Takes an upload; gives its hash, by which a write names it. */
  receive(owner: string, id: string, part: 'content' | 'logo', bytes: Uint8Array): Promise<string>;
  /**
   * Makes an upload the content, inside the transaction that says so. Each text lies under its own hash: a process that
   * dies in between leaves both, and a backup that names the former one finds it.
   */
  take(
    trx: AnyTransaction,
    owner: string,
    id: string,
    upload: string,
    current: string | null,
  ): Promise<Uint8Array>;
  /** A text that no upload brought and that turned out too large for its row; gives its hash. */
  settle(trx: AnyTransaction, owner: string, id: string, bytes: Uint8Array): Promise<string>;
  /** The hash of the logo that was uploaded last; null where there is none. */
  takeLogo(
    trx: AnyTransaction,
    owner: string,
    id: string,
    before: WithLogo | undefined,
  ): Promise<string | null>;
  /** The content with this hash, wherever it lies. */
  read(owner: string, id: string, hash: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The whole of this content; one of another content is none. */
  readWhole(owner: string, id: string, content: string): Promise<Uint8Array<ArrayBuffer> | null>;
  keepWhole(owner: string, id: string, content: Uint8Array, bytes: Uint8Array): Promise<void>;
  /** What was the content until now stays under its hash, wherever the release before had put it. */
  keepFormer(trx: AnyTransaction, owner: string, id: string, hash: string): Promise<void>;
  readVersion(
    owner: string,
    id: string,
    version: number,
    hash: string,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  readLogo(row: WithLogo): Promise<Uint8Array<ArrayBuffer> | null>;
}

interface Tools {
  db: Database;
  files: FileStore;
  now(): Date;
  within: Room['within'];
}

export function createTemplateFiles({ db, files, now, within }: Tools): TemplateFiles {
  const available = <T>(act: () => Promise<T>) => whenThere(say('storageMissing'), act);
  const load = async (key: string) => {
    const found = await available(() => files.get(key));
    // Its own bytes, so that no shared buffer comes along.
    return found && new Uint8Array(await available(() => buffer(found.stream())));
  };
  const put = (key: string, bytes: Uint8Array) => available(() => files.put(key, bytes));
  const has = (key: string) => available(() => files.has(key));

  /** Under its hash, or where the release before puts it. */
  async function readFrom(hash: string, keys: string[]): Promise<Uint8Array<ArrayBuffer> | null> {
    for (const key of keys) {
      const bytes = await load(key);
      if (bytes && sha256(bytes) === hash) return bytes;
    }
    return null;
  }
  const textKey = (owner: string, id: string, hash: string) => keptKey(owner, 'content', hash, id);
  const read: TemplateFiles['read'] = (owner, id, hash) => {
    const { content, former, incoming } = fileKeys(owner, id);
    return readFrom(hash, [textKey(owner, id, hash), content, former, incoming]);
  };

  const facts = (owner: string, template: string, kind: 'content' | 'logo', bytes: Uint8Array): KeptFile => {
    const hash = sha256(bytes);
    return {
      owner,
      template,
      kind,
      hash,
      key: keptKey(owner, kind, hash, template),
      bytes: bytes.byteLength,
    };
  };

  /** Under its hash from now on. Under the lock of the owner's writes, as no file of theirs is deleted meanwhile. */
  async function settled(trx: AnyTransaction, file: KeptFile, bytes: Uint8Array): Promise<void> {
    if (await has(file.key)) return;
    await expectFile(trx, file, now());
    await put(file.key, bytes);
  }

  const keepFormer: TemplateFiles['keepFormer'] = async (trx, owner, id, hash) => {
    if (await has(textKey(owner, id, hash))) return;
    const bytes = await read(owner, id, hash);
    if (bytes) await settled(trx, facts(owner, id, 'content', bytes), bytes);
  };

  return {
    async receive(owner, id, part, bytes) {
      const file = facts(owner, id, part, bytes);
      const { incomingLogo } = fileKeys(owner, id);
      await db.transaction<SavedTables, void>((trx) =>
        within(trx, owner, async () => {
          await expectFile(trx, file, now());
          await countFile(trx, owner, file.key, file.bytes);
          if (part === 'content') return;
          // What no write follows up is forgotten in a week.
          await trashKeys(trx, [incomingLogo], new Date(now().getTime() + days(7)));
          await countFile(trx, owner, incomingLogo, file.bytes);
        }),
      );
      await put(file.key, bytes);
      if (part === 'logo') await put(incomingLogo, bytes);
      return file.hash;
    },
    async take(trx, owner, id, upload, current) {
      const wanted = await read(owner, id, upload);
      if (!wanted) throw new Problem('conflict', uploadAgain);
      const file = facts(owner, id, 'content', wanted);
      await settled(trx, file, wanted);
      if (current !== null) await keepFormer(trx, owner, id, current);
      // From now on the row counts it.
      await sql`delete from saved_file where key = ${file.key}`.execute(trx);
      // Where a process of the release before looks for it. No row names this one.
      await put(fileKeys(owner, id).content, wanted);
      return wanted;
    },
    async settle(trx, owner, id, bytes) {
      const file = facts(owner, id, 'content', bytes);
      await settled(trx, file, bytes);
      return file.hash;
    },
    async takeLogo(trx, owner, id, before) {
      const bytes = await load(fileKeys(owner, id).incomingLogo);
      if (!bytes) return null;
      const file = facts(owner, id, 'logo', bytes);
      await settled(trx, file, bytes);
      // The upload it was made of goes in a week; it stays, and counts.
      await countFile(trx, owner, file.key, file.bytes);
      // As above, unless the row names the very file that would be written over.
      const isNamed = before?.id === id && before.logo_version !== null && before.logo_file === null;
      if (!isNamed) await put(fileKeys(owner, id).logo, bytes);
      return file.hash;
    },
    read,
    keepFormer,
    readVersion: (owner, id, version, hash) =>
      readFrom(hash, [textKey(owner, id, hash), versionKey(owner, id, version)]),
    async readWhole(owner, id, content) {
      const hash = sha256(new TextEncoder().encode(content));
      for (const key of [keptKey(owner, 'whole', hash, id), fileKeys(owner, id).whole]) {
        const bytes = await load(key);
        if (bytes && isWholeOf(new TextDecoder().decode(bytes), content)) return bytes;
      }
      return null;
    },
    keepWhole: (owner, id, content, bytes) => put(keptKey(owner, 'whole', sha256(content), id), bytes),
    readLogo({ owner_id: owner, id, logo_version: version, logo_file: logo }) {
      const isOfThis = logo !== null && logo.of === version;
      return load(isOfThis ? keptKey(owner, 'logo', logo.hash, id) : fileKeys(owner, id).logo);
    },
  };
}

export const uploadAgain = 'The uploaded content is gone. Upload it again.';

/** The content of a row as it is stored. */
export async function contentOf(
  files: TemplateFiles,
  row: SavedRow,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return row.content_hash === null
    ? new TextEncoder().encode(row.content ?? '')
    : files.read(row.owner_id, row.id, row.content_hash);
}

/** What a person wrote is never run here: it is a download, without scripts, without an origin. */
export const templateFile = (
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
  maxAge: number | null,
): Response =>
  new Response(bytes, {
    headers: {
      'content-type': type,
      'content-length': String(bytes.byteLength),
      'cache-control': maxAge === null ? 'no-store' : `private, max-age=${maxAge}`,
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    },
  });

export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('bad_request', 'The content isn’t UTF-8 text.');
  }
}
