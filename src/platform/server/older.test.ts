import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import type { Asked } from './desk.ts';
import { olderLink, olderThan } from './older.ts';

const db = await useDatabase();

test('[law] the pages of a list hold each row once, also where many are of one moment', async () => {
  const seen: string[] = [];
  for (let asked: Asked | undefined = { find: 'a&b' }; asked && seen.length < 100;) {
    const older = olderThan(asked);
    const { rows } = await sql<{ id: string; created_at: Date }>`
      select * from (select 'row"' || n || ',&' as id, timestamptz '2026-11-28T10:00:00Z' + (n % 3) * interval '1 second' as created_at
        from generate_series(1, 50) n) list
      ${older ? sql`where ${older}` : sql``} order by created_at desc, id desc limit 8`.execute(db.tables());
    seen.push(...rows.slice(0, 7).map(({ id }) => id));
    const [link] = olderLink({ find: 'a&b' }, rows.length > 7 ? rows[6] : undefined);
    asked = link?.is === 'link' ? Object.fromEntries(new URLSearchParams(link.href.slice(1))) : undefined;
    expect(asked?.['find'] ?? 'a&b').toBe('a&b');
  }
  expect([seen.length, new Set(seen).size]).toEqual([50, 50]);
});

test('a place that is none is the first page, and what the database can’t hold breaks nothing', async () => {
  expect([olderThan({}), olderThan({ before: 'x,y' }), olderThan({ before: ',' })]).toEqual([
    null,
    null,
    null,
  ]);
  const odd = olderThan({ before: '2026-11-28,a\0b' });
  const { rows } = await sql`select ${odd} as is from (select now() as created_at, '' as id) list`.execute(
    db.tables(),
  );
  expect(rows).toHaveLength(1);
});
