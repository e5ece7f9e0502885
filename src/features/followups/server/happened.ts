import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { newId } from '#base/id.ts';
import { sql } from 'kysely';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { causeOf, type Happening, happeningWords, isStartedBy } from '../rules/happenings.ts';
import { sequencesOn, startRuns, stopRuns } from './runs.ts';
import type { FollowupTables } from './tables.ts';

export interface About {
  ownerId: string;
  email: string;
  name?: string;
  /** Where the address comes from, in words, where it is new. Left out: who is not known stays unknown. */
  source?: string;
  fields?: Readonly<Record<string, string>>;
}

/**
 * Somebody's contact with a member: known from here on. An address that is there keeps what its owner wrote about it; a name is
 * only filled in where there was none.
 */
export async function ensureContact(
  trx: AnyTransaction,
  { ownerId, email, name = '', source, fields = {} }: About,
  now: Date,
): Promise<string | null> {
  const address = parseMailAddress(email);
  if (address === null) return null;
  const tables = tablesOf<FollowupTables>(trx);
  const key = mailAddressKey(address);
  if (source !== undefined)
    await tables
      .insertInto('contact')
      .values({
        owner_id: ownerId,
        id: newId('person'),
        email_key: key,
        email: address,
        name,
        time_zone: '',
        fields: JSON.stringify(fields),
        tags: [],
        source,
        created_at: now,
        bought_at: null,
        orders: 0,
      })
      .onConflict((known) => known.columns(['owner_id', 'email_key']).doNothing())
      .execute();
  const known = await tables
    .selectFrom('contact')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('email_key', '=', key)
    .executeTakeFirst();
  return known?.id ?? null;
}

export function createHappenings({ clock, outbox }: Pick<Platform, 'clock' | 'outbox'>) {
  /** In the transaction of what happened: a purchase stops what it stops before anything can start. */
  async function happened(
    trx: AnyTransaction,
    about: About,
    what: Happening,
    depth = 0,
  ): Promise<{ personId: string; started: number } | null> {
    const now = clock.now();
    const { ownerId, name = '', fields = {} } = about;
    const personId = await ensureContact(trx, about, now);
    if (personId === null) return null;
    const tables = tablesOf<FollowupTables>(trx);
    // Sequences before people: the engine takes them in this order, too.
    if (what.on === 'bought') {
      const { orderId, cents, currency } = what;
      await stopRuns(trx, outbox, { ownerId, contactId: personId, byPurchase: true }, 'bought', now);
      const isNew = await tables
        .insertInto('followup_order')
        .values({ owner_id: ownerId, order_id: orderId, contact_id: personId, cents, currency, at: now })
        .onConflict((known) => known.columns(['owner_id', 'order_id']).doNothing())
        .returning('order_id')
        .executeTakeFirst();
      if (!isNew) return { personId, started: 0 };
    }
    const { orders } = await tables
      .updateTable('contact')
      .set((row) => ({
        name: sql<string>`coalesce(nullif(name, ''), ${name})`,
        ...(Object.keys(fields).length > 0 && {
          fields: sql<string>`fields || ${JSON.stringify(fields)}::jsonb`,
        }),
        ...(what.on === 'bought' && { bought_at: now, orders: row('orders', '+', 1) }),
      }))
      .where('owner_id', '=', ownerId)
      .where('id', '=', personId)
      .returning('orders')
      .executeTakeFirstOrThrow();
    await tables
      .insertInto('followup_history')
      .values({
        owner_id: ownerId,
        contact_id: personId,
        at: now,
        kind: what.on,
        words: happeningWords(what),
      })
      .execute();
    const fitting = (await sequencesOn(trx, ownerId, what.on)).filter(({ body }) =>
      isStartedBy(body.trigger, what, orders),
    );
    const cause = causeOf(what, now);
    const started = await startRuns(
      trx,
      fitting.map((sequence) => ({ sequence, contactId: personId, cause, depth })),
      now,
    );
    return { personId, started };
  }

  return happened;
}

export type Happened = ReturnType<typeof createHappenings>;
