import { useState } from 'react';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import type { DocumentEntry } from '#features/documents/rules/contract.ts';
import type { Interview } from './use-answers.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { toMarkdown, toText } from '#features/documents/rules/formats/text.ts';
import type { Section } from '#features/documents/rules/template/sections.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { downloadEdited, downloadPdf, handOver } from '../download.ts';
import { printDocument, wholePage } from '../print.ts';
import { type Taking, useTaking } from '../taking.tsx';
import type { Letterhead, Owned } from './result.ts';

export type Export = 'pdf' | 'here' | 'docx' | 'markdown' | 'html' | 'text' | 'print';

/** Every way out beside the PDF of the hub, in the words of a menu. */
export const otherFormats: readonly [Exclude<Export, 'pdf' | 'print'>, string][] = [
  ['docx', 'Download for Word'],
  ['here', 'PDF (offline)'],
  ['markdown', 'Download Markdown'],
  ['html', 'Download HTML'],
  ['text', 'Download plain text'],
];

interface ToExport {
  entry: DocumentEntry;
  template: Template;
  doc: Doc;
  state: Pick<Interview, 'answers' | 'date'> & { locale: string };
  sections: readonly Section[];
  brand: Letterhead | null;
  owned: Owned | null;
}

export interface Exports {
  taking: Taking;
  exportAs: (what: Export) => void;
  /** What went out last, until something is answered anew. */
  out: Export | null;
}

/** The document as it leaves the hub. */
export function useExports({ entry, template, doc, state, sections, brand, owned }: ToExport): Exports {
  const { answers, date, locale } = state;
  const [last, setLast] = useState<{ what: Export; doc: Doc } | null>(null);
  const dress = (html: string) => brand?.dress(html) ?? html;
  const taking = useTaking(doc, brand?.forPdf ?? null);
  const makeFile = (kind: 'pdf' | 'docx') =>
    taking.take(kind, () => {
      const branding = brand && { branding: brand.forPdf };
      // The hub sets what the account owns from its answers; what only this browser knows to be bought, from the text.
      if (entry.price > 0 && owned === 'browser')
        return downloadEdited(kind, { title: doc.title, html: toHtml(doc), ...branding });
      const added = sections.length > 0 && { sections: [...sections] };
      return downloadPdf(entry.slug, { answers, date, locale, ...added, ...branding }, kind);
    });
  const file = (text: string, type: string, ending: string) =>
    handOver(new Blob([text], { type: `${type};charset=utf-8` }), `${entry.slug}.${ending}`);
  const plain = brand?.plain ?? '';
  const ways: Record<Export, () => unknown> = {
    pdf: () => makeFile('pdf'),
    here: () => taking.takeHere(),
    docx: () => makeFile('docx'),
    markdown: () => file(`${plain}${toMarkdown(doc)}`, 'text/markdown', 'md'),
    html: () => file(wholePage(doc.title, doc.language, dress(toHtml(doc))), 'text/html', 'html'),
    text: () => file(`${plain}${toText(doc)}`, 'text/plain', 'txt'),
    print: () => printDocument(template, answers, dress),
  };
  const exportAs = (what: Export) => {
    setLast(null);
    void Promise.resolve(ways[what]()).then(() => setLast({ what, doc }));
  };
  return { taking, exportAs, out: last?.doc === doc && taking.outcome?.said !== 'failed' ? last.what : null };
}
