import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesIn, lost } from './losses.ts';
import { plainRules, plainWords } from './plain-words.ts';

/** What surrounds a phrase: all that it could be joined to, cut, or torn from. */
const glue = [
  'the Client', 'a notice', 'on', 'or', 'and', 'and that', 'and of', 'not', 'unless', 'except', 'without', 'never',
  'shall', 'terminate', 'hereby assigns', 'rather than', 'subject to', 'claims', 'lien', 'agreed', 'decides', 'fee',
  'the Effective Date', 'the project', 'request', '30 days', '1 May 2027', '8%', '€4,500.00', 'clause 9', '{{fee}}',
  '{{ ClientName }}', '[[notices]]', '[the fee]', '“prior to”', '"in order to"', "'whilst'", '«upon request»', '5"',
  'https://example.com/utilise', 'info@utilise.example', 'Utilise Solar Ltd', 'e.g.', 'Inc.', '\n', '\n- ', '. ', ', ', ': ', '; ', '(', ')',
  'PRIOR TO', 'Prior To', 'utilised', 'commencement', 'priority', '\ue100', 'é', '🙂', '', ' ',
]; // prettier-ignore
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const phrase = fc.constantFrom(...plainRules.flatMap(({ say }) => [say, capital(say)]));
const piece = fc.oneof(phrase, fc.constantFrom(...glue));
const text = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ' ', ' ', '', '. ', ', ', '\n')), { maxLength: 30 })
  .map((pieces) => pieces.map(([words, after]) => words + after).join(''));
const both = fc.boolean();

const wordsIn = (of: string): string[] => of.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const each = (of: string, what: RegExp): string[] => of.match(what) ?? [];

test('[AI-1] no rule takes or makes a figure, a placeholder, a quotation, a term, a negation or a duty', () => {
  fc.assert(
    fc.property(text, both, (before, short) => {
      const after = plainWords(before, { short });
      for (const what of [
        /\d/g,
        /\{\{[^{}]*\}\}|\[+[^[\]]*\]+/g,
        /“[^”]*”|«[^»]*»/g,
        /\b(?:client|effective date|may|inc|utilise solar ltd)\b/g,
        /\b(?:not|no|never|unless|without)\b/g,
        /\b(?:shall|terminate|hereby assigns|rather than|subject to)\b/g,
        /\n/g,
      ])
        expect(each(after.toLowerCase(), what)).toEqual(each(before.toLowerCase(), what));
      expect(lost(before, after)).toEqual([]);
      expect(lost(after, before)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

test('[AI-1] no word is cut: each is one of the text or one that a rule puts there', () => {
  const ours = new Set(plainRules.flatMap(({ by }) => wordsIn(by)));
  fc.assert(
    fc.property(text, both, (before, short) => {
      const there = new Set(wordsIn(before));
      const strange = wordsIn(plainWords(before, { short })).filter(
        (word) => !there.has(word) && !ours.has(word),
      );
      expect(strange).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

test('[AI-1] taking a proposal twice is taking it once, and Shorten finds nothing that Rewrite would', () => {
  fc.assert(
    fc.property(text, both, (before, short) => {
      const once = plainWords(before, { short });
      expect(plainWords(once, { short })).toBe(once);
      expect(plainWords(once, { short: false })).toBe(once);
    }),
    { numRuns: 3000 },
  );
});

test('[AI-1] a part of a text is read with what stands around it', () => {
  const deadline = plainWords('In the event that by no later than ', { short: false });
  expect(plainWords(deadline, { short: false })).toBe(deadline);
  expect(plainWords('prior to', { short: true, around: ['A lien ', ' all others.'] })).toBe('prior to');
  expect(plainWords('Prior to', { short: true, around: ['', ' delivery.'] })).toBe('Before');
  expect(plainWords('prior to use', { short: true, around: ['The words “consent ', '” apply.'] })).toBe(
    'prior to use',
  );
  fc.assert(
    fc.property(text, text, text, both, (before, part, after, short) => {
      const [all, words] = [before + part + after, plainWords(part, { short, around: [before, after] })];
      const rest = [
        plainWords(before, { short, around: ['', part + after] }),
        plainWords(after, { short, around: [before + part, ''] }),
      ];
      // What no edge cuts through is what the whole would have become.
      const cut = (edge: number) => all.slice(Math.max(0, edge - 40), edge + 40);
      const isCut = [before.length, before.length + part.length].some((edge) =>
        plainRules.some(({ say }) => cut(edge).toLowerCase().includes(say)),
      );
      const whole = plainWords(all, { short });
      expect(isCut ? whole : `${rest[0]}${words}${rest[1]}`).toBe(whole);
    }),
    { numRuns: 2000 },
  );
});

test('[AI-1] a text without a phrase of the rules stays to the letter', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...glue)), both, (pieces, short) => {
      const before = pieces.join(' ');
      expect(plainWords(before, { short })).toBe(before);
    }),
  );
  expect(plainWords('and  two\u00a0spaces\ne.g. the end', { short: true })).toBe(
    'and  two\u00a0spaces\ne.g. the end',
  );
});

test('[AI-1] a text twice as long takes no more than about twice as long, whatever it repeats', () => {
  const long = 100_000;
  const pumps = [
    ...plainRules.map(({ say }) => `${capital(say)} the `),
    ...plainRules.map(({ say }) => `, ${say} `),
  ];
  const worst = [...pumps, '“', '"', " '", '{{', '[', '1,', 'word ', 'A ', '€ ', 'a@', 'x', '. ', "n't "];
  for (const pump of worst) {
    const words = pump.repeat(long / pump.length);
    const began = performance.now();
    const after = plainWords(words, { short: true });
    lost(words, after);
    changesIn(words, after);
    // A quadratic step over so many letters takes far longer.
    expect(performance.now() - began, pump).toBeLessThan(5000);
  }
});
