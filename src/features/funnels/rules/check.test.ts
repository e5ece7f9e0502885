import { expect, test } from 'vitest';
import { allInOwnWords } from '../../../../testing/own-words.ts';
import { checkFunnel, refusalOf } from './check.ts';
import type { Block, Funnel } from './contract.ts';
import { groupFindings } from './finding.ts';
import { freshBlock, newBlock } from './make.ts';
import { samplesIn } from './samples.ts';
import { startFrom } from './start-from.ts';
import { starters } from './starters/index.ts';

let made = 0;
const makeId = () => `p${++made}`;
const starter = (index: number) =>
  startFrom(starters[index] as (typeof starters)[0], makeId, `fun_${++made}`, null);
const allOnSale = { isOnSale: () => true };

test('the ten funnels to start from are complete but for where one sells and what only its owner knows', () => {
  expect(starters).toHaveLength(10);
  for (const index of starters.keys()) {
    const words = checkFunnel(allInOwnWords(starter(index)), allOnSale, new Map()).map((one) => one.words);
    expect(
      words.filter(
        (one) =>
          !/no checkout|Dead end|is a placeholder|“Open the guide”|The countdown has no date/.test(one),
      ),
      starters[index]?.name,
    ).toEqual([]);
  }
});

test('the check finds dead ends, unreachable pages, offers without a shop and pictures without words', () => {
  const base = starter(0);
  const [first, last] = base.steps as [Funnel['steps'][0], Funnel['steps'][0]];
  const funnel: Funnel = {
    ...base,
    steps: [
      { ...first, next: null },
      {
        ...last,
        kind: 'sales',
        blocks: [
          freshBlock(makeId, 'offer'),
          newBlock(makeId, 'image', { picture: `/f/-/${'a'.repeat(64)}.png` }),
          newBlock(makeId, 'offer', { product: 'gone', title: 'x' }),
        ],
      },
    ],
  };
  const words = checkFunnel(
    funnel,
    { isOnSale: () => false },
    new Map([[last.id, { bytes: 90_000, pictureBytes: 0 }]]),
  ).map((one) => one.words);
  for (const wanted of [
    /No step leads to this page/,
    /Nothing comes after the form/,
    /Dead end/,
    /no checkout/,
    /not on sale/,
    /no alt text/,
    /weighs 88 KB/,
  ])
    expect(
      words.some((one) => wanted.test(one)),
      `${wanted}`,
    ).toBe(true);
});

test('a page that promises a file behind a button is not passed before the button leads there', () => {
  const given = allInOwnWords(starter(0));
  const stops = (funnel: Funnel) =>
    checkFunnel(funnel, allOnSale, new Map()).filter(({ weight }) => weight === 'stop');
  expect(stops(given).map(({ words }) => words)).toEqual([
    'The button “Open the guide” has no link. Add one.',
  ]);
  const [hero] = given.steps[1]?.blocks ?? [];
  if (hero) hero.values['link'] = 'https://files.example.com/guide.pdf';
  expect(stops(given)).toEqual([]);
});

test('what other programs fill in is told on the page, the block and in the words of a search result', () => {
  const given = allInOwnWords(starter(2));
  const stops = (funnel: Funnel) =>
    checkFunnel(funnel, allOnSale, new Map()).filter(({ weight }) => weight === 'stop');
  expect(stops(given)).toEqual([]);
  for (const hole of ['{{Nope}}', '{{ First name }}', '{{}}', '{{a|b}}']) {
    const [step] = given.steps as [Funnel['steps'][0]];
    const [block] = step.blocks as [Block];
    const changed: Funnel['steps'][0][] = [
      { ...step, seo: { ...step.seo, title: `Hi ${hole}` } },
      { ...step, blocks: [{ ...block, values: { ...block.values, title: hole } }, ...step.blocks.slice(1)] },
      {
        ...step,
        blocks: [...step.blocks, newBlock(makeId, 'faq', {}, [{ question: 'q', answer: `x ${hole}` }])],
      },
    ];
    for (const one of changed)
      expect(stops({ ...given, steps: [one, ...given.steps.slice(1)] }).map(({ words }) => words)).toEqual([
        `“${hole}” isn’t filled in on a published page. Write the text yourself.`,
      ]);
  }
});

