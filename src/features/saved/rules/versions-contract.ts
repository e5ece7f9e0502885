import * as z from 'zod/mini';
import { savedField, templateId, timestamp, writeAnswer } from './contract.ts';
import { versionBounds } from './versions.ts';

const versionNumber = z.coerce.number<string>().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
export const ofTemplate = z.object({ id: templateId });
export const oneVersion = z.object({ id: templateId, version: versionNumber });

export const versionsQuery = z.object({
  /** Older than this one. */
  before: z.optional(versionNumber),
});

export const savedVersion = z.object({
  version: z.int(),
  at: timestamp,
  /** Null where an older release wrote it. */
  device: z.nullable(z.string()),
  /** By the very device that asks. */
  isThisDevice: z.boolean(),
  how: z.enum(['saved', 'restored', 'proposed']),
  from: z.optional(z.int()),
  name: z.optional(z.string()),
  used: z.optional(z.enum(['exported', 'sent'])),
  contentLength: z.int(),
  /** The text as it is now. */
  isCurrent: z.boolean(),
});
export type SavedVersion = z.output<typeof savedVersion>;

export const versionsAnswer = z.object({
  name: z.string(),
  versions: z.array(savedVersion),
  more: z.boolean(),
});
export type VersionsAnswer = z.output<typeof versionsAnswer>;

/** Everything two versions are compared by. */
export const versionText = z.object({
  version: z.int(),
  content: z.string(),
  fields: z.array(savedField),
  formData: z.record(z.string(), z.unknown()),
  isBranded: z.boolean(),
  /** Its text was longer than a record holds. */
  isCut: z.boolean(),
});
export type VersionText = z.output<typeof versionText>;

export const nameBody = z.strictObject({
  /** Empty: it has none any more. */
  name: z.string().check(
    z.trim(),
    z.maxLength(versionBounds.nameLength, {
      error: `A version’s name has at most ${versionBounds.nameLength} characters.`,
    }),
  ),
});
export const restoreVersionBody = z.strictObject({ key: z.string().check(z.regex(/^[\w-]{10,80}$/)) });
/** A text with the proposals of somebody else taken or refused. */
export const proposedBody = z.strictObject({
  key: z.string().check(z.regex(/^[\w-]{10,80}$/)),
  content: z.string().check(z.maxLength(500_000)),
});
export const restoreVersionAnswer = z.extend(writeAnswer, {
  /** The text that it took the place of: restoring that one takes it back. Null: it was the same text. */
  former: z.nullable(z.int()),
});
export type RestoreVersionAnswer = z.output<typeof restoreVersionAnswer>;
export const useBody = z.strictObject({ as: z.literal('exported') });
export const oneVersionAnswer = z.object({ version: savedVersion });

export const versionsApi = {
  all: (id: string, before?: number) =>
    `/api/saved/${id}/versions${before === undefined ? '' : `?before=${before}`}`,
  one: (id: string, version: number) => `/api/saved/${id}/versions/${version}`,
  restore: (id: string, version: number) => `/api/saved/${id}/versions/${version}/restore`,
  proposed: (id: string, version: number) => `/api/saved/${id}/versions/${version}/proposed`,
  use: (id: string) => `/api/saved/${id}/versions/use`,
} as const;
