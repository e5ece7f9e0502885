import { expect, test } from 'vitest';
import { shippedDocuments } from '#testing/document-finder.ts';
import { sampleAnswers } from '../answers/sample-answers.ts';
import { withSections } from '../template/sections.ts';
import { allFields, type Template } from '../template/template.ts';
import { inAmerican } from './american.ts';
import { assemble } from './assemble.ts';
import { linesOf, runsText, type Run } from './doc.ts';

const wordsOf = (template: Template, answers: Record<string, unknown>) => {
  const lines = [...linesOf(assemble(template, answers, { date: '2026-11-23', locale: 'en-IE' }).blocks)];
  const ours = (run: Run) => (run.r === 'text' || run.r === 'term' || run.r === 'ref' ? run.text : ' ');
  return {
    ours: lines.map((line) => line.map(ours).join('')).join('\n'),
    all: lines.map(runsText).join('\n'),
  };
};

const offering = (law: string) =>
  [...shippedDocuments().values()].filter((template) =>
    allFields(template).some(
      ({ name, kind }) =>
        name === 'law' && kind.type === 'choice' && kind.options.some(({ value }) => value === law),
    ),
  );

// Whatever looks British by its ending, but for words that everybody spells so.
const british =
  /\b\w*(?:is(?:e[ds]?|ing|ations?|ational)|[^aeiou\W]our(?:s|ed|ing|able|al|ly)?|[cft]tre|[cnt]re|ll(?:ed|ing)|cence|fence|gramme|ogue|yse[ds]?|lment|dgement|que|hilst)\b/gi;
const everywhere =
  /^(?:advertising|analyses|(?:a)?ris(?:es?|ing)|(?:ad|de|re|super)vis(?:es?|ing)|precise|premises|call(?:ed|ing)|telling|compelling|controlled|enrolled|exercis(?:es?|ed|ing)|expertise|four|h?ours?|hourly|installments?|yours?|otherwise|promis(?:es?|ed|ing)|rais(?:e|ed|ing)|selling|willing|billing|comprises?)$/i;

test('law: a contract under American law has no British spelling, whatever else was answered', () => {
  let read = 0;
  for (const law of ['california', 'newyork', 'delaware', 'texas'])
    for (const template of offering(law)) {
      const base = { ...sampleAnswers(template), law };
      const variants: Record<string, unknown>[] = [base];
      for (const { name, kind } of allFields(template))
        if (name !== 'law' && kind.type === 'choice')
          for (const { value } of kind.options) variants.push({ ...base, [name]: value });
        else if (kind.type === 'yesno') variants.push({ ...base, [name]: 'yes' }, { ...base, [name]: 'no' });
      for (const answers of variants) {
        const { ours } = wordsOf(template, answers);
        const left = (ours.match(british) ?? []).filter((word) => !everywhere.test(word));
        expect([template.slug, law, ...new Set(left)]).toEqual([template.slug, law]);
        read += 1;
      }
    }
  expect(read).toBeGreaterThan(300);
});

test('under any other law the words and days stay as they were written', () => {
  for (const template of offering('england')) {
    const words = wordsOf(template, { ...sampleAnswers(template), law: 'england' });
    expect(words.all).not.toMatch(/\b(?:organiz|authoriz|recogniz|licens(?!e|ing|or)|installment)/);
  }
});

test('law: what somebody wrote themselves is spelled as they wrote it, in answers and in clauses', () => {
  const mine =
    'Our organisation licences its programme in grey colour at the centre whilst it analyses labour.';
  let times = 0;
  for (const template of offering('california')) {
    const answers: Record<string, unknown> = { ...sampleAnswers(template), law: 'california' };
    const texts = allFields(template).filter(({ kind }) => kind.type === 'longtext' || kind.type === 'text');
    for (const { name } of texts) answers[name] = mine;
    const { all } = wordsOf(template, answers);
    expect(all, template.slug).not.toContain('licenses its program');
    times += all.split(mine).length - 1;
    const added = withSections(template, [{ heading: 'Colour', text: mine }]);
    expect(wordsOf(added, { ...sampleAnswers(template), law: 'california' }).all).toContain(mine);
  }
  expect(times).toBeGreaterThan(10);
});

test('the days of a contract are written as where its law is, whoever reads it', () => {
  const nda = shippedDocuments().get('mutual-nda')!;
  const dayUnder = (law: string, locale: string) =>
    /(\d+\u00a0\w+\u00a02026|\w+\u00a0\d+,\u00a02026)/.exec(
      [
        ...linesOf(
          assemble(
            nda,
            { ...sampleAnswers(nda), effective: '2026-11-23', law },
            { date: '2026-11-23', locale },
          ).blocks,
        ),
      ]
        .map(runsText)
        .join('\n'),
    )?.[0];
  for (const locale of ['en-US', 'en-GB', 'de-DE']) {
    expect(dayUnder('california', locale)).toBe('November\u00a023,\u00a02026');
    expect(dayUnder('england', locale)).toBe('23\u00a0November\u00a02026');
  }
});

test('American words are changed within their capitals and endings only', () => {
  expect(
    inAmerican('Organisations licence Authorised programmes; fulfil two instalments, cancelled; de minimis.'),
  ).toBe('Organizations license Authorized programs; fulfill two installments, canceled; de minimis.');
});
