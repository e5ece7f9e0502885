import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // What the catalogue folders said when they were last read without a mistake. A row is never deleted: somebody may
  // have bought it.
  await sql`
    create table store_product (
      id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      content_hash text not null,
      on_sale boolean not null,
      price_cents integer not null check (price_cents >= 0),
      title text not null,
      version text not null,
      content jsonb not null,
      unlocks text[] not null default '{}',
      first_sold_at timestamptz not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`create index store_product_on_sale on store_product (id) where on_sale`.execute(db);

  await sql`
    create table store_product_version (
      product_id text not null references store_product (id),
      version text not null,
      released_on date not null,
      changes text not null,
      imported_at timestamptz not null,
      primary key (product_id, version)
    )`.execute(db);

  // The bytes lie in file storage under their hash; several versions may name the same ones.
  await sql`
    create table store_product_file (
      product_id text not null,
      version text not null,
      position smallint not null,
      name text not null,
      words text not null,
      bytes bigint not null,
      type text not null,
      hash text not null,
      primary key (product_id, version, position),
      foreign key (product_id, version) references store_product_version (product_id, version) on delete cascade
    )`.execute(db);

  // One row: moves with every change, so that a process knows whether what it holds is the latest.
  await sql`
    create table store_catalogue (
      one boolean primary key default true check (one),
      revision bigint not null
    )`.execute(db);
  await sql`insert into store_catalogue (revision) values (0)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table store_catalogue, store_product_file, store_product_version, store_product`.execute(db);
}
