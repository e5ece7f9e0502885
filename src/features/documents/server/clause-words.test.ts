import { expect, test } from 'vitest';
import { assemble } from '#features/documents/rules/assemble.ts';
import { clauseWords } from '#features/documents/rules/clause-words.ts';
import { sampleAnswers } from '#features/documents/rules/draw.ts';
import { withSections } from '#features/documents/rules/sections.ts';
import { toText } from '#features/documents/rules/text.ts';
import { lost } from '#features/documents/rules/writer/help.ts';
import { readLibrary } from './library.ts';

const date = '2026-11-21';

test('[AI-1] a clause with a table gets other words around it, the table goes on following the answers, and no change may drop it', () => {
  const made = readLibrary('content/documents', 'nowhere').get('contractor-agreement');
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
  expect(lost(words.text, words.text.replace('[[@1]]', ''))).toContain('[[@1]');
});
