import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // Several campaigns: for which carts each is meant, and which is asked first.
  await sql`alter table recovery_campaign add column conditions jsonb not null default '{}',
    add column place integer not null default 0`.execute(db);
  await sql`update recovery_campaign set conditions = jsonb_build_object('minCents', min_cents) where min_cents > 0`.execute(
    db,
  );
  await sql`update recovery_campaign k set place = n from (
      select owner_id, id, row_number() over (partition by owner_id order by created_at desc, id) as n from recovery_campaign) o
    where o.owner_id = k.owner_id and o.id = k.id`.execute(db);
  await sql`alter table recovery_campaign drop column min_cents`.execute(db);
  // Consent given to one shop says nothing for another: each cart remembers its own.
  await sql`alter table recovery_cart add column country text not null default '',
    add column agreed boolean not null default true`.execute(db);
  // Whoever has bought here before is a returning buyer, whether or not a mail ever went to them.
  await sql`alter table recovery_buyer alter column mailed_at drop not null, add column bought_at timestamptz`.execute(
    db,
  );
  await sql`
    insert into recovery_buyer (owner_id, email_key, bought_at)
    select owner_id, email_key, max(recovered_at) from recovery_cart where status = 'recovered' group by owner_id, email_key
    on conflict (owner_id, email_key) do update set bought_at = excluded.bought_at`.execute(db);
  // Who wrote a message's own words, when a model may, and in which month it was counted.
  await sql`alter table recovery_message add column drafted_by text check (drafted_by in ('person', 'writer')),
    add column write_after timestamptz, add column counted_month text`.execute(db);
  await sql`update recovery_message set drafted_by = 'person' where draft is not null`.execute(db);
  // Most messages have no token yet, and need no place in an index.
  await sql`alter table recovery_message drop constraint recovery_message_token_hash_key`.execute(db);
  await sql`create unique index recovery_message_token on recovery_message (token_hash) where token_hash is not null`.execute(
    db,
  );
  await sql`create index recovery_message_write on recovery_message (write_after)
    where state = 'planned' and draft is null and write_after is not null`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop index recovery_message_write, recovery_message_token`.execute(db);
  await sql`alter table recovery_message add constraint recovery_message_token_hash_key unique (token_hash)`.execute(
    db,
  );
  await sql`alter table recovery_message drop column drafted_by, drop column write_after, drop column counted_month`.execute(
    db,
  );
  await sql`delete from recovery_buyer where mailed_at is null`.execute(db);
  await sql`alter table recovery_buyer drop column bought_at, alter column mailed_at set not null`.execute(
    db,
  );
  await sql`alter table recovery_cart drop column country, drop column agreed`.execute(db);
  await sql`alter table recovery_campaign add column min_cents bigint not null default 0`.execute(db);
  await sql`update recovery_campaign set min_cents = coalesce((conditions->>'minCents')::bigint, 0)`.execute(
    db,
  );
  await sql`alter table recovery_campaign drop column conditions, drop column place`.execute(db);
}
