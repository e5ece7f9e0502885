import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { unlessBackup } from '#platform/server/files/deleting.ts';
import { limitKey } from '#platform/server/http/limits.ts';
import type { Platform } from '#platform/server/platform.ts';
import { liveTopic } from '#features/funnels/server/live-topic.ts';
import { fileKeys, versionKey } from '#features/saved/server/file-names.ts';
import { demoDomain, demoNetwork } from './people.ts';

/**
 * Columns that name a row's owner, by the hub's own rule for tables, and those that contain someone's email
 * address.
 */
const ownerColumns = ['owner_id', 'user_id'];
const addressColumns = ['email_key', 'address_key', 'address', 'email', 'payer_email', 'user_email'];

export interface Removed {
  members: number;
  rows: number;
}

/** As counts of tries know them. */
const hidden = (address: string): string => limitKey('', address).slice(1);

/** Removes exactly what belongs to the demo's members or contains an email address of its domain. */
export async function removeDemo(platform: Pick<Platform, 'db' | 'files'>): Promise<Removed> {
  let removed: Removed | undefined;
  await unlessBackup(platform.db, async () => {
    removed = await remove(platform);
  });
  if (!removed) throw new Problem('conflict', 'A backup is running. Wait until it finishes.');
  return removed;
}

async function remove({ db, files }: Pick<Platform, 'db' | 'files'>): Promise<Removed> {
  const mine = `%@${demoDomain}`;
  const left: string[] = [];
  const removed = await db.transaction(async (trx: AnyTransaction) => {
    const { rows: members } = await sql<{ id: string }>`
      select id from account_user where email like ${mine} for update`.execute(trx);
    const uids = members.map(({ id }) => id);
    const templates = await sql<{ owner_id: string; id: string }>`
      select owner_id, id from saved_template where owner_id = any(${uids})`.execute(trx);
    for (const { owner_id, id } of templates.rows) left.push(...Object.values(fileKeys(owner_id, id)));
    const kept = await sql<{ key: string }>`
      select key from saved_kept_file where owner_id = any(${uids})`.execute(trx);
    left.push(...kept.rows.map(({ key }) => key));
    const versions = await sql<{ owner_id: string; template_id: string; version: number }>`
      select owner_id, template_id, version from saved_version
      where owner_id = any(${uids}) and content_hash is not null`.execute(trx);
    for (const one of versions.rows) left.push(versionKey(one.owner_id, one.template_id, one.version));

    const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
      select c.table_name, c.column_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type = 'text'
        and c.column_name = any(${[...ownerColumns, ...addressColumns]}) and c.table_name <> 'account_user'
      order by 1, 2`.execute(trx);
    const { rows: pages } = await sql<{ slug: string }>`
      select slug from funnel_slug where owner_id = any(${uids})`.execute(trx);
    for (const { slug } of pages) await db.notify(trx, liveTopic, slug);

    let rows = 0;
    const sweep = async (statement: ReturnType<typeof sql>) => {
      rows += Number((await statement.execute(trx)).numAffectedRows ?? 0);
    };
    const addresses = new Set<string>();
    const orders = sql`select id from store_order where email_key like ${mine}`;
    await sweep(sql`delete from store_credit_note where order_id in (${orders})`);
    await sweep(sql`delete from payment where reference in (${orders})`);
    // Coupons are referenced by orders, so they are deleted after them.
    const { rows: coupons } = await sql<{ code: string }>`
      select code from store_coupon where note = ${demoDomain}`.execute(trx);
    for (const { table_name, column_name } of columns) {
      const [table, column] = [sql.table(table_name), sql.ref(column_name)];
      if (ownerColumns.includes(column_name))
        await sweep(sql`delete from ${table} where ${column} = any(${uids})`);
      else {
        const { rows: gone } = await sql<{ address: string }>`
          delete from ${table} where ${column} like ${mine} returning ${column} as address`.execute(trx);
        rows += gone.length;
        for (const { address } of gone) addresses.add(address);
      }
    }
    await sweep(sql`delete from outbound_message where payload->>'to' like ${mine}`);
    await sweep(
      sql`delete from rate_limit where split_part(key, ':', 2) = any(${[...uids, ...[...addresses].map(hidden)]})
        or split_part(split_part(key, ':', 2), ' ', 1) = ${demoNetwork}`,
    );
    await sweep(
      sql`delete from account_verification where value like ${`%@${demoDomain}%`} or identifier like ${`%@${demoDomain}%`}`,
    );
    await sweep(sql`delete from store_coupon where code = any(${coupons.map(({ code }) => code)})`);
    await sweep(sql`delete from account_user where id = any(${uids})`);
    return { members: uids.length, rows };
  });
  for (const key of left) await files.delete(key);
  return removed;
}
