import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { sql } from 'kysely';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { causeOf, type Happening, happeningWords, isStartedBy } from '../rules/happenings.ts';
import { mostFields } from '../rules/person-shape.ts';
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

interface Begun {
  personId: string;
  started: number;
}

export function createHappenings({ clock, outbox }: Pick<Platform, 'clock' | 'outbox'>) {
  /**
   * In the transaction of what happened: a purchase stops what it stops before anything can start. What concerns more than one
   * owner is told at once, since the engine takes everybody's sequences before anybody's people, and so must this.
   */
  async function happened(
    trx: AnyTransaction,
    about: About | readonly About[],
    what: Happening,
    depth = 0,
  ): Promise<Begun | null> {
    const now = clock.now();
    const known: { about: About; personId: string }[] = [];
    for (const one of [about].flat() as About[]) {
      const personId = await ensureContact(trx, one, now);
      if (personId === null) continue;
      known.push({ about: one, personId });
      const which = { ownerId: one.ownerId, contactId: personId, byPurchase: true };
      if (what.on === 'bought') await stopRuns(trx, outbox, which, 'bought', now);
    }
    let first: Begun | null = null;
    for (const { about: one, personId } of known) {
      const begun = await start(trx, one, personId, what, depth, now);
      first ??= begun;
    }
    return first;
  }

  async function start(
    trx: AnyTransaction,
    { ownerId, name = '', fields = {} }: About,
    personId: string,
    what: Happening,
    depth: number,
    now: Date,
  ): Promise<Begun> {
    const tables = tablesOf<FollowupTables>(trx);
    if (what.on === 'bought') {
      const { orderId, cents, currency } = what;
      const isNew = await tables
        .insertInto('followup_order')
        .values({ owner_id: ownerId, order_id: orderId, contact_id: personId, cents, currency, at: now })
        .onConflict((known) => known.columns(['owner_id', 'order_id']).doNothing())
        .returning('order_id')
        .executeTakeFirst();
      if (!isNew) return { personId, started: 0 };
    }
    if (what.on === 'refunded')
      await sql`
        update followup_order set refunded_cents = least(refunded_cents + ${what.cents}, cents)
        where owner_id = ${ownerId} and order_id = ${what.orderId}`.execute(trx);
    const { orders, has } = await tables
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
      .returning(['orders', sql<number>`(select count(*)::int from jsonb_object_keys(fields))`.as('has')])
      .executeTakeFirstOrThrow();
    if (has > mostFields && Object.keys(fields).length > 0)
      throw new Problem('bad_request', `A person can have up to ${mostFields} fields. Remove some first.`);
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
