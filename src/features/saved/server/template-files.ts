import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { type FileStore, whenThere } from '#platform/server/files/file-store.ts';
import { isWholeOf } from '../rules/content.ts';
import { say } from '../rules/words.ts';
import type { SavedRow } from './rows.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Where the files of a template lie. */
export const fileKeys = (owner: string, id: string) => {
  const folder = `templates/${owner}/${id}`;
  return {
    content: `${folder}/content.html`,
    /** Uploaded, and not yet what the database says. */
    incoming: `${folder}/content.next.html`,
    /** What the database says until its transaction is through. */
    former: `${folder}/content.former.html`,
    /** All of a text of which the content is what the cap left. */
    whole: `${folder}/whole.html`,
    logo: `${folder}/logo.png`,
    incomingLogo: `${folder}/logo.next.png`,
  };
};

/** A former text that is too large for a row. No other version ever has its number, so its file is written once. */
export const versionKey = (owner: string, id: string, version: number): string =>
  `templates/${owner}/${id}/versions/${version}.html`;

/** What a file takes of its owner's room, which is asked before it is put there; it goes with the file. */
export const countFile = (trx: AnyTransaction, owner: string, key: string, bytes: number) =>
  sql`
    insert into saved_file (key, owner_id, bytes) values (${key}, ${owner}, ${bytes})
    on conflict (key) do update set bytes = excluded.bytes`.execute(trx);

export interface TemplateFiles {
  /** Takes an upload; gives its hash, by which a write names it. */
  receive(owner: string, id: string, part: 'content' | 'logo', bytes: Uint8Array): Promise<string>;
  /**
   * Makes an upload the content, inside the transaction that says so. A process that dies in between leaves both
   * texts, and `read` finds the one that the database means.
   */
  promote(owner: string, id: string, upload: string, current: string | null): Promise<Uint8Array>;
  promoteLogo(owner: string, id: string): Promise<boolean>;
  /** The content with this hash, wherever it lies. */
  read(owner: string, id: string, hash: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The whole of this content; one of another content is none. */
  readWhole(owner: string, id: string, content: string): Promise<Uint8Array<ArrayBuffer> | null>;
  keepWhole(owner: string, id: string, bytes: Uint8Array): Promise<void>;
  /** Copies what was the content until now, by its hash, to where its version finds it. */
  keepVersion(owner: string, id: string, version: number, hash: string): Promise<void>;
  readVersion(
    owner: string,
    id: string,
    version: number,
    hash: string,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  readLogo(owner: string, id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  delete(key: string): Promise<void>;
}

export function createTemplateFiles(files: FileStore): TemplateFiles {
  const available = <T>(act: () => Promise<T>) => whenThere(say('storageMissing'), act);
  const load = async (key: string) => {
    const found = await available(() => files.get(key));
    // Its own bytes, so that no shared buffer comes along.
    return found && new Uint8Array(await available(() => buffer(found.stream())));
  };
  const put = (key: string, bytes: Uint8Array) => available(() => files.put(key, bytes));

  const read: TemplateFiles['read'] = async (owner, id, hash) => {
    const keys = fileKeys(owner, id);
    for (const key of [keys.content, keys.former, keys.incoming]) {
      const bytes = await load(key);
      if (bytes && sha256(bytes) === hash) return bytes;
    }
    return null;
  };

  return {
    async receive(owner, id, part, bytes) {
      const keys = fileKeys(owner, id);
      await put(part === 'content' ? keys.incoming : keys.incomingLogo, bytes);
      return sha256(bytes);
    },
    async promote(owner, id, upload, current) {
      const keys = fileKeys(owner, id);
      const bytes = await load(keys.incoming);
      const already = bytes && sha256(bytes) === upload ? null : await load(keys.content);
      const wanted = already ?? bytes;
      // Another device uploaded in between: that one's text is no answer to this write.
      if (!wanted || sha256(wanted) !== upload) throw new Problem('conflict', uploadAgain);
      if (already) return already;
      const former = current === null ? null : await load(keys.content);
      if (former && sha256(former) === current) await put(keys.former, former);
      await put(keys.content, wanted);
      return wanted;
    },
    async promoteLogo(owner, id) {
      const keys = fileKeys(owner, id);
      const bytes = await load(keys.incomingLogo);
      if (bytes) await put(keys.logo, bytes);
      return bytes !== null;
    },
    read,
    async keepVersion(owner, id, version, hash) {
      const bytes = await read(owner, id, hash);
      if (bytes) await put(versionKey(owner, id, version), bytes);
    },
    async readVersion(owner, id, version, hash) {
      const bytes = await load(versionKey(owner, id, version));
      return bytes && sha256(bytes) === hash ? bytes : null;
    },
    async readWhole(owner, id, content) {
      const bytes = await load(fileKeys(owner, id).whole);
      return bytes && isWholeOf(new TextDecoder().decode(bytes), content) ? bytes : null;
    },
    keepWhole: (owner, id, bytes) => put(fileKeys(owner, id).whole, bytes),
    readLogo: (owner, id) => load(fileKeys(owner, id).logo),
    delete: (key) => files.delete(key),
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
