import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  ExternalHyperlink,
  type IRunOptions,
  InternalHyperlink,
  type ParagraphChild,
  ShadingType,
  SimpleField,
  TextRun,
} from 'docx';
import { hasRightToLeft, lineRightToLeft, partsByWay } from '#features/documents/rules/formats/direction.ts';
import type { Run } from '#features/documents/rules/assembly/doc.ts';
import { textRun } from './tracked.ts';
import { hasEastern } from '#features/documents/rules/answers/east.ts';

// Word counts in twentieths of a point; 56.7 of them are a millimetre.
export const mm = (length: number): number => Math.round(length * 56.7);
export const column = mm(11);
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
export const noBorders = {
  top: none,
  bottom: none,
  left: none,
  right: none,
  insideHorizontal: none,
  insideVertical: none,
};

export const sides = {
  center: AlignmentType.CENTER,
  right: AlignmentType.END,
  justify: AlignmentType.JUSTIFIED,
};
export const words = (list: Run[]): string =>
  list.map((run) => ('text' in run ? run.text : run.r === 'blank' ? run.label : '')).join('');
export const turned = (list: Run[]) => (lineRightToLeft(list) ? { bidirectional: true } : {});
const bookmark = (id: string): string => `doc_${id.replace(/\W/g, '_')}`.slice(0, 40);
export const marked = (id: string, list: Run[]): ParagraphChild[] =>
  id === '' ? runs(list) : [new Bookmark({ id: bookmark(id), children: runs(list) })];

interface Look {
  bold?: boolean;
  italics?: boolean;
  color?: string;
  size?: number;
}

/** "clause 4.1", whose number is Word's own: a clause that is inserted before it counts there, too. */
function reference({ id, text }: Extract<Run, { r: 'ref' }>, look: Look): ParagraphChild[] {
  const [, word = '', number] = /^(.*?\s)(\d[\d.]*)$/.exec(text) ?? [];
  // An annex has its number in its words.
  if (number === undefined || id.startsWith('annex-'))
    return [new InternalHyperlink({ anchor: bookmark(id), children: plainRuns(text, look) })];
  return [...plainRuns(word, look), new SimpleField(`REF ${bookmark(id)} \\r \\h`, number)];
}

/** Words as Word wants them: what runs to the left is told apart, and signs of East Asia bring their own marks. */
export const plainRuns = (text: string, look: IRunOptions = {}, change?: 'new' | 'gone'): TextRun[] =>
  partsByWay(text).map((part) =>
    textRun(
      {
        ...look,
        text: part,
        ...(hasRightToLeft(part) && { rightToLeft: true }),
        ...(hasEastern(part) && {
          font: { ...(typeof look.font === 'object' && look.font), hint: 'eastAsia' },
        }),
      },
      change,
    ),
  );

export const runs = (list: Run[], look: Look = {}): ParagraphChild[] =>
  list.flatMap((run): ParagraphChild[] => {
    switch (run.r) {
      case 'break':
        return [new TextRun({ break: 1 })];
      case 'blank':
        return [
          new TextRun({
            ...look,
            // Typed over and not written on: the room for a pen would stay behind it.
            text: run.label.trimEnd(),
            underline: {},
            shading: { type: ShadingType.CLEAR, fill: 'FFE98A', color: 'auto' },
          }),
        ];
      case 'term':
        return [
          new TextRun({ ...look, text: '“' }),
          ...plainRuns(run.text, { ...look, bold: true }),
          new TextRun({ ...look, text: '”' }),
        ];
      case 'ref':
        return reference(run, look);
      default: {
        const manner = {
          ...look,
          ...(run.bold && { bold: true }),
          ...(run.italic && { italics: true }),
          ...(run.r === 'text' && run.underline && { underline: {} }),
          ...(run.r === 'text' && run.strike && { strike: true }),
        };
        const text = plainRuns(run.text, manner, run.r === 'text' ? run.change : undefined);
        const href = run.r === 'text' ? run.href : undefined;
        return href ? [new ExternalHyperlink({ link: href, children: text })] : text;
      }
    }
  });
