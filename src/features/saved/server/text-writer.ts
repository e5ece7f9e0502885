import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { type AddBody, type ChangeBody, uploadedLogo } from '../rules/contract.ts';
import { say } from '../rules/words.ts';
import type { SavedRow } from './rows.ts';
import { sha256, type TemplateFiles } from './template-files.ts';
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
      upload = await files.settle(trx, owner, id, bytes);
    }
    const bytes = await files.take(trx, owner, id, upload, current);
    const hash =
      rest.branding?.logo === uploadedLogo
        ? await files.takeLogo(trx, owner, id, before).catch(() => null)
        : null;
    return {
      ...write,
      text: fileGroup(name, bytes, sha256(bytes), rest),
      ...(hash === null ? logoOf(body, id) : { logo: { hash } }),
    };
  };
}

/** A record that names its own logo's address keeps the logo. */
export const logoOf = ({ branding }: AddBody | ChangeBody, id: string): Pick<Write, 'logo'> =>
  branding?.logo === uploadedLogo || branding?.logo?.startsWith(`/api/saved/${id}/logo?`)
    ? { logo: 'keep' }
    : {};
