import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { createReadBucket } from '#platform/server/http/limits.ts';
import { createPages } from './pages.ts';

function open(words: (url: string) => string, found = true) {
  let renders = 0;
  const pages = createPages({
    bundle: async () =>
      ({
        headScript: '',
        match: (address: string) =>
          found ? { page: { path: '/x' }, key: address, dataPath: null, pays: false } : null,
        render: ({ url }: { url: string }) => (
          renders++,
          { status: found ? 200 : 404, head: '', module: null, html: words(url) }
        ),
      }) as never,
    assetTags: () => '',
    site: () => ({}) as never,
    runtime: () => ({}) as never,
    origin: () => 'http://hub.test',
    fetchData: async () => ({ status: 200, data: null }),
    version: () => '1',
    policy: () => ({}),
    cache: true,
    takeRender: createReadBucket(movableClock('2026-11-21T12:00:00Z'), 10, 120),
    isHidden: () => false,
  });
  const ask = (path: string, caller: string) =>
    pages.answer(new Request(`http://hub.test${path}`), path, caller);
  return { pages, ask, renders: () => renders };
}

test('uncached pages are rendered a limited number of times per caller, not for all callers', async () => {
  const { ask, renders } = open(() => 'Nothing here', false);
  const answers = await Promise.allSettled(
    Array.from({ length: 600 }, (_, n) => ask(`/nothing-${n}`, '203.0.113.5')),
  );
  const refused = answers.filter((one) => one.status === 'rejected');
  expect(renders()).toBe(120);
  expect(refused).toHaveLength(480);
  expect(refused[0]?.reason).toMatchObject({ code: 'too_many' });
  expect((await ask('/nothing', '203.0.113.6')).status).toBe(404);
});

test('the page cache is bounded in bytes: large pages evict the oldest, each renders once', async () => {
  const { pages, ask, renders } = open(() => 'x'.repeat(12_000_000));
  await Promise.all([ask('/a', 'ada'), ask('/a', 'bea')]);
  expect(renders()).toBe(1);
  for (let n = 0; n < 9; n++) await ask(`/large-${n}`, 'ada');
  expect(pages.known('/a')).toBeUndefined();
  expect(pages.known('/large-8')).toBeDefined();
});

test.each(['//', '///x/..', '//a:99999/', '//[', '//evil.example/', '//a:b@c/'])(
  'a page at the odd path %s is rendered for this hub, and for no other',
  async (path) => {
    const seen: string[] = [];
    const { ask } = open((url) => (seen.push(url), 'drawn'));
    expect((await ask(path, 'ada')).status).toBe(200);
    for (const url of seen) expect(new URL(`http://hub.test${url}`).host).toBe('hub.test');
  },
);
