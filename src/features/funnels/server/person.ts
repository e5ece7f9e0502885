import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import { jsonRows, type MemberDataSource } from '#features/accounts/server/public.ts';
import type { PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type GiftFiles, ownedByNone } from './gift-files.ts';
import { leadPages } from './lead-pages.ts';
import { liveTopic } from './live-topic.ts';
import { createSplitDraw } from './split-draw.ts';
import { splitsOf } from './splits.ts';
import type { FunnelTables } from './tables.ts';

/** Addresses that somebody left on pages of members. What they agreed to stands in the consent record as well. */
export function funnelPerson(platform: Pick<Platform, 'db' | 'secret' | 'clock'>): PersonData {
  const { db } = platform;
  const { whoOf } = createSplitDraw(platform);
  return {
    erasing: {
      goes: 'What they left on funnel pages',
      stays: 'How many took part in tests of pages, as nobody’s',
    },
    async export(email) {
      const leads = await db
        .tables<FunnelTables>()
        .selectFrom('funnel_lead')
        .select(['address', 'name', 'step', 'source', 'consent_text', 'at', 'confirmed_at', 'bought_at'])
        .select(['gift_mailed_at', 'downloaded_at'])
        .where('address_key', '=', mailAddressKey(email))
        .execute();
      const { rows: tests } = await sql`
        select kind, side as version, at from funnel_split_person where who = ${whoOf(email)} order by at`.execute(
        db.tables(),
      );
      return leads.length + tests.length === 0 ? null : { leads, ...(tests.length > 0 && { tests }) };
    },
    async erase(email) {
      const { numDeletedRows } = await db
        .tables<FunnelTables>()
        .deleteFrom('funnel_lead')
        .where('address_key', '=', mailAddressKey(email))
        .executeTakeFirst();
      // What was counted of somebody stays counted, as nobody's: a test relies on that it never changes.
      const { rows: forgotten } = await sql`
        update funnel_split_person set who = 'gone ' || gen_random_uuid(), unit = 'gone ' || gen_random_uuid()
        where who = ${whoOf(email)} returning split_id`.execute(db.tables());
      return [
        ...(numDeletedRows === 0n ? [] : [`deleted ${numDeletedRows} leads of funnel pages`]),
        ...(forgotten.length === 0 ? [] : [`forgot who ${forgotten.length} counts in tests of pages were`]),
      ];
    },
  };
}

/** What a member takes along when they go: funnels as the builder imports them, and who left an address. */
export const funnelMemberData = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  giftFiles: GiftFiles,
): MemberDataSource => ({
  name: 'funnels',
  async *gather(uid) {
    const tables = db.tables<FunnelTables>();
    const ids = await tables
      .selectFrom('funnel')
      .select('id')
      .where('owner_id', '=', uid)
      .where('is_purged', '=', false)
      .execute();
    for (const { id } of ids) {
      // The database writes it out: three megabytes read and written here would keep everybody waiting.
      const row = await tables
        .selectFrom('funnel')
        .select(sql<string>`jsonb_pretty(doc)`.as('text'))
        .where('owner_id', '=', uid)
        .where('id', '=', id)
        .where('is_purged', '=', false)
        .executeTakeFirst();
      if (!row) continue;
      yield { path: `funnels/${id}/funnel.json`, bytes: Buffer.from(`${row.text}\n`) };
      yield jsonRows(`funnels/${id}/leads.json`, leadsOf(db, uid, id));
      const tests = await splitsOf(tables, { owner_id: uid, funnel_id: id }, clock.now());
      if (tests.length > 0)
        yield { path: `funnels/${id}/tests.json`, bytes: Buffer.from(`${JSON.stringify(tests, null, 2)}\n`) };
    }
    const promised = await tables
      .selectFrom('funnel_gift_file')
      .select(['name', 'file_name'])
      .where('owner_id', '=', uid)
      .orderBy('name')
      .execute();
    for (const { name, file_name } of promised) {
      const file = await giftFiles.open(uid, name);
      // Two of one name each have their own folder.
      if (file) yield { path: `funnels/files/${name.slice(0, 12)}/${file_name}`, bytes: file.stream() };
    }
  },
  async forget(trx, uid) {
    const names: { name: string }[] = await trx
      .selectFrom('funnel_picture')
      .select('name')
      .where('owner_id', '=', uid)
      .execute();
    await trx.deleteFrom('funnel_picture').where('owner_id', '=', uid).execute();
    if (names.length > 0)
      await trx
        .insertInto('funnel_picture')
        .values(names.map(({ name }) => ({ owner_id: '', name, at: clock.now() })))
        .onConflict((known) => known.columns(['owner_id', 'name']).doNothing())
        .execute();
    const promised: { name: string }[] = await trx
      .deleteFrom('funnel_gift_file')
      .where('owner_id', '=', uid)
      .returning('name')
      .execute();
    await ownedByNone(
      trx,
      promised.map(({ name }) => name),
      clock.now(),
    );
    // Every process keeps published pages at hand, and shows them until it hears otherwise.
    const slugs: { slug: string }[] = await trx
      .selectFrom('funnel_slug')
      .select('slug')
      .where('owner_id', '=', uid)
      .execute();
    for (const { slug } of slugs) await db.notify(trx, liveTopic, slug);
    for (const table of ['funnel_seen', 'funnel_count', 'funnel_split_count', 'funnel_pace', 'funnel_owner'])
      await trx.deleteFrom(table).where('owner_id', '=', uid).execute();
  },
});

async function* leadsOf(db: Platform['db'], uid: string, funnelId: string) {
  for await (const leads of leadPages(db, uid, funnelId))
    yield leads.map(({ owner_id: _mine, ...lead }) => lead);
}
