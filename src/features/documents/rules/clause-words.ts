import type { Run } from './doc.ts';
import { gather, type Facts } from './evaluate.ts';
import type { Inline, Node, Template } from './template.ts';
import { subIds } from './sections.ts';
import type { Answers } from './values.ts';
import { chosen } from './wording.ts';

/**
 * The words of one clause as these answers choose them, to be changed: {{name}} where a value stands, [[id]] where a
 * reference does, a line for each part, "- " before an item and "> " before what goes on within a part. Null where it is more than lines: a table, a row for each entry of a list.
 */
export function clauseWords(template: Template, id: string, answers: Answers, date: string): string | null {
  const facts = gather(template, answers, date);
  const clause = find(template.body, id, facts);
  const lines = clause && linesOf(clause.body, facts, subIds(clause.body).length > 0);
  const text = lines?.join('\n') ?? '';
  // A place to write on by hand is no wording.
  return text === '' || text.includes('___') ? null : text;
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

function linesOf(nodes: Node[], facts: Facts, isMixed: boolean): string[] | null {
  const lines: string[] = [];
  for (const node of nodes) {
    const more =
      node.n === 'if'
        ? linesOf(chosen(node.branches, facts)?.body ?? [], facts, isMixed)
        : node.n === 'para' || node.n === 'item' || node.n === 'sub'
          ? [
              `${node.n === 'item' ? '- ' : node.n === 'para' && isMixed ? '> ' : ''}${wordsOf(node.words, facts)}`,
            ]
          : null;
    if (!more) return null;
    lines.push(...more);
    const inner = node.n === 'sub' || node.n === 'item' ? linesOf(node.body, facts, true) : [];
    // Of what goes on within an item, a line cannot tell.
    if (!inner || (node.n === 'item' && inner.length > 0)) return null;
    lines.push(...inner);
  }
  return lines.filter((line) => line.replace(/^[->] /, '').trim() !== '');
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
      .replace(/\[\[([\w-]+)\]\]/g, (whole, id: string) => values.get(`#${id}`) ?? whole);
  };
