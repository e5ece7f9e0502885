import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import type { AgreementList, SigningView } from '../rules/contract.ts';

const db = await useDatabase();
const hub = await openWholeHub(db, { clock: movableClock('2026-11-24T12:00:00Z'), hasLimits: false });
type Browser = ReturnType<typeof hub.browser>;

async function done<T>(answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer;
  expect(response.status, await response.clone().text()).toBe(status);
  return (await response.json()) as T;
}

async function member(email: string): Promise<Browser> {
  const browser = hub.browser();
  await done(
    browser.post('/api/auth/sign-up', { displayName: 'Ada', email, password: 'meadow-lantern-otter' }),
  );
  await db.pool.query('update account_user set email_verified = true');
  return browser;
}

/** Sent to oneself: the shortest way to a page that a member signs on. */
async function ownPage(browser: Browser, email: string, key: string): Promise<SigningView & { t: string }> {
  const people = [{ name: 'Ada', email, role: 'signs', turn: 1, party: null }];
  const html = '<h1>Terms</h1><p>First words.</p>';
  await done(browser.post('/api/agreements', { key, title: key, html, people }));
  const { agreements } = await done<AgreementList>(browser.get('/api/agreements'));
  const t = new URL(agreements[0]?.link ?? '', 'http://x').searchParams.get('t') ?? '';
  return { ...(await done<SigningView>(browser.get(`/api/signing?t=${encodeURIComponent(t)}`))), t };
}

const typed = { kind: 'typed', text: 'A. Moore' } as const;
const sign = (browser: Browser, { t, versions }: SigningView & { t: string }, key: string, keep: boolean) =>
  done<SigningView>(
    browser.post('/api/signing/sign', {
      t,
      key,
      version: 1,
      sha256: versions[0]?.sha256,
      consent: true,
      name: 'Ada',
      signature: typed,
      keep,
    }),
  );

test('a signature is kept only when asked, offered to its member alone, and deleted for good', async () => {
  const email = 'ada@wren.example';
  const ada = await member(email);
  await sign(ada, await ownPage(ada, email, 'first-document'), 'key-of-signing-1', false);
  expect((await ownPage(ada, email, 'second-document')).saved).toBeNull();
  const second = await ownPage(ada, email, 'third-document');
  expect((await sign(ada, second, 'key-of-signing-2', true)).saved).toEqual(typed);
  const third = await ownPage(ada, email, 'fourth-document');
  expect(third.saved).toEqual(typed);
  // By the same link, in the hands of a guest or of another member.
  for (const other of [hub.browser(), await member('ben@x.example')]) {
    const shown = await done<SigningView>(other.get(`/api/signing?t=${encodeURIComponent(third.t)}`));
    expect(shown.saved).toBeNull();
  }
  await done(hub.browser().get('/api/saved-signature'), 401);
  await done(ada.delete('/api/saved-signature'));
  expect(await done(ada.get('/api/saved-signature'))).toEqual({ signature: null });
  expect((await ownPage(ada, email, 'fifth-document')).saved).toBeNull();
  expect(hub.unexpected).toEqual([]);
});
