import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const production = { reporting: { dsn: 'https://hub@hub.example/1', release: 'abc' } };

/** The page and the reporting code, as far as they are used; fresh in every test. */
async function page(chance = 0.05) {
  vi.resetModules();
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const idle: (() => void)[] = [];
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('fetch', async () => {});
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  vi.stubGlobal('location', { origin: 'https://hub.example', pathname: '/store' });
  const { reportError, startReporting } = await import('./reporting.ts');
  const { setViewer } = await import('./viewer.ts');
  const sent: unknown[] = [];
  const users: unknown[] = [];
  const options: Record<string, unknown>[] = [];
  class BrowserClient {
    constructor(given: Record<string, unknown>) {
      options.push(given);
    }
    init() {}
    on() {}
  }
  const nothing = () => ({});
  const sdk = {
    BrowserClient,
    captureException: (error: unknown) => sent.push(error),
    setUser: (user: unknown) => users.push(user),
    getCurrentScope: () => ({ setClient: nothing }),
    browserTracingIntegration: nothing,
    dedupeIntegration: nothing,
    linkedErrorsIntegration: nothing,
  };
  const load = vi.fn(async () => sdk as never);
  return { idle, reportError, startReporting, setViewer, sent, users, options, load };
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const member = {
  ready: true,
  mode: 'online',
  user: { uid: 'usr_1', email: 'ada@birch.example', displayName: 'Ada', isOffline: false },
} as const;
const guest = { ready: true, mode: 'online', user: null } as const;

test('[OBS-1] outside production, nothing is loaded and nothing is reported', async () => {
  const { startReporting, reportError, load, idle, sent } = await page();
  startReporting({ reporting: null }, undefined, load);
  reportError(new Error('x'));
  expect([load.mock.calls.length, idle.length, sent.length]).toEqual([0, 0, 0]);
});

test('[OBS-1] for one visit in ten, the code loads once the page is idle, without personal data', async () => {
  const { startReporting, load, idle, options } = await page();
  startReporting(production, undefined, load);
  expect(load).not.toHaveBeenCalled();
  idle[0]?.();
  await vi.waitFor(() => expect(options).toHaveLength(1));
  expect(options[0]).toMatchObject({
    environment: 'production',
    tracesSampleRate: 1,
    sendDefaultPii: false,
    release: 'abc',
    tunnel: '/api/1/envelope/',
  });
});

test('[OBS-1] for the other nine, it loads with the first error and times nothing', async () => {
  const { startReporting, reportError, load, idle, options, sent } = await page(0.1);
  startReporting(production, undefined, load);
  const plain = globalThis.fetch;
  idle[0]?.();
  expect(load).not.toHaveBeenCalled();
  // Its requests are named from here on; what comes after the test would name those of the next one.
  await vi.waitFor(() => expect(globalThis.fetch).not.toBe(plain));
  reportError('first');
  await vi.waitFor(() => expect(sent).toEqual(['first']));
  expect(options[0]).toMatchObject({ environment: 'production', tracesSampleRate: 0 });
});

test('[OBS-1] requests of such a visit carry its trace, at our own origin only', async () => {
  const asked: [string, string | null][] = [];
  vi.stubGlobal('location', { origin: 'https://hub.example', href: 'https://hub.example/store' });
  vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : input;
    asked.push([url, new Headers(init?.headers).get('sentry-trace')]);
  });
  const { traceRequests } = await import('./trace-headers.ts');
  traceRequests();
  const given = { 'sentry-trace': 'given' };
  await fetch('/api/health', { headers: { accept: 'text/plain' } });
  await fetch(new Request('https://hub.example/api/cart'));
  await fetch('/api/health', { headers: given });
  await fetch('https://elsewhere.example/');
  expect(asked.map(([url]) => url)).toEqual([
    '/api/health',
    'https://hub.example/api/cart',
    '/api/health',
    'https://elsewhere.example/',
  ]);
  const [first, second, third, foreign] = asked.map(([, trace]) => trace ?? '');
  expect(first).toMatch(/^[0-9a-f]{32}-[0-9a-f]{16}-0$/);
  expect(second?.slice(0, 32)).toBe(first?.slice(0, 32));
  expect([third, foreign]).toEqual(['given', '']);
});

test('[OBS-1] the ID and email of a signed-in user are sent along, until they sign out', async () => {
  const { startReporting, setViewer, users, load, idle } = await page();
  startReporting(production, undefined, load);
  idle[0]?.();
  await vi.waitFor(() => expect(users).toEqual([null]));
  setViewer(member);
  setViewer(guest);
  expect(users).toEqual([null, { id: 'usr_1', email: 'ada@birch.example' }, null]);
});

test('the first error doesn’t wait for the page to be idle; earlier ones arrive in order', async () => {
  const { startReporting, reportError, load, sent } = await page();
  reportError('first');
  startReporting(production, undefined, load);
  reportError('second');
  await vi.waitFor(() => expect(sent).toEqual(['first', 'second']));
  expect(load).toHaveBeenCalledTimes(1);
});

test('if the reporting code is blocked, the page works on, and the next error tries again', async () => {
  const { startReporting, reportError, load, sent, idle } = await page();
  load.mockRejectedValueOnce(new TypeError('blocked'));
  startReporting(production, undefined, load);
  idle[0]?.();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await new Promise((resolve) => setTimeout(resolve));
  reportError('later');
  await vi.waitFor(() => expect(sent).toEqual(['later']));
  expect(load).toHaveBeenCalledTimes(2);
});

test('another service is contacted at its own address, not through the hub', async () => {
  const { startReporting, load, idle, options } = await page();
  startReporting({ reporting: { dsn: 'https://0123@errors.example/7', release: 'abc' } }, undefined, load);
  idle[0]?.();
  await vi.waitFor(() => expect(options).toHaveLength(1));
  expect(options[0]).not.toHaveProperty('tunnel');
});
