import { type BlockList, isIP } from 'node:net';
import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { PasskeyAdded, PasskeyUsed } from '#features/accounts/rules/contract.ts';
import { deviceWords } from '#features/accounts/rules/device.ts';
import { optionsToMake, optionsToUse, readMade, readUsed } from '#platform/server/passkeys.ts';
import type { OperatorOnDuty } from '#platform/server/http/route.ts';
import { networkOf } from '#platform/server/security/security-log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isOver, mayUse, mostHours, readName, type Right } from '../rules/operators.ts';
import { withoutTurns } from '../rules/turns.ts';
import type { Operators } from './operators.ts';
import type { DeskTables, DeskTransaction } from './tables.ts';
import { hashOf, type Tickets } from './tickets.ts';

export type Door = ReturnType<typeof createDoor>;

interface Parts {
  platform: Pick<Platform, 'db' | 'clock' | 'config' | 'site'>;
  operators: Operators;
  tickets: Tickets;
}

export const doorWords = {
  closed: 'Unlock the desk with your passkey.',
  refused: 'This passkey doesn’t open the desk.',
  noRight: 'You don’t have the right to do this. Whoever may do everything can give it to you.',
  needsName: 'Browsers allow passkeys only at a name, not at an IP address. Set PUBLIC_URL to a domain name.',
  needsHttps: 'The desk of a live hub opens over HTTPS only. Set PUBLIC_URL to an https address.',
  notHere: 'Not found',
} as const;

