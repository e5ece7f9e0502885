import { openPlaces } from '#features/documents/rules/assembly/open-places.ts';
import { runsText } from '#features/documents/rules/assembly/doc.ts';
import { withBlanks } from '#features/documents/rules/assembly/mark-places.ts';
import { formalitiesOf } from '#features/documents/rules/answers/review.ts';
import { readSavedAnswers } from '#features/documents/rules/answers/saved-answers.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { documentOf } from '#features/documents/web/request/library.ts';
import { today } from '#features/documents/web/today.ts';
import type { Letterhead } from '#features/documents/web/generator/result.ts';
import { signatureBlocks } from '#features/agreements/rules/initials.ts';
import type { ToSend } from '#features/agreements/web/send/send-screen.tsx';
import type { SavedTemplate } from '#features/saved/rules/contract.ts';

/** A saved document as it is sent: with the branding it was saved with the wish for, and what is known of its parties. */
export function toSend(template: SavedTemplate, letterhead: Letterhead | null): Omit<ToSend, 'formalities'> {
  const title = template.name.trim() || 'Document';
  const brand = template.isBranded ? letterhead : null;
  const filled = (html: string) => brand?.fill?.(html) ?? html;
  const doc = readHtml(filled(template.content), { slug: fileName(title), title });
  const made = readSavedAnswers(template.formData);
  return {
    template: template.id,
    title,
    // Places to fill in are blanks of the text, so that the other side can fill them.
    html: toHtml({ ...doc, blocks: withBlanks(doc.blocks) }),
    ...(brand && { branding: brand.forPdf }),
    ...(made && { slug: made.slug, answers: made.answers }),
    parties: signatureBlocks(doc.blocks).map(({ heading, lines }) => ({
      heading: runsText(heading).trim(),
      lines: lines.map(({ label, runs }) => ({ label, text: runsText(runs).trim() })),
    })),
    blanks: openPlaces(readHtml(template.content, doc), filled).length,
  };
}

/** What the document's own law demands of its signing; nothing where it can't be known now. */
export async function formalitiesFor({ formData }: SavedTemplate): Promise<ToSend['formalities']> {
  const made = readSavedAnswers(formData);
  if (!made) return [];
  const { template } = await documentOf(made.slug);
  return formalitiesOf(template, made.answers, today());
}
