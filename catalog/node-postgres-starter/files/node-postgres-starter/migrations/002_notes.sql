create table note (
  account_id uuid not null references account (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  title text not null check (length(title) between 1 and 200),
  body text not null default '',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index note_recent on note (account_id, updated_at desc, id);
