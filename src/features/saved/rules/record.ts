import { fail, ok, type Result } from '#base/result.ts';
import { capped, excerptOf, normalise } from './content.ts';
import type { SavedBranding, SavedField, SavedHead, SavedTemplate } from './contract.ts';
import { unplainReason } from './plain.ts';
import { jsonBytes, sizes } from './sizes.ts';
import { say } from './words.ts';

/** What somebody wants to save; everything but the text may be left out. */
export interface SaveInput {
  userId?: string | null | undefined;
  id?: string | undefined;
  name?: string | undefined;
  content: string;
  fields?: readonly { name: string; label: string; type?: string; placeholder?: string }[] | undefined;
  formData?: Record<string, unknown> | undefined;
  branding?: unknown;
  isBranded?: boolean | undefined;
  createdAt?: string | undefined;
}

export interface Prepared {
  record: SavedTemplate;
  /** The whole text where the record holds a cut one. */
  fullText: string | null;
}

export const defaultName = 'Untitled Template';

/** Turns what was given into a record, or says why it cannot be one. Time and id come in. */
export function prepareSave(input: SaveInput, now: Date, newId: string): Result<Prepared, string> {
  if (!input.userId) return fail(say('notAuthenticated'));
  if (typeof input.content !== 'string') return fail(say('processFailed'));
  let fullText: string;
  let content: string;
  try {
    fullText = normalise(input.content);
    content = capped(fullText);
  } catch {
    return fail(say('processFailed'));
  }

  const fields = (input.fields ?? []).map(savedField);
  const formData = input.formData ?? {};
  const reason = unplainReason(fields, 'fields') ?? unplainReason(formData, 'formData');
  if (reason !== null) return fail(say('invalid', { reason }));
  if (Array.isArray(formData)) return fail(say('invalid', { reason: 'formData is a list' }));
  // Branding that is no plain data costs the template its branding, not its saving.
  const branding = unplainReason(input.branding) === null ? savedBranding(input.branding) : null;

  const time = now.toISOString();
  const isCompressed = fullText.length > sizes.contentCap;
  return ok({
    fullText: isCompressed ? fullText : null,
    record: {
      id: input.id ?? newId,
      userId: input.userId,
      name: input.name?.trim() || defaultName,
      content,
      fields,
      formData: JSON.parse(JSON.stringify(formData)) as Record<string, unknown>,
      createdAt: input.createdAt ?? time,
      updatedAt: time,
      originalContentLength: fullText.length,
      compressedContentLength: content.length,
      isCompressed,
      isBranded: input.isBranded ?? Boolean(branding?.companyName),
      branding,
      ...(isCompressed && { storageNote: say('cutNote', { from: fullText.length, to: content.length }) }),
    },
  });
}

export const savedField = (field: {
  name: string;
  label: string;
  type?: unknown;
  placeholder?: unknown;
}): SavedField => ({
  name: field.name,
  label: field.label,
  type: (field.type as string | undefined) || 'text',
  placeholder: (field.placeholder as string | undefined) || `Enter ${field.label}...`,
});

const brandingKeys = ['companyName', 'logo', 'primaryColor', 'secondaryColor', 'fontFamily'] as const;

/** Values become texts, what is missing is left out, and what is no object is no branding. */
export function savedBranding(value: unknown): SavedBranding | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const branding: SavedBranding = {};
  for (const key of brandingKeys) {
    const part = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    if (part !== null && part !== undefined) branding[key] = String(part);
  }
  return branding;
}

/** A record with less of its text, and saying so. */
export function cutCopy(
  record: SavedTemplate,
  content: string,
  mark: Partial<SavedTemplate> = {},
): SavedTemplate {
  if (content.length === record.content.length) return { ...record, ...mark };
  const from = record.originalContentLength;
  return {
    ...record,
    content,
    compressedContentLength: content.length,
    isCompressed: true,
    storageNote: say('cutNote', { from, to: content.length }),
    ...mark,
  };
}

/** Less than what was written stands in it. */
export const isCut = (record: Pick<SavedTemplate, 'isCompressed' | 'isEmergencySaved'>): boolean =>
  record.isCompressed || record.isEmergencySaved === true;

/** The line of a list for a record that this device made. */
export const headOf = (
  record: SavedTemplate,
  marks: { folder?: string; starred?: boolean; version?: number } = {},
): SavedHead => ({
  id: record.id,
  version: marks.version ?? 0,
  contentVersion: marks.version ?? 0,
  seq: 0,
  name: record.name,
  folder: marks.folder ?? '',
  starred: marks.starred ?? false,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  deletedAt: null,
  isPurged: false,
  contentLength: record.contentLength ?? record.content.length,
  bytes: jsonBytes(record),
  isStoredInStorage: record.isStoredInStorage ?? false,
  contentURL: record.contentURL ?? null,
  isCompressed: record.isCompressed,
  isEmergencySaved: record.isEmergencySaved ?? false,
  isBranded: record.isBranded,
  branding: headBranding(record.branding),
  excerpt: excerptOf(record.content),
});

export function headBranding(branding: SavedBranding | null): SavedHead['branding'] {
  if (!branding) return null;
  const { companyName, primaryColor, secondaryColor } = branding;
  return {
    ...(companyName !== undefined && { companyName }),
    ...(primaryColor !== undefined && { primaryColor }),
    ...(secondaryColor !== undefined && { secondaryColor }),
  };
}
