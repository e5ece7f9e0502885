import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { type Block, type Doc, linesOf, type Run, runText } from '#features/documents/rules/assembly/doc.ts';
import { gather } from '#features/documents/rules/answers/evaluate.ts';
import { allFields, type Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';

/** What a reader would stumble over in this document, whatever was answered. */
export function checkDoc(doc: Doc): string[] {
  const found: string[] = [];
  const lines = [...linesOf(doc.blocks)];
  const refs = lines.flat().filter((run) => run.r === 'ref');
  for (const ref of refs) if (ref.text === '') found.push(`"${ref.id}" is referred to and not there`);
  emptyParts(doc.blocks, found);
  found.push(...termFaults(lines));
  for (const line of lines) {
    const words = line
      .filter((run) => run.r === 'text')
      .map(runText)
      .join('');
    if (/\{\{|\}\}|\[\[|\]\]|\{#/.test(words))
      found.push(`a placeholder stands in the text: ${words.slice(0, 60)}`);
    if (/undefined|NaN|\[object|Invalid Date/.test(words)) found.push(`not a word: ${words.slice(0, 60)}`);
  }
  return [...new Set(found)];
}

function emptyParts(blocks: Block[], found: string[]): void {
  const ids = new Set<string>();
  for (const block of blocks) {
    if (block.b === 'clause') {
      const heading = block.heading.map(runText).join('');
      if (block.blocks.length === 0) found.push(`"${heading}" is empty`);
      if (heading.trim() === '') found.push(`clause ${block.number} has no heading`);
      if (ids.has(block.id)) found.push(`two clauses are called "${block.id}"`);
      ids.add(block.id);
      emptyParts(block.blocks, found);
    } else if (block.b === 'sub' && block.runs.length === 0) found.push(`${block.number} is empty`);
    else if (block.b === 'sub') emptyParts(block.blocks, found);
    else if (block.b === 'list' && block.items.some((item) => item.runs.length === 0))
      found.push('an item of a list is empty');
  }
}

/** Defined and never used, defined twice, or used like a term and nowhere defined. */
function termFaults(lines: Run[][]): string[] {
  const terms = new Map<string, number>();
  for (const run of lines.flat()) if (run.r === 'term') terms.set(run.text, (terms.get(run.text) ?? 0) + 1);
  // Values and terms are taken out: what is left is the template's own words.
  const own = lines.map((line) =>
    line
      .map((run) =>
        run.r === 'text' || run.r === 'ref'
          ? run.text
          : run.r === 'term'
            ? ' § '
            : run.r === 'break'
              ? '\n'
              : ' ¤ ',
      )
      .join(''),
  );
  const all = own.join('\n');
  const found = [...terms].flatMap(([term, times]) => [
    ...(times > 1 ? [`“${term}” is defined ${times} times`] : []),
    ...(forms(term).some((form) => all.includes(form)) ? [] : [`“${term}” is defined and never used`]),
  ]);
  const known = [...terms.keys()].flatMap(forms).sort((a, b) => b.length - a.length);
  for (const line of own) {
    let rest = line;
    for (const term of known) rest = rest.replaceAll(new RegExp(`\\b${escapeRegExp(term)}\\b`, 'g'), ' ');
    for (const { 0: words } of rest.matchAll(
      /(?<=[\p{Ll}\d,;)’§¤]\s)\p{Lu}[\p{L}’-]*\p{Ll}[\p{L}’-]*(?:\s\p{Lu}\p{Ll}[\p{L}’-]*)*/gu,
    )) {
      if (!properNouns.test(words)) found.push(`“${words}” reads like a defined term and is not defined`);
    }
  }
  return found;
}

/** Names of things that everybody knows, and the beginnings of what follows a semicolon in a list. */
const properNouns =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|English|European|Union|United|Kingdom|States|Nations|Regulation|General|Data|Protection|New|York|Convention|International|Sale|Goods|Contracts|Vienna|Annex(?:\s\d)?|Schedule|Article|Articles|Commission|Implementing|Decision|Act|I|Internet|Bank|EU|Standard|Contractual|Module|Two|Three|Open|California|Delaware|Australian|England|Privacy)(?:\s(?:[\p{L}]+))*$/u;

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A term in the plural is the same term. */
function forms(term: string): string[] {
  const plural = /[^aeiou]y$/.test(term)
    ? `${term.slice(0, -1)}ies`
    : /(?:s|x|ch|sh)$/.test(term)
      ? `${term}es`
      : `${term}s`;
  return [term, plural, ...(term.endsWith('s') ? [term.slice(0, -1)] : [])];
}

/** What these answers bring to light: faults of the document, and blanks that no question can fill. */
export function checkAnswers(template: Template, answers: Answers): string[] {
  const date = '2026-01-31';
  const doc = assemble(template, answers, { date });
  const facts = gather(template, answers, date);
  const asked = new Set(
    allFields(template)
      .filter((field) => facts.asked(field))
      .map(({ name }) => name),
  );
  const sums = new Set(template.computed.map(({ name }) => name));
  const stuck = doc.blanks.flatMap(({ field, label }) => {
    const name = field.split('.', 1)[0] ?? '';
    return asked.has(name) || sums.has(name)
      ? []
      : [`[${label}] stands in the text although "${name}" is not asked`];
  });
  return [...checkDoc(doc), ...stuck];
}
