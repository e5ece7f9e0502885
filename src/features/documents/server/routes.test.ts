import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { mountRoutes } from '#platform/server/http/mount.ts';
import { guest, type Viewer } from '#platform/server/http/viewer.ts';
import { silentLog } from '#platform/server/log.ts';
import { draftApi } from '../rules/drafting/draft-contract.ts';
import { documents } from './index.ts';
import { readLibrary } from './library.ts';

const ignore = () => {};
const counted: string[] = [];

/** The feature's routes as the server mounts them. */
function open(siteDir = 'nowhere', parts: object = {}, viewer: Viewer = guest) {
  const platform = {
    config: { siteDir },
    site: { words: () => ({ language: 'en-GB' }), meanings: () => [] },
    clock: movableClock('2026-11-21T12:00:00Z'),
    log: silentLog,
  };
  const app = new Hono();
  mountRoutes(app as never, documents(platform as never, { allowance: {} as never, ...parts }).routes ?? [], {
    log: silentLog,
    metrics: { request: ignore } as never,
    ownOrigin: () => 'http://hub',
    trustProxy: 0,
    resolveViewer: async () => viewer,
    countAgainst: async (limit) => void counted.push(`${limit.name} ${limit.max}/${limit.perSeconds}`),
    takeRead: ignore,
    asProblem: () => undefined,
    report: ignore,
    checkAnswers: true,
  });
  return app;
}
const app = open();
const print = (slug: string, body: unknown) =>
  app.request(`http://hub/api/documents/${slug}/pdf`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('the index names every document with pages, minutes and price', async () => {
  const { documents: all, opening } = (await (await app.request('http://hub/api/documents')).json()) as {
    documents: { slug: string }[];
    opening?: unknown;
  };
  expect(all.find(({ slug }) => slug === 'mutual-nda')).toMatchObject({
    short: 'Mutual NDA',
    pages: 5,
    minutes: 2,
    price: 0,
    reviewed: '2026-11-23',
  });
  expect(opening).toBeUndefined();
});

test('the home page gets the first lines of the agreement with both names blank', async () => {
  const { opening } = (await (await app.request('http://hub/api/documents?opening=mutual-nda')).json()) as {
    opening: { blocks: { b: string }[] };
  };
  expect(opening.blocks.filter(({ b }) => b === 'clause')).toHaveLength(2);
  const fields = JSON.stringify(opening.blocks);
  for (const field of ['sideA.name', 'sideB.name'])
    expect(fields).toContain(`{"r":"blank","field":"${field}"`);
  expect(fields.length).toBeLessThan(8000);
});

test('a document comes in full, an unknown one is not found', async () => {
  const { template } = (await (await app.request('http://hub/api/documents/mutual-nda')).json()) as {
    template: { steps: unknown[]; body: unknown[] };
  };
  expect(template.steps.length).toBeGreaterThan(3);
  expect((await app.request('http://hub/api/documents/nothing')).status).toBe(404);
  expect((await app.request('http://hub/api/documents/..%2Fhub')).status).toBe(404);
});

test('anybody gets the PDF of their answers as a file, counted by address', async () => {
  const response = await print('mutual-nda', {
    answers: { sideA: { name: 'Wren' }, ['__proto__']: 1 },
    paper: 'us-letter',
    branding: { companyName: 'Wren' },
    // Some browsers tell all of it.
    locale: 'en-GB-oxendict-u-ca-gregory-nu-latn-x-mine',
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="mutual-nda-2026-11-21.pdf"',
  );
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  expect(counted).toContain('document-pdf 30/60');
});

test('a request that makes no sense is refused in words', async () => {
  for (const body of [
    {},
    { answers: [] },
    { answers: {}, paper: 'a0' },
    { answers: {}, locale: '../../etc' },
    { answers: {}, date: 'tomorrow' },
    { answers: {}, branding: { companyName: 7 } },
  ]) {
    expect((await print('mutual-nda', body)).status).toBe(400);
  }
  expect((await print('mutual-nda', { answers: { purpose: 'x'.repeat(1_300_000) } })).status).toBe(413);
});

test('[STORE-5] a document that costs names its price and its product; the hub sets it for its owner', async () => {
  const pack = { title: 'The pack', path: '/product/pack', price: 1900, documents: 4 };
  const offers = async () => new Map([['retainer', pack]]);
  const shop = open('nowhere', { offers });
  const read = async (path: string) => (await (await shop.request(`http://hub${path}`)).json()) as never;
  expect(await read('/api/documents/retainer')).toMatchObject({
    entry: { price: 1900, pack: 4 },
    offer: pack,
  });
  expect(await read('/api/documents/mutual-nda')).not.toHaveProperty('offer');
  const { documents: listed } = await read('/api/documents');
  expect((listed as { slug: string }[]).find(({ slug }) => slug === 'retainer')).toMatchObject({
    price: 1900,
  });

  const owner: Viewer = { kind: 'member', uid: 'ada' } as never;
  const deliver = async ({ uid, order }: { uid: string | null; order: string | null }, slug: string) =>
    slug === 'retainer' && (uid === 'ada' || order === 'link');
  const pdf = async (hub: Hono, slug: string) => {
    const response = await hub.request(`http://hub/api/documents/${slug}/pdf`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"answers":{}}',
    });
    return response.status === 200 ? 200 : `${response.status} ${await response.text()}`;
  };
  expect(await pdf(shop, 'retainer')).toMatch(/^403 .*This document is in the \$19 pack of 4\./);
  const theirs = open('nowhere', { offers, deliver }, owner);
  expect(await pdf(theirs, 'retainer')).toBe(200);
  expect(await pdf(theirs, 'proposal')).toMatch(/^403 /);

  // The text itself: its beginning for anybody, all of it for whoever bought it, by account or by an order's link.
  const all = readLibrary('content/documents', 'nowhere');
  const free = JSON.stringify([...all.values()].filter(({ slug }) => slug !== 'retainer'));
  const end = [...JSON.stringify(all.get('retainer')?.body).matchAll(/"text":"([^"]{40,})"/g)]
    .map(([, words = '']) => words)
    .findLast((words) => !free.includes(words));
  const hasEnd = (answer: string) => answer.includes(end ?? 'no text of its own');
  const text = async (hub: Hono, path: string) => (await hub.request(`http://hub${path}`)).text();
  const guests = open('nowhere', { offers, deliver });
  for (const path of ['/api/documents/retainer', '/api/documents', draftApi.library, draftApi.page])
    expect(hasEnd(await text(guests, path)), path).toBe(false);
  const whole = '/api/documents/retainer/whole';
  for (const path of [whole, `${whole}?order=other`]) {
    expect(hasEnd(await text(guests, path))).toBe(false);
    expect(await text(guests, path)).toContain('"isPreview":true');
  }
  expect(hasEnd(await text(guests, `${whole}?order=link`))).toBe(true);
  expect(hasEnd(await text(theirs, whole))).toBe(true);
  const led = await theirs.request(`http://hub${whole}`, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(hasEnd(await led.text())).toBe(false);
  expect(await text(guests, '/api/documents/mutual-nda/whole')).toContain('Confidential');
});

test('answers of the wrong kind become blanks, not errors', async () => {
  const response = await print('invoice', {
    answers: {
      items: 'x',
      seller: [],
      discount: { a: 1 },
      issued: 5,
      terms: null,
      currency: '__proto__',
      number: { toString: 1 },
    },
  });
  expect(response.status).toBe(200);
});

test('the sample opens in the browser', async () => {
  const response = await app.request('http://hub/api/documents/invoice/sample.pdf');
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    'inline; filename="invoice-sample.pdf"',
  ]);
});

