import { createHash, timingSafeEqual } from 'node:crypto';
import { minutes } from '#base/clock.ts';
import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { memberById } from '#features/accounts/server/public.ts';
import type { ResolveKey } from '#platform/server/http/viewer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type ApiScope, apiScopes, keysMax } from '../rules/api-keys.ts';
import type { ApiKey, NewKeyAnswer } from '../rules/contract.ts';
import type { Plans } from './plans.ts';
import { standInLine } from './counting.ts';
import type { PlanTables } from './tables.ts';

type Row = PlanTables['api_key'];

const unknownKey = () => new Problem('unauthenticated', 'This API key is unknown or was revoked.');

/** The id and a secret of 160 bits, in one word. */
const keyShape = /^(key_[0-9a-z]{20})_[0-9a-z]{32}$/;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const described = (row: Row): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
});

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Keys by which a member's own programs act for them, as far as each key goes. */
export function createApiKeys({ db, clock }: Pick<Platform, 'db' | 'clock'>, plans: Plans) {
  const tables = () => db.tables<PlanTables>();

  async function assertAccess(uid: string): Promise<void> {
    const decision = await plans.gate(tables(), uid, 'apiAccess');
    if (!decision.allowed) throw new Problem('limit_reached', decision.refusal.words);
  }

  const resolve: ResolveKey = async (secret, scope) => {
    const [, id] = keyShape.exec(secret) ?? [];
    if (id === undefined) throw unknownKey();
    const row = await tables().selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || !isSameHash(row.hash, hashOf(secret)) || row.revoked_at) throw unknownKey();
    const owner = await memberById(tables(), row.owner_id);
    if (!owner || owner.suspended) throw unknownKey();
    if (!row.scopes.includes(scope)) {
      const what = apiScopes[scope as ApiScope] ?? scope;
      throw new Problem('forbidden', `This API key doesn’t allow that: ${what} (${scope}).`);
    }
    await assertAccess(row.owner_id);
    await touch(row);
    return { kind: 'member', uid: owner.uid, email: owner.email, sessionId: row.id };
  };

  /** Written once a minute at most: it is for people to read. */
  async function touch({ owner_id, id, last_used_at }: Row): Promise<void> {
    const now = clock.now();
    if (last_used_at && now.getTime() - last_used_at.getTime() < minutes(1)) return;
    await tables()
      .updateTable('api_key')
      .set({ last_used_at: now })
      .where('owner_id', '=', owner_id)
      .where('id', '=', id)
      .execute();
  }

  return {
    resolve,

    async list(uid: string): Promise<ApiKey[]> {
      const rows = await tables()
        .selectFrom('api_key')
        .selectAll()
        .where('owner_id', '=', uid)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(described);
    },

    async create(uid: string, { name, scopes }: { name: string; scopes: string[] }): Promise<NewKeyAnswer> {
      await assertAccess(uid);
      const id = newId('apiKey');
      const secret = `${id}_${randomText(32)}`;
      const row: Row = {
        owner_id: uid,
        id,
        name,
        scopes: [...new Set(scopes)].sort(),
        hash: hashOf(secret),
        created_at: clock.now(),
        last_used_at: null,
        revoked_at: null,
      };
      await db.transaction<PlanTables, void>(async (trx) => {
        await standInLine(trx, uid, 'api_key');
        const { active } = await trx
          .selectFrom('api_key')
          .select(({ fn }) => fn.countAll<number>().as('active'))
          .where('owner_id', '=', uid)
          .where('revoked_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (active >= keysMax)
          throw new Problem('conflict', `You already have ${keysMax} keys. Revoke one you no longer need.`);
        await trx.insertInto('api_key').values(row).execute();
      });
      return { key: described(row), secret };
    },

    /** From this moment on nothing gets in with it. Another member's key is not there. */
    async revoke(uid: string, id: string): Promise<void> {
      const { numUpdatedRows } = await tables()
        .updateTable('api_key')
        .set((row) => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(clock.now())) }))
        .where('owner_id', '=', uid)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Problem('not_found');
    },
  };
}
