import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { type AddBody, type ChangeBody, uploadedLogo } from '../rules/contract.ts';
import { say } from '../rules/words.ts';
import type { SavedRow } from './rows.ts';
import { fileKeys, sha256, type TemplateFiles } from './template-files.ts';
import { fileGroup, restOf, rowGroup, type TextGroup } from './text-group.ts';
import type { Write } from './write-once.ts';

export function textWriter(files: TemplateFiles) {
  /** The text of a write that names an upload, or is too large for its row. */
  return async function withFile(
    trx: AnyTransaction,
    write: Write,
    body: AddBody | ChangeBody,
    before: SavedRow | undefined,
    name: string,
  ): Promise<Write & { text: TextGroup }> {
    const { owner, id } = write;
    const rest = restOf(body, before?.rest);
    const current = before?.content_hash ?? null;
    let upload = body.upload;
    if (upload === undefined) {
      // A part without the text: the text stays what it was.
      if (body.content === undefined && before?.is_stored && current !== null) {
        const bytes = before.id === id ? await files.read(owner, id, current) : null;
        if (!bytes) throw new Problem('unavailable', say('storageMissing'));
        return { ...write, text: fileGroup(name, bytes, current, rest), logo: 'keep' };
      }
      const inRow = rowGroup(name, body.content ?? before?.content ?? '', rest);
      if (inRow !== 'needs a file') return { ...write, text: inRow };
      const bytes = new TextEncoder().encode(body.content ?? before?.content ?? '');
      upload = await files.receive(owner, id, 'content', bytes);
    }
    const bytes = await files.promote(owner, id, upload, current);
    const isNew =
      rest.branding?.logo === uploadedLogo && (await files.promoteLogo(owner, id).catch(() => false));
    // The upload it was made of goes in a week; it stays, and counts.
    if (isNew) {
      const { logo, incomingLogo } = fileKeys(owner, id);
      await sql`
        insert into saved_file (key, owner_id, bytes)
        select ${logo}, owner_id, bytes from saved_file where key = ${incomingLogo}
        on conflict (key) do update set bytes = excluded.bytes`.execute(trx);
    }
    return {
      ...write,
      text: fileGroup(name, bytes, sha256(bytes), rest),
      ...(isNew ? { logo: 'new' } : logoOf(body, id)),
    };
  };
}

/** A record that names its own logo's address keeps the logo. */
export const logoOf = ({ branding }: AddBody | ChangeBody, id: string): Pick<Write, 'logo'> =>
  branding?.logo === uploadedLogo || branding?.logo?.startsWith(`/api/saved/${id}/logo?`)
    ? { logo: 'keep' }
    : {};