test("a mistake in the operator's document stops the start with file and line", () => {
  const site = mkdtempSync(join(tmpdir(), 'site-'));
  onTestFinished(() => rmSync(site, { recursive: true }));
  mkdirSync(join(site, 'documents'));
  writeFileSync(join(site, 'documents/ours.md'), '---\ntitle: Ours\n---\n# Ours\n');
  expect(() => open(site)).toThrow(/ours\.md:2: category: got nothing, expected/);
});

test('bundles: an operator’s own stands among the shipped ones, and a wrong name stops the start', async () => {
  const site = mkdtempSync(join(tmpdir(), 'site-'));
  onTestFinished(() => rmSync(site, { recursive: true }));
  mkdirSync(join(site, 'bundles'));
  const write = (second: string) =>
    writeFileSync(
      join(site, 'bundles/ours.yaml'),
      `title: Ours\nfor: Us.\ndocuments:\n  - quote\n  - ${second}\n`,
    );
  write('invoyce');
  expect(() => open(site)).toThrow(/ours\.yaml:5: documents: there is no document "invoyce"/);
  write('invoice');
  const ours = open(site);
  const index = (await (await ours.request('http://hub/api/documents')).json()) as {
    bundles: { slug: string }[];
  };
  expect(index.bundles.map(({ slug }) => slug)).toContain('ours');
  expect(index.bundles.length).toBeGreaterThan(5);
  const quote = (await (await ours.request('http://hub/api/documents/quote')).json()) as {
    bundles: { slug: string; documents: { slug: string; shared: Record<string, string> }[] }[];
  };
  const [, invoice] = quote.bundles.find(({ slug }) => slug === 'ours')?.documents ?? [];
  expect(invoice).toMatchObject({ slug: 'invoice', price: 0, shared: { seller: 'seller', buyer: 'buyer' } });
});

test('a text of thousands of pages is refused in words, and keeps nobody else from printing', async () => {
  const edited = (html: string) =>
    app.request('http://hub/api/edited/docx', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Long', html }),
    });
  const table = `<table>${`<tr>${'<td>x</td>'.repeat(40)}</tr>`.repeat(480)}</table>`;
  const refused = await edited(table);
  expect(refused.status).toBe(413);
  expect(await refused.text()).toContain('too long for one file');
  expect((await edited('<p>A page.</p>')).status).toBe(200);
});
