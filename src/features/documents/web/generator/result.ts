import type { ReactNode } from 'react';
import { liftPlaceholders, withPlaceholders } from '#features/documents/rules/answers/interview.ts';
import { savedAnswers } from '#features/documents/rules/answers/saved-answers.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { documentName } from '#features/documents/rules/assembly/document-name.ts';
import type { DocumentEntry, PdfRequest } from '#features/documents/rules/contract.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import type { Section } from '#features/documents/rules/template/sections.ts';
import { allFields, type BrandWord, type Template } from '#features/documents/rules/template/template.ts';

/** The company's look, as the page that knows it gives it; null where there is none. */
export interface Letterhead {
  words: Readonly<Record<BrandWord, string>>;
  header: ReactNode;
  dress: (html: string) => string;
  /** The branding's words in the placeholders of a text. */
  fill?: (html: string) => string;
  /** The letterhead of a text without any look. */
  plain?: string;
  forPdf: NonNullable<PdfRequest['branding']>;
}

export interface ToSave {
  name: string;
  content: string;
  fields: { name: string; label: string; type: string; placeholder: string }[];
  formData: Answers;
  isBranded: boolean;
}

export type Owned = 'account' | 'browser';

interface Made {
  entry: DocumentEntry;
  template: Template;
  state: { answers: Answers; date: string; locale: string };
  sections: readonly Section[];
  brand: Letterhead | null;
  /** Says of each part why it is there, for whoever goes on with the text itself. */
  reasons: boolean;
}

/** What these answers make, as it is saved. */
export function toSave({ entry, template, state, sections, brand, reasons }: Made): ToSave {
  const { answers, date, locale } = state;
  const saved = brand ? withPlaceholders(template, answers, brand.words) : answers;
  return {
    name: documentName(entry.title, template, answers),
    content: liftPlaceholders(toHtml(assemble(template, saved, { date, locale, reasons }))),
    fields: allFields(template).map(({ name, label, kind, example }) => ({
      name,
      label,
      type: kind.type,
      placeholder: example.slice(0, 600),
    })),
    formData: savedAnswers(entry.slug, answers, sections),
    isBranded: brand !== null,
  };
}
