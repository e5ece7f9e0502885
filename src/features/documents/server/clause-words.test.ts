import { expect, test } from 'vitest';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { clauseWords } from '#features/documents/rules/drafting/clause-words.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { withSections } from '#features/documents/rules/template/sections.ts';
import { toText } from '#features/documents/rules/formats/text.ts';
import { lost } from '#features/documents/rules/help/losses.ts';
import { readLibrary } from './library.ts';

const date = '2026-11-21';
const library = new Map([
  ...readLibrary('content/documents', 'nowhere'),
  ...readLibrary('content/templates', 'nowhere'),
]);

test('[AI-1] a clause with a table is reworded; the table follows the answers, and may not be dropped', () => {
  const made = library.get('contractor-agreement');
  if (!made) throw new Error('no document');
  const answers = {
    ...sampleAnswers(made),
    billing: 'milestone',
    milestones: [{ what: 'First version', due: '2027-02-01', amount: '1200' }],
  };
  const words = assemble(made, answers, { date }).blocks.flatMap((block) => {
    const own = block.b === 'clause' ? clauseWords(made, block.id, answers, date) : null;
    return block.b === 'clause' && own?.includes('[[@1]]') ? [{ clause: block.id, text: own }] : [];
  })[0];
  if (!words) throw new Error('no clause with a table');
  const changed = withSections(made, [
    { heading: '', clause: words.clause, text: `Paid in these steps.\n${words.text}` },
  ]);
  const later = { ...answers, milestones: [{ what: 'Last version', due: '2027-03-01', amount: '900' }] };
  const written = toText(assemble(changed, later, { date }));
  expect(written).toContain('Paid in these steps.');
  expect(written).toContain('Last version');
  expect(lost(words.text, words.text.replace('[[@1]]', ''))).toContain('[[@1]]');
});

test('[AI-1] a clause taken as words and put back reads the same, in every document of the library', () => {
  let taken = 0;
  for (const made of library.values()) {
    const answers = sampleAnswers(made);
    const before = assemble(made, answers, { date });
    for (const block of before.blocks) {
      const words = block.b === 'clause' ? clauseWords(made, block.id, answers, date) : null;
      if (block.b !== 'clause' || words === null) continue;
      taken += 1;
      const after = assemble(withSections(made, [{ heading: '', text: words, clause: block.id }]), answers, {
        date,
      });
      const withoutSummaries = (doc: Doc) => toText(doc).replace(/\s+/g, ' ');
      expect(withoutSummaries(after)).toBe(withoutSummaries(before));
    }
  }
  expect(taken).toBeGreaterThan(270);
});

test('[AI-1] a reference finds its part in a reworded clause, though a part before it does not hold', () => {
  const made = library.get('contributor-licence-agreement') as Template;
  const text = (changed: Template) =>
    toText(assemble(changed, sampleAnswers(made), { date })).replace(/\s+/g, ' ');
  const words = clauseWords(made, 'warranties', sampleAnswers(made), date) ?? '';
  const part = /^Work of others.*$/m.exec(words)?.[0] ?? '';
  for (const line of [
    part,
    part.replace('is submitted only', 'may be sent only'),
    'It is named as what it is.',
  ])
    expect(
      text(withSections(made, [{ heading: '', text: words.replace(part, line), clause: 'warranties' }])),
    ).toContain('submitted under clause 6.2.');
});

test('law: an added clause stands above the signatures and what introduces them, in every signed document', () => {
  let signed = 0;
  for (const made of library.values()) {
    const answers = sampleAnswers(made);
    const added = withSections(made, [{ heading: 'Added', text: 'Words that were added.' }]);
    const of = (template: Template) => {
      const { blocks } = assemble(template, answers, { date });
      const at = blocks.findIndex(({ b }) => b === 'signatures');
      const before = blocks[at - 1];
      return at < 0 || before?.b !== 'clause' || before.number !== '' ? null : JSON.stringify(before.heading);
    };
    const heading = of(made);
    if (heading === null) continue;
    signed += 1;
    expect(of(added), made.slug).toBe(heading);
  }
  expect(signed).toBeGreaterThan(5);
});
