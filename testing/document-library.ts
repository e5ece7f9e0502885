import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { readLibrary } from '#features/documents/server/library.ts';

/** The documents as they are shipped. */
export const documentLibrary = () => readLibrary('content/documents', 'nowhere');

let library: ReturnType<typeof documentLibrary> | undefined;

/** One of them with sample answers, as of one day. */
export function sampleDocument(slug: string): Doc {
  const template = (library ??= documentLibrary()).get(slug);
  if (!template) throw new Error(`There is no document ${slug}`);
  return assemble(template, sampleAnswers(template), { date: '2026-11-21', locale: 'en-GB' });
}
