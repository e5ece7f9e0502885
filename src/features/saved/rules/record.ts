import { fail, ok, type Result } from '#base/result.ts';
import { capped, excerptOf, normalise, truncationComment } from './content.ts';
import {
  longest,
  savedBranding as brandingShape,
  type SavedBranding,
  type SavedField,
  type SavedHead,
  type SavedTemplate,
} from './contract.ts';
import { isBag, kindOf, wellFormed } from './fit.ts';
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

  if (input.fields !== undefined && !Array.isArray(input.fields))
    return fail(say('invalid', { reason: 'fields is not a list' }));
  const fields = (input.fields ?? []).map((field) => wellFormed(savedField(field)));
  const given: unknown = input.formData ?? {};
  const reason =
    unplainReason(fields, 'fields') ??
    unplainReason(given, 'formData') ??
    unfitReason(input.name, fields) ??
    (isBag(given) ? null : `formData is ${kindOf(given)}`);
  if (reason !== null) return fail(say('invalid', { reason }));
  // As it will be read again: dates as texts, what is no number as nothing.
  const formData = wellFormed(JSON.parse(JSON.stringify(given)) as Record<string, unknown>);
  // Branding that is no plain data, or that no record holds, costs the template its branding, not its saving.
  const branding = fittingBranding(input.branding);

  const time = now.toISOString();
  const isCompressed = fullText.length > sizes.contentCap;
  return ok({
    fullText: isCompressed ? fullText : null,
    record: {
      id: input.id ?? newId,
      userId: input.userId,
      name: wellFormed(input.name ?? '').trim() || defaultName,
      content,
      fields,
      formData,
      createdAt: input.createdAt ?? time,
      updatedAt: time,
      originalContentLength: fullText.length,
      compressedContentLength: content.length,
      isCompressed,
      isBranded: input.isBranded ?? Boolean(branding?.companyName),
      branding,
      ...(isCompressed && {
        // Of the text itself: the comment at the cut is none of it.
        storageNote: say('cutNote', { from: fullText.length, to: content.length - truncationComment.length }),
      }),
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

/** Why the account would refuse it, said before it is asked. */
function unfitReason(name: unknown, fields: readonly SavedField[]): string | null {
  if (name !== undefined && typeof name !== 'string') return `name is ${kindOf(name)}`;
  if ((name?.trim().length ?? 0) > longest.name) return `name is longer than ${longest.name} characters`;
  if (fields.length > longest.fields) return `there are more than ${longest.fields} fields`;
  for (const [index, field] of fields.entries()) {
    for (const [part, most] of Object.entries(longest.field)) {
      const value: unknown = field[part as keyof SavedField];
      if (typeof value !== 'string') return `fields[${index}].${part} is ${kindOf(value)}`;
      if (value.length > most) return `fields[${index}].${part} is longer than ${most} characters`;
    }
  }
  return null;
}

function fittingBranding(value: unknown): SavedBranding | null {
  if (unplainReason(value) !== null) return null;
  const branding = savedBranding(value);
  if (!branding) return null;
  const read = brandingShape.safeParse(wellFormed(branding));
  return read.success && jsonBytes(read.data) <= sizes.databaseLimitBytes ? read.data : null;
}

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
