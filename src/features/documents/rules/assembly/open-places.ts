import { type Doc, linesOf, runsText } from './doc.ts';
import type { Finding } from '../answers/review.ts';
import { wrongSums } from './sums.ts';

/**
 * What is still open in an edited text: its blanks, the placeholders that nothing or nothing real fills, totals that do
 * not add up, and a side that signs twice. `field` is how it stands in the text. `fill` puts the branding's words in, as the export will.
 */
export function openPlaces(doc: Doc, fill: (text: string) => string): Finding[] {
  const found = new Map<string, Finding>();
  const add = (field: string, kind: Finding['kind'], words: string) =>
    found.has(field) || found.set(field, { field, kind, words });
  for (const line of linesOf(doc.blocks)) {
    for (const run of line) {
      if (run.r === 'blank') add(`[${run.label}]`, 'missing', `${capital(run.label)} is still blank.`);
    }
    const text = line.map((run) => (run.r === 'text' ? run.text : '\n')).join('');
    for (const [place] of text.matchAll(/\{\{\w+\}\}|\[[A-Z][\w’' ]{2,40}\]/g)) {
      const filled = place.startsWith('[') ? place : fill(place);
      if (filled === place && place.startsWith('{')) add(place, 'unknown', 'nothing fills it in.');
      else if (filled.trim() === '')
        add(place, 'missing', `${place} is still blank: it isn’t in your branding yet.`);
      else if (filled.startsWith('[')) add(place, 'missing', `${filled} is still blank.`);
    }
  }
  for (const block of doc.blocks) {
    if (block.b !== 'signatures') continue;
    const names = block.parties.map(({ heading }) => runsText(heading).trim());
    const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at);
    if (twice !== undefined) add(twice, 'conflict', 'signs on both sides.');
  }
  return [...found.values(), ...wrongSums(doc)];
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
