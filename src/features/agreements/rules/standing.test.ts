import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Block, linesOf, runsText } from '#features/documents/rules/assembly/doc.ts';
import {
  type About,
  aboutAt,
  type AllBegun,
  calledAt,
  carried,
  keyOf,
  readBegun,
  whereWords,
} from './begun.ts';
import { blockAt, inside, wordsOf } from './places.ts';
import { standingsIn } from './standing.ts';
import { begunWords, isBegun } from './unsent.ts';

interface Text {
  blocks: Block[];
}
const runs = (text: string) => (text === '' ? [] : [{ r: 'text' as const, text }]);
const para = (text: string): Block => ({ b: 'para', runs: runs(text) });
const clause = (heading: string, ...paras: string[]): Block => ({
  b: 'clause',
  id: '',
  number: '',
  heading: runs(heading),
  summary: [],
  blocks: paras.map(para),
});
const numbered = (blocks: Block[]): Text => {
  let count = 0;
  return {
    blocks: blocks.map((one) => (one.b === 'clause' ? { ...one, number: String(++count) } : one)),
  };
};

function placesOf(blocks: Block[], above = ''): string[] {
  return blocks.flatMap((block, at) => {
    const place = `${above}${at}`;
    const parts = inside(block).flatMap((some, item) =>
      placesOf(some, block.b === 'list' ? `${place}.${item}.` : `${place}.`),
    );
    return [place, ...parts];
  });
}
const textAt = (doc: Text, place: string): string | null => {
  const block = blockAt(doc, place);
  return block && [...linesOf([block])].map(runsText).join(' ');
};

// Few words: the same ones stand in many places, as in real contracts.
const words = fc
  .array(fc.constantFrom('Either', 'party', 'may', 'end', 'this', 'with', 'notice', 'fee', 'None.', '日本'), {
    maxLength: 8,
  })
  .map((some) => some.join(' '));
