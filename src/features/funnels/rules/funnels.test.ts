import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { blockTypes, specOf } from './blocks.ts';
import type { Block, Funnel } from './contract.ts';
import { addStep, connect, duplicateStep, insertBlocks, moveBlock, removeStep } from './edit.ts';
import { record, redo, startHistory, undo } from './history.ts';
import { readImport } from './import.ts';
import { mapLayout } from './layout.ts';
import { newBlock, tidied } from './make.ts';
import { readLink, readVideo } from './render/link.ts';
import { drawPage } from './render/page.ts';
import { richText } from './render/rich.ts';
import { countdownScript, formScript, pageScript } from './render/script.ts';
import { slugOf } from './slug.ts';
import { startFrom } from './start-from.ts';
import { starters } from './starters/index.ts';
import { isBot, sourceOf } from './visits.ts';

let made = 0;
const makeId = () => `p${++made}`;
const starter = (index: number) =>
  startFrom(starters[index] as (typeof starters)[0], makeId, `fun_${++made}`, null);
const around = (funnel: Funnel, at = 0) => ({
  funnel,
  step: funnel.steps[at] as Funnel['steps'][0],
  product: () => null,
});

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus=alert(1) autofocus='",
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+',
  '[x](javascript:alert(1))',
  '[x](https://e.example/"onmouseover=alert(1))',
  '**<b onclick=alert(1)>**',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '\u2028{{constructor}}${alert(1)}',
  'https://e.example/"><script>alert(1)</script>',
  '//e.example',
  '/\\e.example',
];

test('[FUN-1] nothing typed into any field of any block becomes markup, script or a foreign address', () => {
  for (const words of hostile) {
    const base = starter(0);
    const blocks = blockTypes.map((type): Block => {
      const spec = specOf(type);
      const all = (fields: readonly { name: string }[]) =>
        Object.fromEntries(fields.map(({ name }) => [name, words]));
      return newBlock(makeId, type, all(spec.fields), spec.items ? [all(spec.items.fields)] : []);
    });
    const funnel = tidied({
      ...base,
      name: words,
      style: { ...base.style, company: words, logo: words },
      steps: base.steps.map((step) => ({
        ...step,
        name: words,
        blocks,
        seo: { title: words, description: words, isHidden: false },
      })),
    });
    const html = drawPage(around(funnel), 'https://hub.example')
      .replace(`<script>${pageScript}</script>`, '')
      .replace(`<script>${formScript}</script>`, '');
    expect(html, words).not.toMatch(/<script|<b |<svg|<img[^>]*onerror/i);
    // Inside a tag no attribute begins with "on", and no address leads where its look does not say.
    for (const [tag] of html.matchAll(/<[a-z][^<]*?>/gi)) {
      expect(tag.replace(/"[^"]*"/g, '""'), words).not.toMatch(/\son\w+=/i);
      expect(tag, words).not.toMatch(
        /(?:href|src|action|data-play)="\s*(?:javascript|data:text|data:image\/svg|\/\/|\/\\|[^"]*&#34;)/i,
      );
    }
    expect(html.match(/<\/title>/g)).toHaveLength(1);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
  }
});

test('links lead to steps, to this hub and to the web; nowhere else', () => {
  expect(readLink('https://shop.example/a?b=c')).toEqual({ to: 'web', href: 'https://shop.example/a?b=c' });
  expect(readLink('/product/icons')).toEqual({ to: 'web', href: '/product/icons' });
  expect(readLink('thank-you')).toEqual({ to: 'step', slug: 'thank-you' });
  for (const bad of [
    '//e',
    '/\\e',
    'https:e',
    'ftp://e.example',
    'https://u:p@e.example',
    'vbscript:x',
    ' javascript:x',
    'https://e e',
  ])
    expect(readLink(bad), bad).toBeNull();
});

test('a video is one of three kinds, and each is asked for without telling who watches', () => {
  expect(readVideo('https://youtu.be/dQw4w9WgXcQ')?.source).toContain('youtube-nocookie.com');
  expect(readVideo('https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=x')?.page).toContain('dQw4w9WgXcQ');
  expect(readVideo('https://vimeo.com/76979871')?.source).toContain('dnt=1');
  expect(readVideo('https://e.example/a.mp4')?.as).toBe('video');
  for (const bad of [
    'https://youtube.com.e.example/watch?v=dQw4w9WgXcQ',
    'http://e.example/a.mp4',
    'https://e.example/',
    'x',
  ])
    expect(readVideo(bad), bad).toBeNull();
});

test('text has paragraphs, lists, bold, italic and links, and nothing else', () => {
  const html = richText('One **two** *three*\nfour\n\n- a\n- [b](https://b.example)\n1. c', (to) =>
    to.startsWith('https:') ? to : null,
  );
  expect(html).toBe(
    '<p>One <strong>two</strong> <em>three</em><br>four</p><ul><li>a</li><li><a href="https://b.example">b</a></li></ul><ol><li>c</li></ol>',
  );
});

