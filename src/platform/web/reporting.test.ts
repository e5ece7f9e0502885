import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const production = { reporting: { dsn: 'https://hub@hub.example/1', release: 'abc' } };

/** The page and the reporting code, as far as it is talked to; everything fresh in every test. */
async function page() {
  vi.resetModules();
  const idle: (() => void)[] = [];
  vi.stubGlobal('document', { readyState: 'complete' });
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
afterEach(() => void vi.unstubAllGlobals());

const member = {
  ready: true,
  mode: 'online',
  user: { uid: 'usr_1', email: 'ada@birch.example', displayName: 'Ada', isOffline: false },
} as const;
const guest = { ready: true, mode: 'online', user: null } as const;

test('[OBS-1] outside of production nothing is loaded and nothing reported', async () => {
  const { startReporting, reportError, load, idle, sent } = await page();
  startReporting({ reporting: null }, undefined, load);
  reportError(new Error('x'));
  expect([load.mock.calls.length, idle.length, sent.length]).toEqual([0, 0, 0]);
});

test('[OBS-1] the code loads when the page has settled: production, 0.1 of the traces, no personal data', async () => {
  const { startReporting, load, idle, options } = await page();
  startReporting(production, undefined, load);
  expect(load).not.toHaveBeenCalled();
  idle[0]?.();
  await vi.waitFor(() => expect(options).toHaveLength(1));
  expect(options[0]).toMatchObject({
    environment: 'production',
    tracesSampleRate: 0.1,
    sendDefaultPii: false,
    release: 'abc',
    tunnel: '/api/1/envelope/',
  });
});

test('[OBS-1] the id and the address of who signs in go along from then on, and no more after signing out', async () => {
  const { startReporting, setViewer, users, load, idle } = await page();
  startReporting(production, undefined, load);
  idle[0]?.();
  await vi.waitFor(() => expect(users).toEqual([null]));
  setViewer(member);
  setViewer(guest);
  expect(users).toEqual([null, { id: 'usr_1', email: 'ada@birch.example' }, null]);
});

test('the first error does not wait for the page to settle; those before it arrive in their order', async () => {
  const { startReporting, reportError, load, sent } = await page();
  reportError('first');
  startReporting(production, undefined, load);
  reportError('second');
  await vi.waitFor(() => expect(sent).toEqual(['first', 'second']));
  expect(load).toHaveBeenCalledTimes(1);
});

test('where the reporting code is blocked the page goes on, and the next error tries again', async () => {
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

test('another service is reached at its own address, not through the hub', async () => {
  const { startReporting, load, idle, options } = await page();
  startReporting({ reporting: { dsn: 'https://0123@errors.example/7', release: 'abc' } }, undefined, load);
  idle[0]?.();
  await vi.waitFor(() => expect(options).toHaveLength(1));
  expect(options[0]).not.toHaveProperty('tunnel');
});
