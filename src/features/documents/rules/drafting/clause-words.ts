import type { Run } from '../assembly/doc.ts';
import { gather, type Facts } from '../answers/evaluate.ts';
import type { Inline, Node, Template } from '../template/template.ts';
import { subsOf } from '../template/line-names.ts';
import { fixedParts } from '../template/sections.ts';
import type { Answers } from '../answers/values.ts';
import { chosen } from '../assembly/wording.ts';

/**
 * The words of one clause as these answers choose them, to be changed: {{name}} where a value stands, [[id]] where a
 * reference does, a line for each part, "- " before an item and "> " before what goes on within a part. A table or the rows of a
 * list are one line, [[@1]]: they stay as they are. Null where there are no words, or a place to write on by hand.
 */
export function clauseWords(template: Template, id: string, answers: Answers, date: string): string | null {
  const facts = gather(template, answers, date);
  const clause = find(template.body, id, facts);
  const lines =
    clause && linesOf(clause.body, facts, subsOf(clause.body).length > 0, fixedParts(clause.body));
  const text = lines?.join('\n') ?? '';
  // A place to write on by hand is no wording.
  return text.replace(/^> |\[\[@\d+\]\]/gm, '').trim() === '' || text.includes('___') ? null : text;
}

type Clause = Extract<Node, { n: 'clause' }>;

function find(nodes: Node[], id: string, facts: Facts): Clause | null {
  for (const node of nodes) {
    if (node.n === 'clause' && node.id === id) return node;
    const inner = node.n === 'if' ? find(chosen(node.branches, facts)?.body ?? [], id, facts) : null;
    if (inner) return inner;
  }
  return null;
}

function linesOf(nodes: Node[], facts: Facts, isMixed: boolean, fixed: readonly Node[]): string[] {
  return nodes
    .flatMap((node): string[] => {
      const mark = isMixed ? '> ' : '';
      const at = fixed.indexOf(node);
      if (at >= 0) return [`${mark}[[@${at + 1}]]`];
      switch (node.n) {
        case 'if':
          return linesOf(chosen(node.branches, facts)?.body ?? [], facts, isMixed, fixed);
        case 'para':
          return [`${mark}${wordsOf(node.words, facts)}`];
        case 'item':
          return [`- ${wordsOf(node.words, facts)}`];
        case 'sub':
          return [wordsOf(node.words, facts), ...linesOf(node.body, facts, true, fixed)];
        default:
          return [];
      }
    })
    .filter((line) => line.replace(/^[->] /, '').trim() !== '');
}

const wordsOf = (words: Inline[], facts: Facts): string =>
  words
    .map((inline): string => {
      switch (inline.i) {
        case 'text':
          return inline.text;
        case 'field':
          return `{{${inline.path}}}`;
        case 'ref':
          return `[[${inline.id}]]`;
        case 'term':
          return `“${inline.text}”`;
        case 'break':
          return ' ';
        default:
          return wordsOf(chosen(inline.branches, facts)?.body ?? [], facts);
      }
    })
    .join('');

/** What stands for each {{name}} and [[id]] in a clause as it is read: values, blanks in brackets, numbers. */
export const readable =
  (runs: Iterable<Run[]>) =>
  (text: string): string => {
    const values = new Map<string, string>();
    for (const line of runs)
      for (const run of line)
        if (run.r === 'value') values.set(run.field, run.text);
        else if (run.r === 'blank') values.set(run.field, `[${run.label}]`);
        else if (run.r === 'ref') values.set(`#${run.id}`, run.text);
    return text
      .replace(/^> /gm, '')
      .replace(
        /\{\{\s*([\w.]+)\s*\}\}/g,
        (whole, path: string) => values.get(path) ?? values.get(`${path}.name`) ?? whole,
      )
      .replace(/\[\[@\d+\]\]/g, '(text here stays)')
      .replace(/\[\[([\w-]+)\]\]/g, (whole, id: string) => values.get(`#${id}`) ?? whole);
  };
