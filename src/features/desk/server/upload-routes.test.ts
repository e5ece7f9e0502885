import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { deskHub } from '#testing/desk-hub.ts';
import { type UploadState, formHeader } from '../rules/uploads.ts';

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query('truncate desk_operator, desk_invitation, desk_ticket, desk_record cascade');
});

async function stand() {
  const folder = await mkdtemp(join(tmpdir(), 'desk-uploads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return deskHub(db, { env: { DATA_DIR: folder } });
}

type Seat = Awaited<ReturnType<Awaited<ReturnType<typeof stand>>['operator']>>;

const begin = (seat: Seat, token: string, name = 'plan.txt', text = 'The plan.') =>
  seat.browser.post(
    '/desk/api/uploads',
    { name, size: Buffer.byteLength(text), print: '1' },
    { [formHeader]: token },
  );
const put = (seat: Seat, token: string, path: string, text: string) =>
  seat.browser.put(path, text, { [formHeader]: token, 'content-type': 'application/octet-stream' });

async function handed(seat: Seat, token: string, text = 'The plan.') {
  const { id } = (await (await begin(seat, token, 'plan.txt', text)).json()) as UploadState;
  const last = await put(seat, token, `/desk/api/uploads/${id}?from=0`, text);
  expect(((await last.json()) as UploadState).isWhole).toBe(true);
  return JSON.stringify([{ id, name: 'plan.txt', size: 9 }]);
}

test('a file comes in pieces, reaches the act whole, and is gone once the act is done', async () => {
  const hub = await stand();
  const ada = await hub.operator('Ada', 'content');
  const { token } = await ada.formOf('/desk/words/7/hand-in');
  const { id } = (await (await begin(ada, token)).json()) as UploadState;
  expect(
    ((await (await put(ada, token, `/desk/api/uploads/${id}?from=0`, 'The ')).json()) as UploadState).got,
  ).toBe(4);
  expect((await (await begin(ada, token)).json()) as UploadState).toMatchObject({ id, got: 4 });
  await put(ada, token, `/desk/api/uploads/${id}?from=4`, 'plan.');
  const papers = JSON.stringify([{ id, name: 'plan.txt', size: 9 }]);
  // Refused: the file waits for the form that follows.
  const refused = await ada.send('/desk/words/7/hand-in', { token, papers, text: 'refuse' });
  expect(refused.status).toBe(400);
  const next = /name="token" value="([a-z0-9]+)"/.exec(await refused.text())?.[1] ?? '';
  expect((await ada.send('/desk/words/7/hand-in', { token: next, papers })).status).toBe(303);
  expect(hub.done).toEqual(['Ada handed in plan.txt: The plan. to 7']);
  const again = await ada.act('/desk/words/7/hand-in', { papers });
  expect(again.status).toBe(404);
});

test('[law] a cookie alone, another’s form, one without files, or one that is over uploads nothing', async () => {
  const hub = await stand();
  const [ada, ben] = [await hub.operator('Ada', 'content'), await hub.operator('Ben', 'content')];
  const money = await hub.operator('Cleo', 'money');
  const mine = (await ada.formOf('/desk/words/7/hand-in')).token;
  const theirs = (await ben.formOf('/desk/words/7/hand-in')).token;
  for (const token of ['', theirs, 'a'.repeat(40)]) expect((await begin(ada, token)).status).toBe(409);
  expect((await begin(money, (await money.formOf('/desk/tills/7/note')).token)).status).toBe(409);
  expect((await begin(hub.sit(), mine)).status).toBe(401);
  const papers = await handed(ada, mine);
  const stolen = await ben.send('/desk/words/7/hand-in', {
    token: (await ben.formOf('/desk/words/7/hand-in')).token,
    papers,
  });
  expect([stolen.status, hub.done]).toEqual([404, []]);
  hub.clock.move(20 * 60_000);
  expect((await begin(ada, mine)).status).toBe(200);
  // At work with it, the form stays good, also over hours.
  for (let n = 0; n < 6; n += 1) {
    hub.clock.move(20 * 60_000);
    expect((await begin(ada, mine)).status).toBe(200);
  }
  await ada.send('/desk/words/7/hand-in', { token: mine, papers });
  expect((await begin(ada, mine)).status).toBe(409);
});

test('a piece that is too large, or of another place, is refused in words', async () => {
  const hub = await stand();
  const ada = await hub.operator('Ada', 'content');
  const { token } = await ada.formOf('/desk/words/7/hand-in');
  const { id } = (await (await begin(ada, token)).json()) as UploadState;
  expect(
    (await put(ada, token, `/desk/api/uploads/${id}?from=0`, 'x'.repeat(4 * 1024 ** 2 + 1))).status,
  ).toBe(413);
  expect((await put(ada, token, `/desk/api/uploads/${id}?from=-1`, 'x')).status).toBe(400);
  expect((await put(ada, token, `/desk/api/uploads/..%2f${id}?from=0`, 'x')).status).toBe(404);
  const tooMuch = await ada.browser.post(
    '/desk/api/uploads',
    { name: 'a', size: 3e9, print: '' },
    { [formHeader]: token },
  );
  expect(tooMuch.status).toBe(400);
});

test('[law] on a full disk no form eats what was typed, and the page says why nothing was saved', async () => {
  const hub = await stand();
  const ada = await hub.operator('Ada');
  const text = 'an hour <of> typing';
  onTestFinished(async () => {
    await db.pool.query('drop function if exists full_disk cascade');
  });
  for (const code of ['53100', '08006'])
    for (const table of ['desk_ticket', 'desk_record']) {
      const { token } = await ada.formOf('/desk/tills/a/note');
      await db.pool.query(`
        create or replace function full_disk() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`);
      await db.pool.query(
        `create trigger full_disk before insert or update or delete on ${table} execute function full_disk()`,
      );
      const answer = await ada.send('/desk/tills/a/note', { token, text, secretWord: 'hidden-word' });
      const shown = await answer.text();
      await db.pool.query('drop function full_disk cascade');
      expect([code, table, answer.status]).toEqual([code, table, 503]);
      expect(shown).toContain('an hour &lt;of&gt; typing');
      expect(shown).toContain(
        code === '53100' ? 'The disk of this machine is full' : 'The database doesn’t answer',
      );
      expect(shown).not.toContain('hidden-word');
      expect(shown).toContain('action="/desk/leave"');
    }
  expect(hub.unexpected).toEqual([]);
});

test('while the database can write nothing, what was uploaded can be removed all the same', async () => {
  const hub = await stand();
  const ada = await hub.operator('Ada', 'content');
  const { token } = await ada.formOf('/desk/words/7/hand-in');
  const { id } = (await (await begin(ada, token)).json()) as UploadState;
  onTestFinished(async () => {
    await db.pool.query('drop function if exists full_disk cascade');
  });
  await db.pool.query(`
    create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`);
  for (const table of ['desk_ticket', 'desk_session'])
    await db.pool.query(
      `create trigger full_disk before insert or update on ${table} execute function full_disk()`,
    );
  hub.clock.move(5 * 60_000);
  const remove = (form: string) => ada.browser.delete(`/desk/api/uploads/${id}`, { [formHeader]: form });
  expect((await remove('a'.repeat(40))).status).toBe(409);
  expect((await remove(token)).status).toBe(200);
  await db.pool.query('drop function full_disk cascade');
  expect((await put(ada, token, `/desk/api/uploads/${id}?from=0`, 'The ')).status).toBe(404);
});
