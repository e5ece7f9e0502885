import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedWords } from '#testing/shipped-words.ts';
import { createFinder, type Thing } from './finder.ts';
import { readWords, saidIn } from './words.ts';

const words = shippedWords();
const verbs = readWords(`en | de | fr | es
- a | unsere, uns, jeden, monat, sind, mich, jetzt, um, zu, ich, habe, für, über, und | nous, je | quiero, el
churn | abspringen, abgesprungen, abspringend
client | Kunden
signup | anmelden
sell | verkaufen | vendre | vender
return | zurück | rendre | devolver
finish | fertig | finir | acabar`);
const thing = (title: string, asks: string[] = [], rest: Partial<Thing> = {}): Thing => ({
  title,
  asks,
  tags: '',
  summary: '',
  text: '',
  ...rest,
});
const shelf = createFinder(
  [
    thing('Invoice', ['bill a client']),
    thing('Payment reminder', ['a client has not paid me']),
    thing('Privacy policy', [], { summary: 'What a site does with the data of its visitors.' }),
    thing('Stage rider', ['what the band needs on stage', 'was die Band auf der Bühne braucht']),
  ],
  words,
);
const first = (ask: string) => shelf.find(ask)[0]?.thing.title;

test.each([
  ['Rechnungsvorlage', 'Invoice'],
  ['factures', 'Invoice'],
  ['invioce', 'Invoice'],
  ['Mein Kunde hat nicht gezahlt', 'Payment reminder'],
  ['mon client ne paie pas', 'Payment reminder'],
  ['recordatorio', 'Payment reminder'],
  ['Datenschutzerklaerung', 'Privacy policy'],
  ['something for the visitors of my site', 'Privacy policy'],
  ['Band auf Bühne', 'Stage rider'],
])('word endings, typos, compounds and four languages find what is meant: %s', (ask, title) => {
  expect(first(ask)).toBe(title);
});

test('a listed question finds its entry, and nonsense finds nothing', () => {
  expect(shelf.find('What the band needs on stage?')[0]).toMatchObject({ coverage: 1, alike: 1 });
  expect(shelf.find('the of and')).toEqual([]);
  expect(shelf.find('zzzz qqqq')).toEqual([]);
});

test.each([
  ['Unsere Kunden springen uns jeden Monat ab', 'abspringende Kunden'],
  ['Kunden sind abgesprungen', 'Kunden springen ab'],
  ['melde mich jetzt an', 'anmelden'],
  ['um mich anzumelden', 'ich habe mich angemeldet'],
  ['quiero venderla', 'vender'],
  ['devolvérselo', 'devolver'],
  ['nous finissons', 'finir'],
  ['fuer ueber', 'für über'],
])('forms of one verb, whole or parted, say the same: %s', (one, other) => {
  const said = (text: string) => new Set(saidIn(text, verbs).flat());
  const [of, to] = [said(one), said(other)];
  expect([...to].filter((word) => !of.has(word))).toEqual([]);
});

test('what belongs elsewhere is no subject of a thing that only mentions it, and is of one named by it', () => {
  const [cake, chairs] = [
    thing('Cake shop rules', ['who may bake a cake']),
    thing('Chair', ['cake on a chair']),
  ];
  const finder = createFinder([cake, chairs], readWords('en\n- a, on, who, may\n? cake, bake'));
  expect(finder.find('cake').map((hit) => hit.thing)).toEqual([cake]);
});

test('operators add synonyms: to a meaning by its first word, and a language by its name', () => {
  const more = readWords('en | de\ninvoice, bill | Rechnung', 'en | nl\n- the | de, het\ninvoice | factuur');
  expect(more.languages).toEqual(['en', 'de', 'nl']);
  const [one] = saidIn('de factuur', more);
  expect(one).toEqual(saidIn('the bill', more)[0]);
  expect(saidIn('the bill', more)).toHaveLength(1);
});

test('the order of entries only breaks ties', () => {
  const things = shelf.things;
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...things], { minLength: things.length }),
      fc.constantFrom('client invoice', 'stage', 'privacy of a client', 'Rechnung bezahlen'),
      (order, ask) => {
        const scores = (all: readonly Thing[]) =>
          new Map(
            createFinder(all, words)
              .find(ask)
              .map((hit) => [hit.thing.title, hit.score.toFixed(6)]),
          );
        expect(scores(order)).toEqual(scores(things));
      },
    ),
    { numRuns: 20 },
  );
});

test('for any query, scores stay within bounds', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (ask) => {
      for (const { score, coverage, alike } of shelf.find(ask)) {
        expect(score).toBeGreaterThan(0);
        for (const part of [coverage, alike]) expect(part >= 0 && part <= 1).toBe(true);
      }
    }),
  );
});
