import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '#platform/server/http/route.ts';
import { createSigner, type SignedPurpose, signedPurposes } from '#platform/server/signed.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';

const db = await useDatabase();
const hub = await openWholeHub(db, { hasLimits: false });
const { secret } = hub.platform;

const one = Buffer.alloc(32, 7);
const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What each purpose actually signs. */
const texts: Record<SignedPurpose, string> = {
  'session-cookie': 'aB3'.repeat(10) + 'xy',
  'sign-in flow': packed({
    state: 's',
    nonce: 'n',
    verifier: 'v',
    redirectUri: 'http://hub.test/api/auth/callback/oidc',
    attempt: null,
    until: Date.now() + 60_000,
  }),
  'known device': 'abcdefghijklmnopqrst~0123456789abcdefghijkl',
  'order links': 'ord_0123456789abcdefghjk-1',
  'download links': packed([
    'ord_0123456789abcdefghjk',
    1,
    'p',
    '1.0',
    0,
    Math.floor(Date.now() / 1000) + 600,
  ]),
  'archive links': `ord_0123456789abcdefghjk-1-${Math.floor(Date.now() / 1000) + 600}`,
  unsubscribe: 'con_0123456789abcdefghjk',
  'newsletter confirmation': 'nws_0123456789abcdefghjk',
  'newsletter preferences': 'con_0123456789abcdefghjk',
  'funnel confirmation': 'led_0123456789abcdefghjk',
  'funnel gift': `led_0123456789abcdefghjk ${Date.now() - 60_000} step block`,
  'funnel versions': 'aBcDeFgHiJkLmNoPqRsTuV.t6abc0.bq1w2e3r4t5y6',
  'funnel form': String(Date.now() - 60_000),
  'contact form': String(Date.now() - 60_000),
  'contact thread': 'visitor:con_0123456789abcdefghjk',
  'agreement links': 'agr_0123456789abcdefghjk:0:0',
  'open agreement links': 'opn_0123456789abcdefghjk',
  'donation links': 'don_0123456789abcdefghjk',
  'monthly donations': 'sub_0123456789abcdefghjk',
  'desk summary': 'opr_0123456789abcdefghjk',
  'email recipient': Buffer.from('20785 anna@example.com').toString('base64url'),
};
const signed = (purpose: SignedPurpose) => createSigner(secret, purpose).sign(texts[purpose]);
const forged = (purpose: SignedPurpose) => `${texts[purpose]}.${'A'.repeat(43)}`;

test('a value is only valid for the purpose it was signed for, even with one key for all', () => {
  const purpose = fc.constantFrom(...signedPurposes);
  fc.assert(
    fc.property(purpose, purpose, fc.string(), (mine, other, text) => {
      const value = createSigner(() => one, mine).sign(text);
      const read = createSigner(() => one, other).read(value);
      expect(read).toBe(mine === other && text !== '' && !text.includes('\0') ? text : null);
    }),
  );
});

test('values issued before purposes existed are still valid in their place, and nowhere else', () => {
  for (const mine of signedPurposes) {
    const before = (text: string) =>
      `${text}.${createHmac('sha256', secret(mine)).update(text).digest('base64url')}`;
    for (const other of signedPurposes) {
      const isOld = ![
        'sign-in flow',
        'known device',
        'archive links',
        'contact thread',
        'newsletter preferences',
        'funnel gift',
        'funnel versions',
        'agreement links',
        'open agreement links',
        'desk summary',
        'email recipient',
      ].includes(mine);
      expect(createSigner(secret, other).read(before('x-1'))).toBe(mine === other && isOld ? 'x-1' : null);
    }
    // No one can have had this signed before: none of our texts contains that character.
    expect(createSigner(secret, mine).read(before(`${mine}\0x`))).toBeNull();
  }
});

const names = (schema: z.ZodMiniType | undefined) =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : [];

/** Every text input of a route, filled with one value. */
async function askWith(route: Route, value: string): Promise<number> {
  const path = route.path.replaceAll(/:(\w+)/g, encodeURIComponent(value));
  const query = new URLSearchParams(names(route.query).map((name): [string, string] => [name, value]));
  const body = Object.fromEntries(names(route.body).map((name) => [name, value]));
  const response = await hub.app.request(new URL(`${path}?${query}`, 'http://hub.test'), {
    method: route.method,
    headers: {
      origin: 'http://hub.test',
      ...(route.method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(route.method !== 'GET' && { body: JSON.stringify(body) }),
  });
  await response.body?.cancel();
  return response.status;
}

test('every public endpoint treats a value signed for another purpose as forged, never with 5xx', async () => {
  // Routes that take a password take nothing signed, and hashing on each call is expensive.
  const open = hub.routes.filter(
    ({ access, body }) => access === 'anyone' && !names(body).includes('password'),
  );
  expect(open.length).toBeGreaterThan(50);
  const accepted: string[] = [];
  for (const route of open) {
    for (const purpose of signedPurposes) {
      const name = `${route.method} ${route.path}, ${purpose}`;
      const [status, right] = [await askWith(route, signed(purpose)), await askWith(route, forged(purpose))];
      expect(status, name).not.toBe(500);
      if (status !== right) accepted.push(name);
    }
  }
  // Signed for this very purpose, of a record that is gone: whoever has the link is told that nothing comes any more.
  expect(accepted).toEqual([
    'GET /api/unsubscribe/preview, unsubscribe',
    'POST /api/unsubscribe, unsubscribe',
    'GET /desk/summary, desk summary',
    'POST /desk/summary, desk summary',
  ]);
});

test('in every cookie’s place, each value is cleanly rejected', async () => {
  for (const cookie of ['hub_session', 'hub_oidc', 'hub_device']) {
    for (const purpose of signedPurposes) {
      const browser = hub.browser();
      browser.jar.set(cookie, signed(purpose));
      expect(await browser.who(), `${cookie}: ${purpose}`).toBeNull();
      const back = await browser.get('/api/auth/callback/oidc?state=s&code=c');
      expect(back.status, `${cookie}: ${purpose}`).toBe(200);
      expect(await back.text()).toContain('"ok":false');
    }
  }
  const browser = hub.browser();
  const body = { email: 'nobody@example.com', password: 'not the right one' };
  for (const purpose of signedPurposes) {
    browser.jar.set('hub_device', signed(purpose));
    expect([401, 429]).toContain((await browser.post('/api/auth/sign-in', body)).status);
  }
  expect(hub.unexpected).toEqual([]);
});