test('the script of a page is under 1 KB, and a complete page is a few KB', () => {
  expect(gzipSync(pageScript + formScript + countdownScript).length).toBeLessThan(1024);
  for (const index of starters.keys()) {
    const html = drawPage(around(starter(index)), 'https://hub.example');
    expect(gzipSync(html).length).toBeLessThan(6 * 1024);
  }
});

test('a funnel of 200 steps is edited, laid out and drawn; the 201st is refused', () => {
  let funnel = starter(1);
  while (funnel.steps.length < 200)
    funnel = addStep(funnel, makeId, 'page', funnel.steps.at(-1)?.id ?? null)[0];
  expect(new Set(funnel.steps.map(({ slug }) => slug)).size).toBe(200);
  expect(addStep(funnel, makeId, 'page', null)[1]).toBeNull();
  expect(duplicateStep(funnel, makeId, funnel.steps[0]?.id ?? '')[1]).toBeNull();
  const { placed } = mapLayout(funnel);
  expect(new Set(placed.map(({ column, row }) => `${column} ${row}`)).size).toBe(200);
  expect(readImport(JSON.stringify(funnel), 'fun_x')).toMatchObject({ funnel: { id: 'fun_x' } });
});

test('deleting a step joins what led to it with where it led, and undo brings it back', () => {
  const funnel = starter(1);
  const [sales, upsell] = funnel.steps;
  const without = removeStep(funnel, upsell?.id ?? '');
  expect(without.steps[0]?.next).toBe(upsell?.next);
  let history = record(startHistory(funnel), without, null, 0);
  history = undo(history);
  expect(history.now).toBe(funnel);
  expect(redo(history).now).toBe(without);
  expect(removeStep({ ...funnel, steps: [sales as Funnel['steps'][0]] }, sales?.id ?? '').steps).toHaveLength(
    1,
  );
});

test('typing on in one field is one step back; another field is another', () => {
  let history = startHistory('a');
  history = record(history, 'ab', 'title', 100);
  history = record(history, 'abc', 'title', 200);
  history = record(history, 'abcd', 'lead', 300);
  expect(undo(history).now).toBe('abc');
  expect(undo(undo(history)).now).toBe('a');
});

test('blocks that are pasted twice have ids of their own, and move past one another', () => {
  const funnel = starter(0);
  const step = funnel.steps[0] as Funnel['steps'][0];
  const [pasted, last] = insertBlocks(
    funnel,
    makeId,
    step.id,
    [step.blocks[0] as Block, step.blocks[0] as Block],
    null,
  );
  const ids = pasted.steps[0]?.blocks.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
  expect(moveBlock(pasted, step.id, last ?? '', -1).steps[0]?.blocks.at(-2)?.id).toBe(last);
});

test('bots are known by their names, and a source is what a campaign calls itself', () => {
  expect(isBot('Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)')).toBe(true);
  expect(isBot('curl/8.5.0')).toBe(true);
  for (const preview of [
    'WhatsApp/2.23.20.0 iPhone OS',
    'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
  ])
    expect(isBot(preview), preview).toBe(true);
  // People who read inside of an app, and on a phone whose maker has an unlucky name.
  for (const person of ['[Pinterest/iOS]', 'Telegram-Android/11.2', 'Cubot Note 20'])
    expect(isBot(`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605.1.15 ${person}`), person).toBe(
      false,
    );
  expect(
    isBot('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'),
  ).toBe(false);
  const source = (query: string, from: string | null) =>
    sourceOf(new URLSearchParams(query), from, ['hub.example', 'hub.example:8443']);
  expect(source('utm_source=Letter', null)).toBe('letter');
  expect(source('utm_source=<b>', 'https://www.news.example/x')).toBe('news.example');
  expect(source('', 'https://hub.example/f/x')).toBe('direct');
  expect(source('', 'https://hub.example:8443/f/x')).toBe('direct');
});

test('an address is made of small letters, digits and dashes', () => {
  expect(slugOf('Été: “100 %” gratuit!')).toBe('ete-100-gratuit');
  expect(slugOf('💥', 'page')).toBe('page');
});

test('a way is drawn to any other step, back too, and taken away; never to itself or to nowhere known', () => {
  const given = starter(1);
  const [first, second] = given.steps as [Funnel['steps'][0], Funnel['steps'][0]];
  const wayOf = (funnel: Funnel) => funnel.steps[1]?.next;
  const back = connect(given, { from: second.id, kind: 'next' }, first.id);
  expect(wayOf(back)).toBe(first.id);
  expect(wayOf(connect(back, { from: second.id, kind: 'next' }, null))).toBe(null);
  expect(connect(given, { from: second.id, kind: 'next' }, second.id)).toBe(given);
  expect(connect(given, { from: second.id, kind: 'next' }, 'unknown')).toBe(given);
});
