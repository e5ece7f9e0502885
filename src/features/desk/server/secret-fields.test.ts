import { expect, test } from 'vitest';
import fc from 'fast-check';
import { useDatabase } from '#testing/database.ts';
import { deskHub } from '#testing/desk-hub.ts';

const db = await useDatabase();

/** Words that stand in nothing else. */
const word = fc.stringMatching(/^[A-Za-z0-9<>&"' ]{0,12}$/).map((text) => `Zq${text}9`);

test('[law] what is typed into a secret field stands in no page, table or record again', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const at = '/desk/tills/one/seal';
  await fc.assert(
    fc.asyncProperty(word, async (secretWord) => {
      const answer = await ada.act(at, { secretWord, beside: 'stays' });
      const text = await answer.text();
      const isTaken = secretWord.length >= 8;
      expect(answer.status).toBe(isTaken ? 200 : 400);
      expect(text).toContain(isTaken ? 'sealed one' : 'Take eight letters.');
      const hidden = [secretWord, secretWord.replaceAll('&', '&amp;').replaceAll('"', '&quot;')];
      for (const form of hidden) expect(text).not.toContain(form);
      expect(text.includes('stays')).toBe(!isTaken);
      const kept = JSON.stringify([
        await hub.record(),
        (await db.pool.query('select * from desk_ticket')).rows,
      ]);
      expect(kept).not.toContain(secretWord);
    }),
    { numRuns: 30 },
  );
  expect(hub.unexpected).toEqual([]);
  // In no row of any table.
  await ada.act(at, { secretWord: 'quiet harbour lantern', beside: 'stays' });
  const { rows } = await db.pool.query<{ name: string }>(
    `select format('%I', table_name) as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  );
  expect(rows.length).toBeGreaterThan(50);
  for (const { name } of rows)
    expect(
      (await db.pool.query(`select 1 from ${name} t where t::text like '%harbour lantern%'`)).rowCount,
      name,
    ).toBe(0);
});

test('a file is saved, under its name, by whoever may: nothing of the page is kept by the browser', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const answer = await ada.act('/desk/tills/one/seal', { secretWord: 'long enough' });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="sealed.bin"');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a form that comes too late waits at the door without its secret', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const { token } = await ada.formOf('/desk/tills/one/seal');
  await db.pool.query('delete from desk_session');
  const form = { token, secretWord: 'quiet harbour', beside: 'stays' };
  const closed = await (await ada.send('/desk/tills/one/seal', form)).text();
  expect(closed).toContain('value="stays"');
  expect(closed).not.toContain('quiet harbour');
});
