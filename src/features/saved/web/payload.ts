import { randomText } from '#base/id.ts';
import type { TellAgain } from '#platform/web/durable.ts';
import type { SavedHead, SavedTemplate } from '../rules/contract.ts';
import { repairRecord } from '../rules/repair.ts';

/** A whole template as a write to the account carries it. `name` left out: it keeps the one it has there. */
export const payloadOf = (
  record: SavedTemplate,
  marks: Partial<Record<'name' | 'nameIfNew' | 'folder' | 'createdAt', string | undefined>>,
): Record<string, unknown> => ({
  ...(marks.name !== undefined && { name: marks.name }),
  ...(marks.nameIfNew !== undefined && { nameIfNew: marks.nameIfNew }),
  ...(marks.folder !== undefined && { folder: marks.folder }),
  ...(marks.createdAt !== undefined && { createdAt: marks.createdAt }),
  content: record.content,
  fields: record.fields,
  formData: record.formData,
  branding: record.branding,
  originalContentLength: record.originalContentLength,
  compressedContentLength: record.compressedContentLength,
  isCompressed: record.isCompressed,
  isBranded: record.isBranded,
  isEmergencySaved: record.isEmergencySaved ?? false,
  storageNote: record.storageNote ?? '',
});

/** A text of later than the backup that the account goes on from. */
export const tellAgain: TellAgain = (body, head) => {
  const record = repairRecord(body);
  const { name, folder, createdAt } = head as SavedHead;
  // Its text may lie in a file that the backup does not have: then there is nothing whole to tell.
  if (!record || (record.isStoredInStorage && record.content === '')) return null;
  return { key: randomText(24), payload: payloadOf(record, { name, folder, createdAt }) };
};
