import { assertReadable } from '#features/documents/rules/bounds.ts';
import type { Block, Doc, Run } from '#features/documents/rules/assembly/doc.ts';
import { compareDocs } from '#features/documents/rules/compare/compare.ts';
import { inLines, markedDoc } from '#features/documents/rules/compare/marked.ts';
import type { ComparedRequest } from '#features/documents/rules/contract.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { parseHtml } from '#features/documents/rules/formats/parse-html.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';

/** Two texts as one document: for Word with changes to accept or reject, on paper with lines. */
export function comparedDoc(
  { title, before, after, lead, answers }: ComparedRequest,
  as: 'pdf' | 'docx',
): Doc {
  const [one, other] = [before, after].map((html) => {
    const nodes = parseHtml(html);
    assertReadable(nodes);
    return readHtml(nodes, { slug: fileName(title), title });
  }) as [Doc, Doc];
  const doc = markedDoc(compareDocs(one, other), { references: as === 'docx' });
  // What comes back from Word must be the document and nothing beside it.
  if (as === 'docx') return doc;
  const text = (words: string): Run[] => [{ r: 'text', text: words }];
  const table: Block[] =
    answers.length === 0
      ? []
      : [
          {
            b: 'table',
            align: ['start', 'start', 'start'],
            head: ['Question', 'Before', 'After'].map(text),
            rows: answers.map((answer) => [answer.label, answer.before, answer.after].map(text)),
          },
        ];
  const intro: Block[] = [
    { b: 'para', runs: [{ r: 'text', text: lead, italic: true }] },
    {
      b: 'para',
      runs: [
        { r: 'text', text: 'New words are ' },
        { r: 'text', text: 'bold and underlined', change: 'new' },
        { r: 'text', text: ', removed words are ' },
        { r: 'text', text: 'struck out', change: 'gone' },
        { r: 'text', text: '.' },
      ],
    },
    ...table,
  ];
  return inLines({ ...doc, blocks: [...intro, ...doc.blocks] });
}
