import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from '#features/branding/rules/contrast.ts';
import { checkFunnel } from './check.ts';
import { placeholdersIn } from './check-block.ts';
import { type Funnel, funnel as schema, themes } from './contract.ts';
import { freshBlock, newBlock, tidied } from './make.ts';
import { blockTypes } from './blocks.ts';
import { drawingChoices } from './render/drawings.ts';
import { drawPage } from './render/page.ts';
import { countdownScript } from './render/script.ts';
import { publishedStyle } from './render/style/index.ts';
import { themeOf, themeTable, withTheme } from './render/themes.ts';
import { startFrom } from './start-from.ts';
import { starters } from './starters/index.ts';

let made = 0;
const makeId = () => `p${++made}`;
const starter = (index: number) =>
  startFrom(starters[index] as (typeof starters)[0], makeId, `fun_${++made}`, null);
const allOnSale = { isOnSale: () => true };
const page = (funnel: Funnel, at = 0) => {
  const step = funnel.steps[at];
  if (!step) throw new Error('no step');
  return drawPage({ funnel, step, product: () => null }, 'https://hub.example');
};

const hex = fc.integer({ min: 0, max: 0xffffff }).map((color) => `#${color.toString(16).padStart(6, '0')}`);

test('whatever color somebody chooses, every theme can be read, by day and by night', () => {
  fc.assert(
    fc.property(hex, (accent) => {
      for (const theme of themes) {
        const css = publishedStyle({ theme, accent, face: 'grotesk', company: '', logo: '' });
        const schemes = [...css.matchAll(/\.f\{color-scheme:\w+;([^}]*)/g)].map(([, text = '']) => text);
        expect(schemes).toHaveLength(themeTable[theme].dark === 'follows' ? 2 : 1);
        for (const text of schemes) {
          const color = (name: string) => new RegExp(`--${name}:(#\\w{6})`).exec(text)?.[1] ?? '';
          for (const ground of ['g', 's', 't'])
            for (const ink of ['i', 'm', 'l'])
              expect(
                contrast(color(ink), color(ground)),
                `${theme} --${ink} on --${ground}`,
              ).toBeGreaterThanOrEqual(4.5);
          for (const ground of ['g', 's'])
            expect(contrast(color('k'), color(ground)), `${theme} frame of a field`).toBeGreaterThanOrEqual(
              3,
            );
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('what was built before there were themes has the nearest one, and its own color', () => {
  const { frame: _none, ...old } = starter(0);
  const { theme: _left, ...style } = old.style;
  for (const [face, theme] of [
    ['serif', 'gazette'],
    ['grotesk', 'sheet'],
    ['system', 'sheet'],
  ] as const) {
    const before: Funnel = { ...old, style: { ...style, face, accent: '#aa3355' } };
    expect(schema.parse(before)).toEqual(before);
    expect(themeOf(before.style)).toBe(theme);
    expect(page(before)).toContain('--a:#aa3355');
    expect(page(before)).not.toContain('<footer');
  }
});

test('a color that came with a theme goes with it; one that somebody chose stays', () => {
  const { style } = starter(0);
  expect(withTheme(style, 'poster').accent).toBe(themeTable.poster.accent);
  expect(withTheme(withTheme(style, 'poster'), 'sheet')).toEqual(style);
  expect(withTheme({ ...style, accent: '#aa3355' }, 'console').accent).toBe('#aa3355');
});

test('every placeholder of a template and of a fresh block stops publishing, and names the block', () => {
  const stopsOf = (funnel: Funnel) =>
    checkFunnel(funnel, allOnSale, new Map()).filter(({ weight }) => weight === 'stop');
  for (const index of starters.keys()) {
    const funnel = starter(index);
    for (const step of funnel.steps)
      for (const block of step.blocks) {
        const open = [block.values, ...block.items].filter((values) =>
          /\[[A-Z]/.test(JSON.stringify(values)),
        );
        const told = stopsOf(funnel).filter(
          ({ blockId, words }) => blockId === block.id && words.includes('is a placeholder'),
        );
        expect(told.length, `${starters[index]?.id} ${block.type}`).toBe(open.length);
      }
  }
  const plain = starter(0);
  for (const type of blockTypes) {
    const fresh = freshBlock(makeId, type);
    const [first] = plain.steps;
    if (!first) throw new Error('no step');
    const found = stopsOf({ ...plain, steps: [{ ...first, blocks: [fresh] }] });
    const open = placeholdersIn(JSON.stringify([fresh.values, fresh.items]));
    expect(
      found.some(({ words }) => words.includes('is a placeholder')),
      type,
    ).toBe(open.length > 0);
  }
  for (const words of [
    'See [your plan](https://a.example)',
    '[Your plan](https://a.example)',
    '[1]',
    '[sic]',
  ])
    expect(placeholdersIn(words), words).toEqual([]);
});

test('a countdown counts to a date, or is not published; one that has passed is told', () => {
  const given = starter(0);
  const [first, ...rest] = given.steps;
  if (!first) throw new Error('no step');
  const now = new Date('2026-11-23T12:00:00Z');
  const told = (until: string) => {
    const block = newBlock(makeId, 'countdown', { title: 'Ends in', until, past: 'Over.' });
    const funnel = tidied({ ...given, steps: [{ ...first, blocks: [...first.blocks, block] }, ...rest] });
    const words = checkFunnel(funnel, allOnSale, new Map(), now).map((one) => one.words);
    return { html: page(funnel), words: words.filter((one) => one.includes('countdown')) };
  };
  const coming = told('2026-12-01T17:00:00.000Z');
  expect(coming.words).toEqual([]);
  expect(coming.html).toContain('December 1, 2026 at 5:00 PM UTC</time>');
  expect(coming.html).toContain(`<script>${countdownScript}</script>`);
  expect(told('2026-11-01T17:00:00.000Z').words).toEqual([
    'The countdown’s date has passed. Visitors read the text for after it.',
  ]);
  for (const none of ['', 'soon', '2026-13-41T00:00Z', '<b>']) {
    expect(told(none).words).toEqual(['The countdown has no date.']);
    expect(told(none).html).not.toContain('data-until=');
  }
});

test('a drawing is drawn in the page itself, as decoration or with the words for it', () => {
  const given = starter(0);
  const [first] = given.steps;
  if (!first) throw new Error('no step');
  for (const { value } of drawingChoices) {
    const draw = (alt: string) =>
      page({ ...given, steps: [{ ...first, blocks: [newBlock(makeId, 'image', { picture: value, alt })] }] });
    expect(draw('')).toContain('<svg class="dr"');
    expect(draw('')).toContain('aria-hidden="true"');
    expect(draw('A "map"')).toContain('role="img" aria-label="A &#34;map&#34;"');
  }
  const strange = newBlock(makeId, 'image', { picture: 'draw:constructor', alt: '' });
  expect(page({ ...given, steps: [{ ...first, blocks: [strange] }] })).not.toContain('<svg');
});

test('a link of header or footer that leads nowhere is told; one to this page stands where it leads', () => {
  const given = starter(0);
  const frame = {
    links: [{ words: 'Shop', to: 'javascript:alert(1)' }],
    footer: [{ words: 'The form', to: '#form' }],
    legal: '© <b>Ada</b>',
  };
  const funnel = tidied({ ...given, frame });
  const words = checkFunnel(funnel, allOnSale, new Map()).map((one) => one.words);
  expect(words).toContain('Header link “Shop” leads nowhere. Change it under Settings.');
  expect(page(funnel)).toMatch(/© &#?\w+;b&/);
  expect(page(funnel)).toContain('<a href="#form">The form</a>');
  expect(page(funnel, 1)).not.toContain('#form');
  expect(page(funnel)).not.toMatch(/javascript/);
});
