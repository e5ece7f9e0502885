import * as z from 'zod/mini';
import { mostFileBytes } from './uploads.ts';

export const BeginUploadBody = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(1000)),
  size: z.int().check(z.minimum(0), z.maximum(mostFileBytes)),
  /** What tells this file from another of its name: when it was changed. */
  print: z.string().check(z.maxLength(100)),
});

export const UploadState = z.object({
  id: z.string(),
  /** As it is kept. */
  name: z.string(),
  size: z.number(),
  /** So many bytes are here: go on from there. */
  got: z.number(),
  /** All of it, looked through if the hub has a scanner. */
  isWhole: z.boolean(),
});

/** What the form's field says: the uploads in their order. */
const Chosen = z.array(z.object({ id: z.string().check(z.regex(/^[a-z0-9]{40}$/)) })).check(z.maxLength(100));

/** The ids that a form's field names; none if somebody wrote something else into it. */
export function chosenIn(text: string): string[] {
  try {
    const read = Chosen.safeParse(JSON.parse(text));
    return read.success ? [...new Set(read.data.map(({ id }) => id))] : [];
  } catch {
    return [];
  }
}
