import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutes, movableClock } from '#base/clock.ts';
import { errorOf } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { codesHub, otherThan } from '#testing/entry-codes.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-25T09:00:00Z');
const hub = codesHub(db, clock);
const words = 'meadow-lantern-otter';

/** What the world should be, kept beside it. */
interface Account {
  uid: string;
  isProven: boolean;
  password: string | null;
  isSuspended: boolean;
}
interface Model {
  account: Account | null;
  /** What each browser could come in with. */
  codes: Map<number, { code: string; madeAt: number; tries: number }>;
}

type Act =
  | { do: 'ask' | 'confirm' | 'guess' | 'borrow'; who: number }
  | { do: 'wait'; minutes: number }
  | { do: 'signUp' | 'reset' | 'suspend' | 'unsuspend' };

const who = fc.integer({ min: 0, max: 2 });
const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), who }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), who }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('guess' as const, 'borrow' as const), who }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(0.5, 1, 4, 11) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('signUp' as const, 'reset' as const, 'suspend' as const, 'unsuspend' as const),
      }),
    },
  ),
  { minLength: 4, maxLength: 24 },
);

async function story(all: Act[]): Promise<void> {
  // Hours apart: what one story may ask for is no business of the next.
  clock.move(minutes(24 * 60));
  const email = hub.newEmail();
  const browsers = [hub.visitor(), hub.visitor(), hub.visitor()];
  const model: Model = { account: null, codes: new Map() };
  let asked = 0;

  const now = () => clock.now().getTime();
  const good = (n: number) => {
    const held = model.codes.get(n);
    return held && now() - held.madeAt <= minutes(10) ? held : undefined;
  };

  /** What comes of a code at a browser, by the rules alone. */
  function expected(n: number, code: string): number {
    const held = good(n);
    if (!held) return 409;
    if (held.tries >= 5) return 429;
    if (held.code !== code) return 400;
    return model.account?.isSuspended ? 403 : 200;
  }

  async function confirm(n: number, code: string): Promise<void> {
    const at = browsers[n];
    const status = expected(n, code);
    const held = model.codes.get(n);
    const answer = await at?.confirm(email, code, { displayName: 'Ada', anew: true });
    expect([answer?.status, await answer?.clone().text()]).toEqual([status, expect.any(String)]);
    if (held && status === 400) held.tries++;
    if (status !== 200) return;
    model.codes.delete(n);
    const uid = (await at?.browser.who())?.uid ?? '';
    const { account } = model;
    // An account that was proven is the same one ever after; one that was not is gone with its password.
    expect(uid === account?.uid).toBe(account?.isProven === true);
    const password = account?.isProven ? account.password : null;
    model.account = { uid, isProven: true, password, isSuspended: false };
  }

  async function ask(n: number): Promise<void> {
    const held = model.codes.get(n);
    const isEarly = held !== undefined && now() - held.madeAt < minutes(1);
    expect((await browsers[n]?.ask(email))?.status).toBe(200);
    if (isEarly) return;
    asked++;
    model.codes.set(n, { code: (await hub.codesMade(email)).at(-1) ?? '', madeAt: now(), tries: 0 });
    clock.move(1);
  }

  async function signUp(): Promise<void> {
    const browser = hub.browser();
    const { status } = await browser.post('/api/auth/sign-up', {
      displayName: 'Eve',
      email,
      password: words,
    });
    expect(status).toBe(model.account ? 409 : 200);
    const uid = (await browser.who())?.uid ?? '';
    model.account ??= { uid, isProven: false, password: words, isSuspended: false };
  }

  async function suspend(account: Account, isSuspended: boolean): Promise<void> {
    await hub.command(`user ${isSuspended ? 'suspend' : 'unsuspend'} ${email}`);
    account.isSuspended = isSuspended;
    if (isSuspended) model.codes.clear();
  }

  async function reset(account: Account): Promise<void> {
    clock.move(minutes(2));
    await hub.browser().post('/api/auth/forgot-password', { email });
    await hub.deliver();
    const password = `${words}-${now()}`;
    const links = (await hub.mails(email)).filter(({ subject }) => subject.startsWith('Reset'));
    const body = { token: links.at(-1)?.token, password };
    expect((await hub.browser().post('/api/auth/reset-password', body)).status).toBe(200);
    const [row] = await hub.accountsOf(email);
    expect(row?.id === account.uid).toBe(account.isProven);
    model.account = { uid: row?.id ?? '', isProven: true, password, isSuspended: false };
    model.codes.clear();
  }

  async function perform(act: Act): Promise<void> {
    const { account } = model;
    if (act.do === 'wait') clock.move(minutes(act.minutes));
    else if (act.do === 'ask') await (asked < 5 && ask(act.who));
    else if (act.do === 'confirm') await confirm(act.who, good(act.who)?.code ?? '123456');
    else if (act.do === 'guess') await confirm(act.who, otherThan(good(act.who)?.code ?? ''));
    // The code that another browser was sent.
    else if (act.do === 'borrow') await confirm(act.who, good((act.who + 1) % 3)?.code ?? '123456');
    else if (act.do === 'signUp') await signUp();
    else if (act.do !== 'reset') await (account && suspend(account, act.do === 'suspend'));
    else await (account?.isSuspended === false && reset(account));
  }

  for (const act of all) {
    await perform(act);
    const rows = await hub.accountsOf(email);
    expect(rows.map(({ id }) => id)).toEqual(model.account ? [model.account.uid] : []);
  }
  const { account } = model;
  const last = await hub.browser().post('/api/auth/sign-in', { email, password: account?.password ?? words });
  expect(last.status).toBe(!account?.password ? 401 : account.isSuspended ? 403 : 200);
}

test('asked, typed, waited for, reset and signed up in any order: one account, by its rules', async () => {
  await fc.assert(fc.asyncProperty(acts, story), { numRuns: 60 });
  expect(hub.unexpected).toEqual([]);
}, 180_000);

test('at once: codes, a sign-up and a reset for one address leave one account and no failure', async () => {
  const at = fc.array(fc.constantFrom('confirm', 'again', 'signUp', 'reset', 'ask'), {
    minLength: 2,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(at, async (together) => {
      clock.move(minutes(24 * 60));
      const email = hub.newEmail();
      const { browser, code, ...one } = await hub.asked(email);
      const two = await hub.asked(email);
      const more = { displayName: 'Ada', anew: true };
      const doing = {
        confirm: () => one.confirm(email, code, more),
        again: () => two.confirm(email, two.code, more),
        signUp: () => hub.browser().post('/api/auth/sign-up', { displayName: 'Eve', email, password: words }),
        reset: () => hub.browser().post('/api/auth/forgot-password', { email }),
        ask: () => one.ask(email),
      };
      const answers = await Promise.all(together.map((what) => doing[what as keyof typeof doing]()));
      for (const answer of answers) {
        expect(answer.status).toBeLessThan(500);
        expect(answer.status === 200 || (await errorOf(answer)).message.length > 10).toBe(true);
      }
      const changes = together.filter((what) => what !== 'reset' && what !== 'ask').length;
      expect((await hub.accountsOf(email)).length).toBe(Math.min(1, changes));
      expect((await browser.get('/api/auth/session')).status).toBe(200);
    }),
    { numRuns: 40, examples: [[['confirm', 'again', 'signUp']], [['confirm', 'confirm', 'signUp']]] },
  );
  expect(hub.unexpected).toEqual([]);
}, 120_000);
