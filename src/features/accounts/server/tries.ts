import { createHash, createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { days } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { countCaller, createRateLimiter } from '#platform/server/http/limits.ts';
import { callerKey } from '#platform/server/http/network.ts';
import type { RateLimit } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { accountWords } from '../rules/words.ts';
import type { Cookies } from './cookies.ts';
import type { Turn } from '#platform/server/workers/turns.ts';
import { addressHash } from './mails.ts';
import type { AccountTables } from './tables.ts';

export interface Caller {
  request: Request;
  address: string;
}

/** Whoever tries from one place at one account; from everywhere that the account does not know, all together. */
const onePlace = { max: 10, perSeconds: 900, by: 'address' } as const;
const here = { ...onePlace, name: 'sign-in-account' };
const knownHere = { ...onePlace, name: 'sign-in-account-known' };
const thisDevice = { ...onePlace, name: 'sign-in-device' };
const elsewhere = { name: 'sign-in-account-all', max: 100, perSeconds: 3600, by: 'address' } as const;

/** A person mistypes a code now and then; whoever guesses goes on. */
const wrongCodes = { name: 'sign-in-codes', max: 4, perSeconds: 86_400, by: 'handler' } as const;

/** Codes to come in with. Five guesses at each: from everywhere that the account does not know, a hundred a day. */
const codesAnHour = { name: 'entry-codes-hour', max: 6, perSeconds: 3600, by: 'handler' } as const;
const codesADay = { name: 'entry-codes-day', max: 20, perSeconds: 86_400, by: 'handler' } as const;

const networkDays = 90;
/** A family's computer; of more, the ones used last. */
const mostAccounts = 6;

export type Tries = ReturnType<typeof createTries>;

/**
 * Tries at a password are counted for an account, whether it exists or not. Strangers use up what strangers have: a
 * device that opened the account before, or a network it was opened from, has its own, so nobody can lock its owner out.
 */
export function createTries(
  { db, clock, secret }: Pick<Platform, 'db' | 'clock' | 'secret'>,
  cookies: Pick<Cookies, 'device' | 'setDevice'>,
) {
  const count = createRateLimiter(db, clock);
  const tables = (): Kysely<AccountTables> => db.tables<AccountTables>();
  const markOf = (address: string) =>
    createHmac('sha256', secret('known networks'))
      .update(callerKey(address))
      .digest('base64url')
      .slice(0, 22);

  /** The account of an address, and whether it was opened from here; one question for every address alike. */
  async function lookUp(
    email: string,
    address: string,
  ): Promise<{ uid: string; isKnownHere: boolean } | null> {
    const found = await tables()
      .selectFrom('account_user as u')
      .leftJoin('account_network as n', (join) =>
        join.onRef('n.user_id', '=', 'u.id').on('n.network', '=', markOf(address)),
      )
      .select(['u.id as uid', 'n.seen_at'])
      .where('u.email', '=', email)
      .executeTakeFirst();
    return found ? { uid: found.uid, isKnownHere: found.seen_at !== null } : null;
  }

  /** The device, if it has opened the account before, and whether this network has. */
  async function placeOf({ request, address }: Caller, email: string) {
    const found = await lookUp(email, address);
    const device = readDevice(cookies.device(request));
    const isOwn = found && device?.accounts.includes(accountMark(device.id, found.uid));
    return { device: isOwn ? (device?.id ?? null) : null, isKnownHere: found?.isKnownHere ?? false };
  }

  return {
    /** Says whose turn it is at the hash. `ofNetwork` counts beside it, whichever account is tried; a device that knows this one is exempt. */
    async countTry({ request, address }: Caller, email: string, ofNetwork?: RateLimit): Promise<Turn> {
      const account = `:${addressHash(email)}`;
      const { device, isKnownHere } = await placeOf({ request, address }, email);
      if (device !== null) {
        await count(thisDevice, device + account);
        return { caller: device, isKnown: true };
      }
      // Nobody is kept out of their own account by who else is in their office.
      if (ofNetwork) await countCaller(count, ofNetwork, address);
      if (isKnownHere) {
        await countCaller(count, knownHere, address, account);
        return { caller: address, isKnown: true };
      }
      await countCaller(count, here, address, account);
      try {
        await count(elsewhere, account);
      } catch (error) {
        if (error instanceof Problem && error.code === 'too_many')
          throw new Problem('too_many', accountWords.manyTries, error.details);
        throw error;
      }
      return { caller: address };
    },

    /**
     * A code asked for at an address. Strangers share what strangers have; whoever asks and however often, the same is
     * done.
     */
    async countCode(
      { request, address }: Caller,
      email: string,
    ): Promise<{ isMuted: boolean; isKnown: boolean }> {
      const { device, isKnownHere } = await placeOf({ request, address }, email);
      const who = device ?? (isKnownHere ? callerKey(address) : 'elsewhere');
      let isMuted = false;
      for (const limit of [codesAnHour, codesADay])
        isMuted = (await isSpentBy(count(limit, `${who}:${addressHash(email)}`))) || isMuted;
      return { isMuted, isKnown: device !== null || isKnownHere };
    },

    /** This account was opened here, on this device and from this network. */
    async remember({ request, address }: Caller, headers: Headers, uid: string): Promise<void> {
      markDevice(request, headers, uid);
      const seen_at = clock.now();
      await tables()
        .insertInto('account_network')
        .columns(['user_id', 'network', 'seen_at'])
        .expression((eb) =>
          eb
            .selectFrom('account_user')
            .select((select) => [
              'id as user_id',
              select.val(markOf(address)).as('network'),
              select.val(seen_at).as('seen_at'),
            ])
            .where('id', '=', uid)
            // An account that is being deleted is waited for, and then has no networks.
            .forKeyShare(),
        )
        .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at }))
        .execute();
    },

    /** Everything before was right and this code wrong; true when that is more than anybody mistypes. */
    isGuessing: (uid: string): Promise<boolean> => isSpentBy(count(wrongCodes, uid)),

    markDevice,

    forgetOldNetworks: (now: Date): Promise<unknown> =>
      tables()
        .deleteFrom('account_network')
        .where('seen_at', '<', new Date(now.getTime() - days(networkDays)))
        .execute(),
  };

  /** A device that is signed in, and does not say yet whose it is. */
  function markDevice(request: Request, headers: Headers, uid: string): void {
    const { id, accounts } = readDevice(cookies.device(request)) ?? { id: randomText(20), accounts: [] };
    const mark = accountMark(id, uid);
    if (accounts[0] === mark) return;
    const all = [mark, ...accounts.filter((each) => each !== mark)].slice(0, mostAccounts);
    cookies.setDevice(headers, [id, ...all].join('~'));
  }
}

const isSpentBy = (counted: Promise<void>): Promise<boolean> =>
  counted.then(
    () => false,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'too_many') return true;
      throw error;
    },
  );

/** Says nothing of whose account it is but to who knows the account. */
const accountMark = (device: string, uid: string): string =>
  createHash('sha256').update(`${device} ${uid}`).digest('base64url').slice(0, 22);

function readDevice(value: string | null): { id: string; accounts: string[] } | null {
  const [id, ...accounts] = value?.split('~') ?? [];
  return id ? { id, accounts } : null;
}