/** How one gets in: by a passkey, which an invitation lets one make. There is no password and no account. */
export function createDoor({ platform, operators, tickets }: Parts) {
  const { db, clock, config, site } = platform;
  const tables = () => db.tables<DeskTables>();
  const https = config.publicUrl?.protocol === 'https:';
  const cookie = https ? '__Secure-hub_desk' : 'hub_desk';
  const path = config.desk?.path ?? '';
  const allowed = config.desk?.networks;

  const originOf = (request: Request) => config.publicUrl?.origin ?? new URL(request.url).origin;
  const place = (request: Request) => ({ origin: originOf(request), needsName: doorWords.needsName });

  /** A challenge counts once, whatever comes of it, and for what it was given out. */
  const spends = (about: string) => async (challenge: string) =>
    (await tickets.take(Buffer.from(challenge, 'base64url').toString())) === about;

  const setCookie = (headers: Headers, value: string, seconds: number) =>
    headers.append(
      'set-cookie',
      `${cookie}=${value}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${https ? '; Secure' : ''}`,
    );

  /** Who opens it: by which passkey, from which address. */
  interface Opener {
    operator: string;
    passkey: string;
    address: string;
  }

  async function open(
    trx: DeskTransaction,
    { operator, passkey, address }: Opener,
    request: Request,
    headers: Headers,
  ) {
    const token = randomText(40);
    const now = clock.now();
    await trx
      .insertInto('desk_session')
      .values({
        hash: hashOf(token),
        id: newId('session'),
        operator_id: operator,
        device: deviceWords(request.headers.get('user-agent')),
        passkey_id: passkey,
        network: networkOf(address),
        created_at: now,
        used_at: now,
      })
      .execute();
    setCookie(headers, token, mostHours * 3600);
  }

  /** Whose passkey this is: known here, of an operator who still is one, and no copy's. */
  async function proves(
    request: Request,
    answer: PasskeyUsed,
    spend: (challenge: string) => Promise<boolean>,
  ): Promise<{ id: string; passkey: string }> {
    const row = await tables()
      .selectFrom('desk_passkey as p')
      .innerJoin('desk_operator as o', 'o.id', 'p.operator_id')
      .select(['p.id', 'p.public_key', 'p.counter', 'o.id as operator'])
      .where('p.id', '=', answer.id)
      .where('o.revoked_at', 'is', null)
      .executeTakeFirst();
    const known = row && { id: row.id, publicKey: row.public_key, counter: Number(row.counter) };
    const use = known ? await readUsed(place(request), answer, known, spend) : null;
    if (!row || !use) throw new Problem('unauthenticated', doorWords.refused);
    const { numUpdatedRows } = await tables()
      .updateTable('desk_passkey')
      .set({ counter: use.counter, used_at: clock.now() })
      .where('id', '=', row.id)
      // Of two that come with one count, one is a copy.
      .where('counter', '=', row.counter)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Problem('unauthenticated', doorWords.refused);
    return { id: row.operator, passkey: row.id };
  }

  const tokenOf = (request: Request): string | null => {
    for (const pair of (request.headers.get('cookie') ?? '').split(/;\s*/))
      if (pair.startsWith(`${cookie}=`)) return pair.slice(cookie.length + 1);
    return null;
  };

  return {
    /** Whether there is a desk at all for whoever asks from this address. */
    isOpenTo: (address: string): boolean =>
      allowed === undefined || (isIP(address) !== 0 && allows(allowed, address)),

    /** What keeps the desk shut at this address of the hub, if anything does. */
    hindrance: (): string | null => (config.live && !https ? doorWords.needsHttps : null),

    begin: async (request: Request) => optionsToUse(place(request), await tickets.mint('enter')),

    async enter(
      request: Request,
      { passkey: used, address }: { passkey: PasskeyUsed; address: string },
      headers: Headers,
    ): Promise<string> {
      const { id, passkey } = await proves(request, used, spends('enter'));
      const opener = { operator: id, passkey, address };
      await db.transaction<DeskTables, void>((trx) => open(trx, opener, request, headers));
      return id;
    },

    async beginJoin(request: Request, token: string) {
      const { name, operator_id } = await operators.invitation(token);
      const known = operator_id === null ? [] : await passkeysOf(tables(), operator_id);
      return {
        // A new operator has no id yet: what the device keeps as the user is made here and forgotten.
        options: await optionsToMake(place(request), {
          hub: `${withoutTurns(site.words().name)} Desk`,
          user: { id: operator_id ?? randomText(20), name: name || 'Operator' },
          challenge: await tickets.mint(`join ${hashOf(token)}`),
          known,
        }),
        name: operator_id === null ? null : name,
        suggested: name,
      };
    },

    async join(
      request: Request,
      {
        invitation,
        name: typed,
        passkey,
        address,
      }: { invitation: string; name: string; passkey: PasskeyAdded; address: string },
      headers: Headers,
    ): Promise<string> {
      const asked = await operators.invitation(invitation);
      const name = asked.operator_id === null ? readName(typed || asked.name) : asked.name;
      if (name === null)
        throw new Problem(
          'bad_request',
          'Enter a name of up to 60 characters, in the letters of one script.',
          {
            fields: { name: 'Enter a name of up to 60 characters, in the letters of one script.' },
          },
        );
      const made = await readMade(place(request), passkey, spends(`join ${hashOf(invitation)}`));
      if (!made) throw new Problem('unauthenticated', 'This passkey couldn’t be checked. Try again.');
      return db.transaction<DeskTables, string>(async (trx) => {
        const operator = await operators.accept(trx, invitation, name);
        const added = await trx
          .insertInto('desk_passkey')
          .values({
            id: made.id,
            operator_id: operator,
            name: deviceWords(request.headers.get('user-agent')),
            public_key: made.publicKey,
            counter: made.counter,
            created_at: clock.now(),
            used_at: clock.now(),
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!added) throw new Problem('conflict', 'This passkey is already in use here.');
        await open(trx, { operator, passkey: made.id, address }, request, headers);
        return operator;
      });
    },

    /** What this operator's device needs to prove that it is them, for the one form that this token is of. */
    beginTouch: async (request: Request, operator: string, token: string) =>
      optionsToUse(place(request), token, await passkeysOf(tables(), operator)),

    /** Whether this very form was confirmed by this operator's own passkey. The form's token is spent by who asks. */
    async touched(request: Request, operator: string, token: string, answer: PasskeyUsed): Promise<boolean> {
      const isThisForm = async (challenge: string) =>
        Buffer.from(challenge, 'base64url').toString() === token;
      return proves(request, answer, isThisForm).then(
        ({ id }) => id === operator,
        (error: unknown) => {
          if (error instanceof Problem && error.code === 'unauthenticated') return false;
          throw error;
        },
      );
    },

    /** `knows` hears who it is before anything is refused: a refusal of somebody known has their name. */
    async resolve(
      request: Request,
      right: Right | 'any',
      knows?: (operator: OperatorOnDuty) => void,
    ): Promise<OperatorOnDuty> {
      const token = tokenOf(request);
      const row =
        token === null
          ? undefined
          : await tables()
              .selectFrom('desk_session as s')
              .innerJoin('desk_operator as o', 'o.id', 's.operator_id')
              .select(['s.id as session', 's.created_at', 's.used_at', 'o.id', 'o.name', 'o.rights'])
              .where('s.hash', '=', hashOf(token))
              .where('o.revoked_at', 'is', null)
              .executeTakeFirst();
      const now = clock.now();
      if (!token || !row || isOver({ createdAt: row.created_at, usedAt: row.used_at }, now))
        throw new Problem('unauthenticated', doorWords.closed);
      const operator = { id: row.id, name: row.name, rights: row.rights, session: row.session };
      knows?.(operator);
      if (!mayUse(row.rights, right)) throw new Problem('forbidden', doorWords.noRight);
      if (now.getTime() - row.used_at.getTime() > 60_000)
        await tables()
          .updateTable('desk_session')
          .set({ used_at: now })
          .where('hash', '=', hashOf(token))
          .execute()
          // On a full disk the desk still opens, to make room there; the session ends the earlier for it.
          .catch(() => {});
      return operator;
    },

    async leave(request: Request, headers: Headers): Promise<void> {
      const token = tokenOf(request);
      if (token !== null)
        await tables().deleteFrom('desk_session').where('hash', '=', hashOf(token)).execute();
      setCookie(headers, '', 0);
    },
  };
}

const passkeysOf = (tables: Pick<DeskTransaction, 'selectFrom'>, operator: string) =>
  tables.selectFrom('desk_passkey').select('id').where('operator_id', '=', operator).execute();

const allows = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
