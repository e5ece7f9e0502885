import { expect, test } from 'vitest';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { previewOf, shownShare, textLength } from '#features/documents/rules/assembly/preview.ts';
import { toText } from '#features/documents/rules/formats/text.ts';
import { readLibrary } from './library.ts';

const paid = [...readLibrary('content/documents', 'nowhere').values()].filter(({ price }) => price > 0);

test.each(paid)(
  'law: of $slug no more than its share of the text is shown before it is bought',
  (template) => {
    const preview = previewOf(template);
    expect(textLength(preview.body)).toBeLessThan(textLength(template.body) * (shownShare + 0.05) + 80);
    const [whole = '', shown = ''] = [template, preview].map((one) =>
      toText(assemble(one, sampleAnswers(one), { date: '2026-11-22' })),
    );
    expect(shown.length).toBeLessThan(whole.length * 0.6);
    expect(shown).toContain('The full text comes with this document');
    expect(preview.steps).toEqual(template.steps);
  },
);
