import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { emptyNewsletter, newsletterHands } from '#testing/newsletter-readers.ts';
import { origin, outreachHub } from '#testing/outreach-hub.ts';
import { sampleSite } from '#testing/site.ts';
import { atomFeed, escapeXml, rssFeed } from './feeds.ts';

const db = await useDatabase();
beforeEach(() => emptyNewsletter(db));

const hostile = '</title><script>alert(1)</script> & "co" ]]>';
const yaml = (text: string) => `subject: ${JSON.stringify(text)}`;

interface Answer {
  issues: { slug: string; title: string }[];
  total: number;
}
const listOf = async (response: Response) => (await response.json()) as Answer;

test('an issue that was sent is on the web, in both feeds and in the sitemap; a private one is nowhere', async () => {
  const hub = outreachHub(db, { env: { live: 'no' } });
  const hands = newsletterHands(db, hub);
  await hands.subscribe('anna.reader@example.com');
  await hub.command(
    `newsletter send ${await hands.file('open', 'subject: Open\ndescription: In a sentence')}`,
  );
  hub.clock.move(1000);
  await hub.command(`newsletter send ${await hands.file('closed', 'subject: Secret\narchive: no')}`);
  await hub.deliver();
  const stop = await hub.feature.start?.();
  expect(hub.feature.listed?.()).toEqual([{ path: '/newsletter/open', lastmod: '2026-11-21' }]);
  await stop?.();
  expect((await listOf(await hub.get('/api/newsletter/issues'))).issues.map(({ slug }) => slug)).toEqual([
    'open',
  ]);
  expect((await hub.get('/api/newsletter/issues/closed')).status).toBe(404);
  const feeds = [];
  for (const path of ['/newsletter/feed.xml', '/newsletter/atom.xml'])
    feeds.push(await (await hub.get(path)).text());
  const all = feeds.join('') + (await (await hub.get('/api/newsletter/issues/open')).text());
  for (const said of ['Open', 'In a sentence', `${origin}/newsletter/open`]) expect(all).toContain(said);
  expect(all).not.toMatch(/Secret|anna\.reader/i);

  const mails = (await hub.mails('anna.reader@example.com')).map(({ subject, viewUrl }) => [
    subject,
    viewUrl,
  ]);
  expect(mails).toEqual([
    ['Open', `${origin}/newsletter/open`],
    ['Secret', undefined],
  ]);
});

test('an issue is taken off the web and put back by its file; one with other words is refused', async () => {
  const hub = outreachHub(db);
  const hands = newsletterHands(db, hub);
  await hub.command(`newsletter send ${await hands.file('a', 'subject: A')}`);
  await hub.command(`newsletter archive ${await hands.file('a', 'subject: A\narchive: no')}`);
  expect((await listOf(await hub.get('/api/newsletter/issues'))).total).toBe(0);
  await hub.command(`newsletter archive ${await hands.file('a', 'subject: A')}`);
  expect((await hub.get('/api/newsletter/issues/a')).status).toBe(200);
  await expect(hub.command(`newsletter archive ${await hands.file('a', 'subject: B')}`)).rejects.toThrow(
    /the web shows what was sent/,
  );
  await expect(hub.command(`newsletter archive ${await hands.file('b', 'subject: B')}`)).rejects.toThrow(
    /hasn’t been sent/,
  );
});

test('names that pages have already, and names of names, get addresses of their own', async () => {
  const hub = outreachHub(db);
  const hands = newsletterHands(db, hub);
  for (const name of ['confirm', 'confirm-2', 'preferences', 'x', 'x-2'])
    await hub.command(`newsletter send ${await hands.file(name, `subject: ${name}`)}`);
  const { issues } = await listOf(await hub.get('/api/newsletter/issues'));
  const slugs = issues.map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(5);
  expect(slugs.sort()).toEqual(['confirm-2', 'confirm-2-2', 'preferences-2', 'x', 'x-2']);
});

test('more issues than a page holds are paged, and a page that isn’t there is not found', async () => {
  const hub = outreachHub(db);
  await db.pool.query(
    `insert into newsletter_issue (id, subject, content_hash, started_at, slug, body, is_public)
     select 'i' || n, 'Issue ' || n, '', now() + n * interval '1 day', 'i' || n, '[]', true from generate_series(1, 41) n`,
  );
  const last = await listOf(await hub.get('/api/newsletter/issues?page=3'));
  expect([last.total, last.issues.map(({ slug }) => slug)]).toEqual([41, ['i1']]);
  expect((await hub.get('/api/newsletter/issues?page=4')).status).toBe(404);
  expect((await listOf(await hub.get('/api/newsletter/issues?page=zero'))).issues[0]?.slug).toBe('i41');
  const one = (await (await hub.get('/api/newsletter/issues/i41')).json()) as Record<string, unknown>;
  expect([one['newer'], one['older']]).toEqual([null, { slug: 'i40', title: 'Issue 40' }]);
});

test('whoever has a feed already is told so, by its mark or by its date', async () => {
  const hub = outreachHub(db);
  const hands = newsletterHands(db, hub);
  await hub.command(`newsletter send ${await hands.file('a', yaml(hostile))}`);
  const first = await hub.get('/newsletter/feed.xml');
  const [etag, date] = [first.headers.get('etag') ?? '', first.headers.get('last-modified') ?? ''];
  const ask = (headers: Record<string, string>) => hub.send('/newsletter/feed.xml', { headers });
  expect((await ask({ 'if-none-match': `W/"x", ${etag}` })).status).toBe(304);
  expect((await ask({ 'if-modified-since': date })).status).toBe(304);
  expect((await ask({ 'if-none-match': '"other"', 'if-modified-since': date })).status).toBe(200);
  expect((await ask({ 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' })).status).toBe(200);
});

test('hostile titles and texts are text in feeds, and what XML cannot hold is left out', () => {
  const issue = {
    id: 'a',
    slug: 'a',
    title: `${hostile}\u0000\ud800`,
    summary: hostile,
    sentAt: '2026-11-21T12:00:00.000Z',
    blocks: [{ kind: 'prose' as const, spans: [{ text: hostile, url: 'https://a.example/?a="&b' }] }],
  };
  const parts = { site: sampleSite({ newsletterSender: hostile }), origin, issues: [issue] };
  for (const feed of [rssFeed(parts), atomFeed(parts)]) {
    expect(feed).not.toMatch(/<script|<\/title><|]]>/);
    expect(feed).not.toContain('\u0000');
    // Every sign that begins something is one of ours.
    expect(feed.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toMatch(/&/);
    const open: string[] = [];
    const crossed: string[] = [];
    for (const [, close, name = '', self] of feed.matchAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>/g))
      if (close) crossed.push(...[open.pop() ?? ''].filter((last) => last !== name));
      else if (!self) open.push(name);
    expect([open, crossed]).toEqual([[], []]);
  }
  expect(escapeXml('a\u0008\ufffe😀\udc00b')).toBe('a😀\ufffdb');
});