const anyBlock: fc.Arbitrary<Block> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom('Term', 'Fees', 'Remedies', 'Law', 'Notice', 'General'),
        fc.array(words, { maxLength: 4 }),
      )
      .map(([heading, paras]) => clause(heading, ...paras)),
  },
  words.map(para),
  fc
    .array(fc.tuple(words, fc.array(words, { maxLength: 2 })), { minLength: 1, maxLength: 3 })
    .map((items): Block => ({
      b: 'list',
      style: 'number',
      items: items.map(([text, paras]) => ({ mark: '', runs: runs(text), blocks: paras.map(para) })),
    })),
);
type Edit = (blocks: Block[]) => Block[];
const at = fc.nat({ max: 30 });
const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(at, anyBlock).map(
    ([n, block]): Edit =>
      (all) =>
        all.toSpliced(n % (all.length + 1), 0, block),
  ),
  at.map(
    (n): Edit =>
      (all) =>
        all.toSpliced(n % (all.length || 1), 1),
  ),
  fc.tuple(at, at).map(([n, m]): Edit => (all) => {
    const [taken] = all.slice(n % (all.length || 1));
    const rest = all.toSpliced(n % (all.length || 1), 1);
    return taken ? rest.toSpliced(m % (rest.length + 1), 0, taken) : all;
  }),
  fc.tuple(at, at, words).map(
    ([n, m, text]): Edit =>
      (all) =>
        all.map((block, index) => {
          if (index !== n % all.length) return block;
          if (block.b !== 'clause') return block.b === 'para' ? para(text) : block;
          const blocks = block.blocks.map((one, k) => (k === m % block.blocks.length ? para(text) : one));
          return { ...block, blocks };
        }),
  ),
  fc.tuple(at, at).map(
    ([n, m]): Edit =>
      (all) =>
        all.map((block, index) => {
          if (block.b !== 'clause' || index !== n % all.length) return block;
          return m % 3 === 0
            ? { ...block, heading: runs(['Term', 'Relief', 'Legal remedies'][m % 2] ?? '') }
            : { ...block, blocks: block.blocks.toSpliced(m % (block.blocks.length || 1), 1) };
        }),
  ),
);
/** A text and what became of it, one version after the other. */
const history = fc
  .tuple(
    fc.array(anyBlock, { minLength: 1, maxLength: 7 }),
    fc.array(fc.array(edits, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  )
  .map(([first, steps]) => {
    const versions = [numbered(first)];
    let blocks = first;
    for (const step of steps) {
      for (const edit of step) blocks = edit(blocks);
      versions.push(numbered(blocks));
    }
    return versions;
  });

test('a note never stands at other words than its own without saying so, whatever became of the text', () => {
  fc.assert(
    fc.property(history, fc.boolean(), (versions, quickly) => {
      const last = versions.at(-1) as Text;
      for (const [index, before] of versions.entries()) {
        const standing = standingsIn(before, last, quickly);
        for (const place of placesOf(before.blocks)) {
          const found = standing(place);
          const told = whereWords(found, index + 1, last);
          const isTold = told !== calledAt(before, place);
          const now = textAt(last, found.place);
          expect(found.place === '' ? 'gone' : 'there').toBe(found.is === 'gone' ? 'gone' : 'there');
          expect(now === null).toBe(found.is === 'gone');
          expect(found.is !== 'same' || now === textAt(before, place)).toBe(true);
          expect(isTold || now === textAt(before, place)).toBe(true);
          expect(isTold || calledAt(last, found.place) === calledAt(before, place)).toBe(true);
          expect(!isTold || told.includes(`in version ${index + 1}`)).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('in a text that nobody changed every note stands where it was written', () => {
  fc.assert(
    fc.property(fc.array(anyBlock, { maxLength: 8 }), (blocks) => {
      const doc = numbered(blocks);
      const standing = standingsIn(doc, structuredClone(doc));
      for (const place of placesOf(doc.blocks))
        expect(standing(place)).toEqual({ place, is: 'same', called: calledAt(doc, place) });
    }),
  );
});

test('clauses of words of their own are found wherever they are moved to', () => {
  const names = ['Term', 'Fees', 'Remedies', 'Law', 'Notice', 'General'];
  const some = names.map((name) => clause(name, `${name} is as the parties of this agreement say.`));
  fc.assert(
    fc.property(
      fc.shuffledSubarray(some, { minLength: 1 }),
      fc.array(words.filter(Boolean), { maxLength: 3 }),
      (kept, added) => {
        const before = numbered(some);
        const after = numbered([...added.map(para), ...kept]);
        const standing = standingsIn(before, after);
        for (const [index, one] of some.entries()) {
          const to = kept.indexOf(one);
          const wanted = to === -1 ? { is: 'gone' } : { is: 'same', place: `${to + added.length}.0` };
          expect(standing(`${index}.0`)).toMatchObject(wanted);
        }
      },
    ),
  );
});

test('what was begun is there once, in its own words, at the words that it was begun with', () => {
  fc.assert(
    fc.property(history, fc.boolean(), (versions, isKnown) => {
      const last = versions.at(-1) as Text;
      const version = versions.length;
      const all: AllBegun = {};
      for (const [index, doc] of versions.entries())
        for (const place of placesOf(doc.blocks)) {
          const about = aboutAt(doc, index + 1, place);
          all[keyOf(about)] = { text: `of ${keyOf(about)}`, words: null, about };
        }
      const standing = (about: About) =>
        isKnown ? standingsIn(versions[about.version - 1] as Text, last)(about.place) : null;
      const next = carried(readBegun(structuredClone(all), last, version), last, version, standing);
      const texts = (some: AllBegun) => Object.values(some).map(({ text }) => text);
      expect(texts(next).sort()).toEqual(texts(all).sort());
      for (const [key, { about, text }] of Object.entries(next)) {
        expect(key).toBe(keyOf(about as About));
        expect(about?.quote).toBe(all[text.slice(3)]?.about?.quote);
        const block = about?.version === version ? blockAt(last, about.place) : null;
        expect(block === null || wordsOf(block) === about?.quote).toBe(true);
      }
      // Read again, nothing moves.
      const again = carried(readBegun(structuredClone(next), last, version), last, version, standing);
      expect(again).toEqual(next);
    }),
    { numRuns: 60 },
  );
});

test('what an earlier release kept by its place alone is read, and put at no part by a guess', () => {
  const doc = numbered([clause('Term', 'Two years.'), clause('Law', 'Of England.')]);
  const kept = { '1.0': { text: 'Why?', words: 'Of Wales.' }, '': { text: 'All of it.', words: null } };
  const [known] = Object.values(readBegun(kept, doc, 1));
  expect(known).toMatchObject({ text: 'Why?', words: 'Of Wales.', about: { called: '2. Law', version: 1 } });
  const later = Object.values(readBegun(kept, doc, 2));
  expect(later[0]).toMatchObject({
    text: 'Of Wales.\n\nWhy?',
    words: null,
    about: { version: 0, called: '' },
  });
  expect(later[1]).toMatchObject({ text: 'All of it.', about: { version: 2, place: '' } });
  for (const broken of [null, 7, 'x', [], { a: null, b: 3, c: { text: 9 } }])
    expect(begunWords(readBegun(broken, doc, 1))).toBe('');
});

test('only what would be missed counts as begun', () => {
  const doc = numbered([clause('Term', 'Two years.')]);
  const about = aboutAt(doc, 1, '0.0');
  expect(isBegun({ text: ' ', words: null, about })).toBe(false);
  expect(isBegun({ text: '', words: 'Two years.', about })).toBe(false);
  expect(isBegun({ text: '', words: 'Three years.', about })).toBe(true);
  const all = { [keyOf(about)]: { text: 'Longer.', words: null, about } };
  expect(begunWords(all)).toBe('You began a comment at “1. Term” and haven’t sent it.');
});

test('a long contract of which every word changed is looked through in no time', () => {
  const long = (word: string) =>
    numbered(Array.from({ length: 6000 }, (_, n) => para(`${word}${n} ${word} of ${n}`)));
  const started = performance.now();
  const standing = standingsIn(long('one'), long('two'));
  for (let n = 0; n < 6000; n += 15) expect(standing(String(n)).is).toBe('gone');
  const same = standingsIn(long('one'), numbered([para('New.'), ...long('one').blocks]));
  for (let n = 0; n < 6000; n += 15)
    expect(same(String(n))).toMatchObject({ is: 'same', place: String(n + 1) });
  expect(performance.now() - started).toBeLessThan(1500);
});
