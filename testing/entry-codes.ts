import type { MovableClock } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { codeAt, stepOf } from '#features/accounts/server/second-step/totp.ts';
import { accountsHub } from './accounts-hub.ts';
import type { TestDatabase } from './database.ts';

export const password = 'meadow-lantern-otter';

/** People at the entry form who ask for codes, members among them. */
export function codesHub(db: TestDatabase, clock: MovableClock) {
  const hub = accountsHub(db, { clock });
  type Browser = ReturnType<typeof hub.browser>;
  let people = 0;
  const newEmail = () => `coded${++people}@example.com`;

  /** One browser at the entry form, with the secret that it made there. */
  function visitor(browser: Browser = hub.browser()) {
    const secret = randomText(40);
    return {
      browser,
      secret,
      ask: (email: string) => browser.post('/api/auth/code', { email, browser: secret }),
      confirm: (email: string, code: string, more: object = {}) =>
        browser.post('/api/auth/code/sign-in', { email, browser: secret, code, ...more }),
    };
  }

  /** Mails of one moment have no order. */
  async function deliver(): Promise<void> {
    clock.move(1);
    await hub.deliver();
  }
  async function mailedCode(email: string): Promise<string> {
    await deliver();
    return hub.mailedCode(email);
  }

  return {
    ...hub,
    newEmail,
    deliver,
    mailedCode,
    visitor,

    async member({ isProven = true } = {}) {
      const browser = hub.browser();
      const email = newEmail();
      await browser.post('/api/auth/sign-up', { displayName: 'Person', email, password });
      const uid = (await browser.who())?.uid ?? '';
      if (isProven)
        await browser.post('/api/auth/verify-email', { token: (await hub.mails(email)).at(-1)?.token });
      return { browser, email, uid };
    },

    /** Somebody whose code has come. */
    async asked(email: string, browser?: Browser) {
      const at = visitor(browser);
      await deliver();
      await at.ask(email);
      return { ...at, code: await mailedCode(email) };
    },

    async accountsOf(email: string): Promise<{ id: string }[]> {
      return (await db.pool.query<{ id: string }>('select id from account_user where email = $1', [email]))
        .rows;
    },

    /** How many codes wait to be mailed, or have been. */
    async codesMade(email = '%'): Promise<string[]> {
      const { rows } = await db.pool.query<{ code: string }>(
        `select payload->>'code' as code from outbound_message
         where channel = 'account-code' and payload->>'email' like $1 order by created_at, id`,
        [email],
      );
      return rows.map(({ code }) => code);
    },
  };
}

/** What an authenticator with this secret, written in base32, shows now. */
export function shownBy(secret: string, now: Date): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return codeAt(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), stepOf(now));
}

export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');
