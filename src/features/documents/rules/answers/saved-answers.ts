import * as z from 'zod/mini';
import { type Section, sections } from '../template/sections.ts';
import type { Answers } from './values.ts';

/**
 * The answers of a document that is saved, with what is needed to open it as answers again. Names of questions never
 * begin with a line, so these cannot meet one.
 */
const marks = z.object({
  _document: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)),
  _sections: z.optional(sections),
  /** Its text was changed by hand since. */
  _edited: z.optional(z.boolean()),
});

export interface SavedAnswers {
  slug: string;
  answers: Answers;
  sections: Section[];
  isEdited: boolean;
}

export const savedAnswers = (slug: string, answers: Answers, added: readonly Section[]): Answers => ({
  ...answers,
  _document: slug,
  ...(added.length > 0 && { _sections: [...added] }),
});

export const asEdited = (formData: Answers): Answers =>
  '_document' in formData ? { ...formData, _edited: true } : formData;

/** Null: it was not made from answers. */
export function readSavedAnswers(formData: Answers): SavedAnswers | null {
  const read = marks.safeParse(formData);
  if (!read.success) return null;
  const { _document: slug, _sections: added = [], _edited: isEdited = false } = read.data;
  const answers = Object.fromEntries(Object.entries(formData).filter(([name]) => !name.startsWith('_')));
  return { slug, answers, sections: added, isEdited };
}