test('what a template promises in its owner’s name is not published as it came, and is named', () => {
  for (const [index, { id }] of starters.entries()) {
    const funnel = starter(index);
    const found = checkFunnel(funnel, allOnSale, new Map()).filter(({ words }) => /sample text/.test(words));
    const told = new Set(found.filter(({ weight }) => weight === 'stop').map(({ blockId }) => blockId));
    for (const step of funnel.steps)
      for (const block of step.blocks) {
        const { type, values } = block;
        const isPromise =
          (type === 'hero' && step.kind !== 'thank-you' && !values['title']?.includes('[')) ||
          type === 'offer' ||
          type === 'pricing';
        expect(told.has(block.id), `${id}: ${step.name}, ${type}`).toBe(isPromise);
      }
    expect(refusalOf(funnel, found, true), id).toContain('is the template’s sample text. Write your own.');
    // A word of one's own is enough, and what is left is worth a look, once a page at most.
    const own = checkFunnel(allInOwnWords(funnel), allOnSale, new Map());
    expect(
      own.filter(({ words }) => /sample text/.test(words)),
      id,
    ).toEqual([]);
    const looks = found.filter(({ weight }) => weight === 'look').map(({ stepId }) => stepId);
    expect(new Set(looks).size).toBe(looks.length);
  }
});

test('a button, a price, a consent and the heading of a list are nobody’s promise', () => {
  const values = { title: 'FAQ', price: '$149', button: 'Get the guide', consent: 'I agree.' };
  for (const type of ['offer', 'optin', 'faq'] as const)
    expect(samplesIn(newBlock(makeId, type, values), { kind: 'sales' })).toEqual([]);
  expect(samplesIn(newBlock(makeId, 'hero', { title: 'My own words' }), { kind: 'sales' })).toEqual([]);
});

test('a form without anybody’s name above or below the pages stops a funnel, and leads to the field', () => {
  const given = allInOwnWords(starter(0));
  const named = (company: string, legal: string): Funnel => ({
    ...given,
    style: { ...given.style, company },
    frame: { links: [], footer: [], legal },
  });
  const missing = (funnel: Funnel) =>
    checkFunnel(funnel, allOnSale, new Map()).filter(({ at }) => at === 'company');
  expect(missing(named(' ', ' '))).toMatchObject([
    { weight: 'stop', stepId: null, words: expect.stringContaining('no page says who is asking') },
  ]);
  expect(missing(named('Wren Studio', ''))).toEqual([]);
  expect(missing(named('', '© Wren Ltd, Leeds'))).toEqual([]);
  // Who asks for nothing needs no name for it.
  const steps = given.steps.map((step) => ({
    ...step,
    blocks: step.blocks.filter(({ type }) => type !== 'optin'),
  }));
  expect(missing({ ...named('', ''), steps })).toEqual([]);
  // The server refuses by the same rule, and says so.
  expect(refusalOf(given, missing(named('', '')), true)).toMatch(/^Not ready to publish\. A form asks/);
});

test('findings are told by page, in the order of the pages, what holds for all of them first', () => {
  const given = starter(0);
  const [first, last] = given.steps as [Funnel['steps'][0], Funnel['steps'][0]];
  const findings = checkFunnel(given, allOnSale, new Map());
  const groups = groupFindings(given.steps, findings);
  expect(groups.map(({ name }) => name)).toEqual(['All pages', first.name, last.name]);
  expect(groups.flatMap((group) => group.findings)).toHaveLength(findings.length);
  expect(groupFindings(given.steps, [])).toEqual([]);
});
