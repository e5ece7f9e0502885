import { expect, test, vi } from 'vitest';
import { Problem } from '#base/problem.ts';
import type { Waiting } from '#platform/web/durable.ts';
import type { SavedTemplate } from '../rules/contract.ts';
import { savedSender, type SenderWorld } from './sender.ts';
import { loadContent } from './templates.ts';

const row = (payload: Record<string, unknown>, what: Waiting['op']['what'] = 'add'): Waiting => ({
  owner: 'u',
  seq: 1,
  kind: 'saved',
  id: 'tpl_1',
  at: '',
  tries: 1,
  refusal: null,
  isFork: false,
  hasText: true,
  op: { what, key: 'key-1234567890', base: 3, payload },
});
const head = { id: 'tpl_1', version: 4, contentVersion: 4, seq: 9, isPurged: false };

function world(puts: (path: string) => Response | Error = () => Response.json({ upload: 'a'.repeat(64) })) {
  const asked: { path: string; method?: string | undefined; body?: unknown }[] = [];
  const put: { path: string; type: string }[] = [];
  const fake: SenderWorld = {
    ask: (async (path: string, { method, body }: { method?: string; body?: unknown } = {}) => {
      asked.push({ path, method, body });
      return { outcome: 'saved', version: 4, head };
    }) as SenderWorld['ask'],
    async put(path, _body, type) {
      put.push({ path, type });
      const answer = puts(path);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { fake, asked, put };
}
const large = { content: '\u20ac'.repeat(300_000), fields: [], formData: {} };

test('a small template is one request', async () => {
  const { fake, asked, put } = world();
  await savedSender(fake)(row({ content: 'x', name: 'NDA' }, 'change'));
  expect(put).toEqual([]);
  expect(asked).toEqual([
    {
      path: '/api/saved/tpl_1',
      method: 'PATCH',
      body: { key: 'key-1234567890', base: 3, content: 'x', name: 'NDA' },
    },
  ]);
});

test('[SAVE-6] a large one is uploaded as raw text first, and named by what the upload gave', async () => {
  const { fake, asked, put } = world();
  await savedSender(fake)(row(large));
  expect(put).toEqual([{ path: '/api/saved/tpl_1/upload/content', type: 'text/html; charset=utf-8' }]);
  expect(asked[0]?.body).toEqual({
    key: 'key-1234567890',
    id: 'tpl_1',
    fields: [],
    formData: {},
    upload: 'a'.repeat(64),
  });
});

test('[SAVE-6] 800000 bytes exactly still go to the database, and one more goes to file storage', async () => {
  const envelope = JSON.stringify({ content: '' }).length;
  for (const [bytes, uploads] of [
    [800_000, 0],
    [800_001, 1],
  ] as const) {
    const { fake, put } = world();
    await savedSender(fake)(row({ content: 'x'.repeat(bytes - envelope) }));
    expect(put).toHaveLength(uploads);
  }
});

test('[SAVE-14] a logo that cannot be uploaded is thrown by its step, caught, and the save goes on', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { fake, asked } = world((path) =>
    path.endsWith('/logo') ? new Response('no', { status: 500 }) : Response.json({ upload: 'a'.repeat(64) }),
  );
  await savedSender(fake)(
    row({ ...large, branding: { companyName: 'Ada', logo: 'data:image/png;base64,AAAA' } }),
  );
  expect(warned).toHaveBeenCalledWith('Logo upload failed: HTTP 500');
  expect(asked.at(-1)?.body).toMatchObject({ upload: 'a'.repeat(64), branding: { companyName: 'Ada' } });
  warned.mockRestore();
});

test.each([
  [401, 'unauthorized', 'unauthenticated'],
  [403, 'unauthorized', 'unauthenticated'],
  [500, 'failed', 'unavailable'],
] as const)('[SAVE-7] an upload that answers %i was "%s"', async (status, was, code) => {
  const { fake, asked } = world(() => Response.json({ error: { message: 'no' } }, { status }));
  await expect(savedSender(fake)(row(large))).rejects.toMatchObject({
    was,
    code,
    message: 'Storage upload failed: no',
  });
  expect(asked).toEqual([]);
});

test('[SAVE-7] a missing storage says so, and one of another origin that does not let us is CORS', async () => {
  const missing = world(() =>
    Response.json({ error: { message: 'Firebase Storage not available' } }, { status: 503 }),
  );
  await expect(savedSender(missing.fake)(row(large))).rejects.toMatchObject({ was: 'missing' });
  const cors = world(() => new TypeError('Failed to fetch'));
  await expect(savedSender(cors.fake)(row(large))).rejects.toMatchObject({ was: 'cors' });
  // When the hub itself does not answer it is the network.
  const down = world(() => new TypeError('Failed to fetch'));
  down.fake.ask = (async () => Promise.reject(new Problem('unavailable'))) as SenderWorld['ask'];
  await expect(savedSender(down.fake)(row(large))).rejects.not.toHaveProperty('was');
});

const stored = {
  id: 'tpl_1',
  content: '',
  isStoredInStorage: true,
  contentURL: '/api/saved/tpl_1/content?v=2',
} as SavedTemplate;

test('[LIST-4] stored content is loaded by a plain GET of its address, and says so', async () => {
  const asked: unknown[][] = [];
  const loaded = await loadContent(stored, async (...args) => {
    asked.push(args);
    return new Response('<p>large</p>');
  });
  expect(asked).toEqual([['/api/saved/tpl_1/content?v=2']]);
  expect(loaded).toMatchObject({ content: '<p>large</p>', isLoadedFromStorage: true });
});

test('[LIST-4] a failure stands in loadError with its HTTP status', async () => {
  const failed = await loadContent(stored, async () => new Response('', { status: 404 }));
  expect(failed.loadError).toBe('The saved content couldn’t be loaded (HTTP 404).');
  expect(failed.isLoadedFromStorage).toBeUndefined();
  expect((await loadContent(stored, async () => Promise.reject(new TypeError('x')))).loadError).toContain(
    'no connection',
  );
});

test('a content address that leads elsewhere is never asked', async () => {
  const get = vi.fn();
  for (const contentURL of [
    'https://evil.example/',
    '//evil.example/',
    '/api/auth/session',
    '/api/saved/other/content?v=1',
  ]) {
    expect((await loadContent({ ...stored, contentURL }, get)).loadError).toContain('on another site');
  }
  expect(get).not.toHaveBeenCalled();
});

test('a change of what the account does not know (any more) becomes that one, under the id in hand', async () => {
  const { fake, asked } = world();
  const ask = fake.ask;
  fake.ask = (async (...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    if (args[1]?.method === 'PATCH') throw new Problem('not_found');
    return answer;
  }) as SenderWorld['ask'];
  await savedSender(fake)(row({ content: 'x', fields: [], formData: {} }, 'change'));
  expect(asked.map(({ method, path }) => [method, path])).toEqual([
    ['PATCH', '/api/saved/tpl_1'],
    ['POST', '/api/saved'],
  ]);
  expect(asked[1]?.body).toMatchObject({ id: 'tpl_1', key: 'key-1234567890', content: 'x' });
});
