import { createHash, createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { minutes } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import { codeWaitSeconds, createMailedCodes } from '#platform/server/mailed-codes.ts';
import type { Platform } from '#platform/server/platform.ts';
import { accountWords } from '../../rules/words.ts';
import type { AccountTables } from '../tables.ts';

type Trx = Transaction<AccountTables>;

/** The email says "10 minutes". */
const lastsMs = minutes(10);

/** Who asked: the address, and a secret of the browser that nobody else knows. */
export interface Asker {
  email: string;
  browser: string;
}

export type EntryCodes = ReturnType<typeof createEntryCodes>;

/**
 * Codes to sign in with. Each is good for one address in the one browser that asked for it, once. Nothing here looks at
 * accounts: whoever has none is treated the same.
 */
export function createEntryCodes({ db, clock, secret }: Pick<Platform, 'db' | 'clock' | 'secret'>) {
  const key = secret('entry codes');
  const codes = createMailedCodes(key, { clock, lastsMs });
  const tables = (): Kysely<AccountTables> => db.tables<AccountTables>();
  const transaction = <R>(work: (trx: Trx) => Promise<R>) => db.transaction<AccountTables, R>(work);
  const markOf = (email: string): string =>
    createHmac('sha256', key).update(`address:${email}`).digest('base64url');
  const subjectOf = ({ email, browser }: Asker): string => `sign in:${email}:${browser}`;

  const find = (from: Kysely<AccountTables>, { browser }: Asker) =>
    from.selectFrom('account_code').selectAll().where('browser', '=', idOf(browser));

  async function waitSeconds(from: Kysely<AccountTables>, asker: Asker): Promise<number> {
    const row = await find(from, asker).executeTakeFirst();
    return row && row.address === markOf(asker.email) ? codes.waitSeconds(row.made_at) : 0;
  }

  return {
    /** How long until this browser can have another one; the one it has stays good. */
    waitSeconds: (asker: Asker) => waitSeconds(tables(), asker),

    /**
     * A new code in place of the one before; null where the same press has made one meanwhile. `isMuted`: nobody gets to
     * read it, so nobody may guess it either.
     */
    async make(trx: Trx, asker: Asker, isMuted: boolean): Promise<string | null> {
      const browser = idOf(asker.browser);
      await holdLock(trx, `entry-code:${browser}`);
      if ((await waitSeconds(trx, asker)) > 0) return null;
      const code = codes.draw();
      const hash = codes.hashOf(subjectOf(asker), isMuted ? randomText(40) : code);
      const row = { address: markOf(asker.email), code: hash, tries: 0, made_at: clock.now() };
      await trx
        .insertInto('account_code')
        .values({ browser, ...row })
        .onConflict((conflict) => conflict.column('browser').doUpdateSet(row))
        .execute();
      return code;
    },

    /** Refuses what is not the code, and counts that. A right one stays good until it is spent. */
    async assertRight(asker: Asker, code: string): Promise<void> {
      const verdict = await transaction(async (trx) => {
        const row = await find(trx, asker).forUpdate().executeTakeFirst();
        if (!row) return 'expired';
        const stored = { hash: row.code, at: row.made_at, tries: row.tries };
        const said = codes.judge(stored, subjectOf(asker), code);
        if (said === 'wrong') await countWrong(trx, asker);
        return said;
      });
      if (verdict === 'right') return;
      throw refused(verdict);
    },

    /** Somebody has the code and guesses at what else is asked for. */
    countWrong: (asker: Asker) => countWrong(tables(), asker),

    /** Ends it; of two at once one is refused. */
    async spend(trx: Trx, asker: Asker): Promise<void> {
      const spent = await trx
        .deleteFrom('account_code')
        .where('browser', '=', idOf(asker.browser))
        .where('address', '=', markOf(asker.email))
        .returning('browser')
        .executeTakeFirst();
      if (!spent) throw refused('expired');
    },

    /** A code that lies in the mailbox must not undo what was just decided. */
    async forget(trx: Trx, email: string): Promise<void> {
      await trx.deleteFrom('account_code').where('address', '=', markOf(email)).execute();
    },

    async forgetOld(now: Date): Promise<void> {
      await tables()
        .deleteFrom('account_code')
        .where('made_at', '<', new Date(now.getTime() - lastsMs))
        .execute();
    },
  };
}

const countWrong = (from: Kysely<AccountTables>, { browser }: Asker): Promise<unknown> =>
  from
    .updateTable('account_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('browser', '=', idOf(browser))
    .execute();

// 200 bits of chance need no slow hash and no key.
const idOf = (browser: string): string => createHash('sha256').update(browser).digest('base64url');

function refused(verdict: 'wrong' | 'expired' | 'too many tries'): Problem {
  const words = {
    wrong: accountWords.entryCodeWrong,
    expired: accountWords.entryCodeExpired,
    'too many tries': accountWords.entryCodeTries,
  }[verdict];
  const wait = verdict === 'too many tries' ? { retryAfterSeconds: codeWaitSeconds } : {};
  const code = verdict === 'wrong' ? 'bad_request' : verdict === 'expired' ? 'conflict' : 'too_many';
  return new Problem(code, words, { fields: { code: words }, ...wait });
}
