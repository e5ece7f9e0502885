import { AlignmentType, type IStylesOptions, LevelFormat, LineRuleType } from 'docx';
import { column } from './words.ts';

/** The styles of a contract by the names under which lawyers look for them. */
export const styles = {
  unnumbered: { id: 'HeadingUnnumbered', name: 'Heading Unnumbered' },
  annex: { id: 'AnnexHeading', name: 'Annex Heading' },
  level2: { id: 'ClauseLevel2', name: 'Clause Level 2' },
  level3: { id: 'ClauseLevel3', name: 'Clause Level 3' },
} as const;

const clauses = (level: number) => ({ reference: 'clauses', level });
const title = { spacing: { after: 360, line: 250, lineRule: LineRuleType.AUTO }, keepNext: true };
const heading = { spacing: { before: 360, after: 140 }, keepNext: true };

/** Numbers hang on the styles: a clause that is inserted in one of them is counted, and those after it move on. */
export const stylesOf = (
  document: NonNullable<NonNullable<IStylesOptions['default']>['document']>,
): IStylesOptions => ({
  default: {
    document,
    title: { run: { size: 42, bold: true }, paragraph: title },
    heading1: { run: { size: 23, bold: true }, paragraph: { ...heading, numbering: clauses(0) } },
    heading2: {
      run: { size: 21, bold: true },
      paragraph: { spacing: { before: 240, after: 120 }, keepNext: true },
    },
  },
  paragraphStyles: [
    {
      ...styles.unnumbered,
      basedOn: 'Normal',
      next: 'Normal',
      quickFormat: true,
      run: { size: 23, bold: true },
      paragraph: { ...heading, outlineLevel: 0 },
    },
    {
      ...styles.annex,
      basedOn: 'Normal',
      next: 'Normal',
      quickFormat: true,
      run: { size: 42, bold: true },
      paragraph: { ...title, outlineLevel: 0 },
    },
    { id: 'TOC1', name: 'toc 1', basedOn: 'Normal', paragraph: { spacing: { after: 20, line: 252 } } },
    {
      ...styles.level2,
      basedOn: 'Normal',
      quickFormat: true,
      paragraph: { numbering: clauses(1) },
    },
    {
      ...styles.level3,
      basedOn: 'Normal',
      quickFormat: true,
      paragraph: { numbering: clauses(2), spacing: { after: 80 } },
    },
  ],
});

const numbering = (
  reference: string,
  texts: [string, (typeof LevelFormat)[keyof typeof LevelFormat], number][],
) => ({
  reference,
  levels: texts.map(([text, format, indent], level) => ({
    level,
    format,
    text,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: indent, hanging: Math.min(indent, column) } } },
  })),
});

export const lists = [
  numbering('clauses', [
    ['%1.', LevelFormat.DECIMAL, column],
    ['%1.%2', LevelFormat.DECIMAL, column],
    ['(%3)', LevelFormat.LOWER_LETTER, 2 * column],
  ]),
  numbering('plain', [['%1', LevelFormat.DECIMAL, column]]),
  numbering('letter', [['(%1)', LevelFormat.LOWER_LETTER, 2 * column]]),
  numbering('number', [['%1.', LevelFormat.DECIMAL, 2 * column]]),
  numbering('bullet', [['–', LevelFormat.BULLET, 2 * column]]),
];
