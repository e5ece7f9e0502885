import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { deskHub } from '#testing/desk-hub.ts';

const db = await useDatabase();
const clear = () =>
  db.pool.query('truncate desk_operator, desk_invitation, desk_ticket, desk_record, security_event cascade');
beforeEach(clear);

type Hub = ReturnType<typeof deskHub>;
type Seat = Awaited<ReturnType<Hub['operator']>>;
const idOf = async (hub: Hub, name: string): Promise<string> =>
  (await hub.command('desk list')).find((line) => line.includes(`  ${name}  `))?.split(' ')[0] ?? '';
const linkIn = async (answer: Response): Promise<string> =>
  /desk\/join#([a-z0-9]{40})/.exec(await answer.text())?.[1] ?? '';
const rightsOf = async (name: string): Promise<string[] | undefined> =>
  (await db.pool.query('select rights from desk_operator where name = $1 and revoked_at is null', [name]))
    .rows[0]?.rights as string[] | undefined;

const fates = [
  'stays',
  'removed at the desk',
  'removed at the machine',
  'given money',
  'given all again',
] as const;

test('[law] an invitation gives nothing that its maker does not have when it is used', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('invite', 'device'),
      fc.constantFrom('money', 'everything'),
      fc.constantFrom(...fates),
      async (act, right, fate) => {
        await clear();
        const hub = deskHub(db);
        const ada = await hub.operator('Ada');
        const eve = await hub.operator('Eve');
        const form = act === 'invite' ? { name: 'Backup', [right]: 'yes' } : {};
        const link = await linkIn(await eve.act(`/desk/operators/-/${act}`, form));
        expect(link).toHaveLength(40);
        const id = await idOf(hub, 'Eve');
        if (fate === 'removed at the desk') await ada.act(`/desk/operators/${id}/remove`);
        if (fate === 'removed at the machine') await hub.command('desk remove Eve');
        if (fate.startsWith('given')) await ada.act(`/desk/operators/${id}/rights`, { money: 'yes' });
        if (fate === 'given all again') await ada.act(`/desk/operators/${id}/rights`, { everything: 'yes' });
        const joined = (await hub.sit().join(link, 'Backup')).status;
        expect(joined).toBe(fate === 'stays' ? 200 : 404);
        expect(await rightsOf('Backup')).toEqual(joined === 200 && act === 'invite' ? [right] : undefined);
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);

test('an invitation from before, of a maker who has less now, gives nothing', async () => {
  const hub = deskHub(db);
  const eve = await hub.operator('Eve');
  const link = await linkIn(await eve.act('/desk/operators/-/invite', { name: 'Backup', everything: 'yes' }));
  await db.pool.query(`update desk_operator set rights = '{money}' where name = 'Eve'`);
  expect((await hub.sit().join(link, 'Backup')).status).toBe(404);
});

test('[law] rights that go at the moment an invitation is used leave nobody waiting', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  for (let n = 0; n < 5; n++) {
    const eve = await hub.operator(`Eve${n}`);
    const form = { name: `Backup${n}`, everything: 'yes' };
    const link = await linkIn(await eve.act('/desk/operators/-/invite', form));
    const id = await idOf(hub, `Eve${n}`);
    const [removed, joined] = await Promise.all([
      ada.act(`/desk/operators/${id}/remove`),
      hub.sit().join(link, 'x'),
    ]);
    expect(removed.status).toBe(303);
    expect([200, 404]).toContain(joined.status);
  }
  expect(hub.unexpected).toEqual([]);
});

test('a passkey of a stolen phone is seen and removed, with what it opened; the others go on', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const ben = await hub.operator('Ben', 'money');
  const printed = await hub.command('desk invite Ben');
  expect(printed.at(-1)).toContain('Ben is an operator already: their other passkeys stay.');
  const phone = hub.sit();
  await phone.join(new URL(printed[0] ?? '').hash.slice(1));
  const id = await idOf(hub, 'Ben');
  const page = await ada.read(`/desk/operators/${id}`);
  expect(page).toContain('Passkeys');
  expect(page).toContain('Open sessions');
  expect(page).toContain('/24');
  const { rows } = await db.pool.query<{ id: string; passkey_id: string }>(
    'select id, passkey_id from desk_session where operator_id = $1 order by created_at, id',
    [id],
  );
  const { rows: keys } = await db.pool.query<{ id: string }>(
    'select id from desk_passkey where operator_id = $1',
    [id],
  );
  expect(keys.map((key) => key.id).toSorted()).toEqual(rows.map((row) => row.passkey_id).toSorted());
  const seatOf = async (passkey: string): Promise<[Seat, Seat]> => {
    await ada.act(`/desk/operators/${id}/end-passkey`, { passkey });
    return (await ben.browser.get('/desk')).status === 401 ? [ben, phone as Seat] : [phone as Seat, ben];
  };
  const [stolen, kept] = await seatOf(keys[0]?.id ?? '');
  expect((await stolen.browser.get('/desk')).status).toBe(401);
  expect((await stolen.enter()).status).toBe(401);
  expect((await kept.browser.get('/desk')).status).toBe(200);
  const { rows: left } = await db.pool.query<{ id: string }>(
    'select id from desk_session where operator_id = $1',
    [id],
  );
  await ada.act(`/desk/operators/${id}/end-session`, { session: left[0]?.id ?? '' });
  expect((await kept.browser.get('/desk')).status).toBe(401);
  expect((await kept.enter()).status).toBe(200);
  const own = await idOf(hub, 'Ada');
  const { rows: mine } = await db.pool.query<{ id: string }>(
    'select id from desk_passkey where operator_id = $1',
    [own],
  );
  const refused = await ada.act(`/desk/operators/${own}/end-passkey`, { passkey: mine[0]?.id ?? '' });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('your only passkey')]);
  expect(await hub.record()).toContainEqual(
    expect.objectContaining({ act: 'operators end-passkey', outcome: 'done' }),
  );
});

test('an operator who reaches for more is named in the security log, with network, route and request', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const ben = await hub.operator('Ben', 'money');
  await ben.browser.get('/desk/record');
  await ben.send('/desk/operators/-/invite', { token: 'x', name: 'Me', everything: 'yes' });
  await ben.act('/desk/tills/a/note', { text: 'fine' });
  await hub.platform.security.flush();
  const { rows } = await db.pool.query(
    'select what, outcome, account, network, route, request from security_event where account = $1 order by at',
    [await idOf(hub, 'Ben')],
  );
  const where = { network: expect.stringContaining('/') as string, request: expect.any(String) as string };
  for (const [what, outcome, route] of [
    ['request', 'refused', 'GET /desk/record'],
    ['request', 'refused', 'POST /desk/operators/-/invite'],
    ['desk: tills note', 'ok', 'POST /desk/tills/:id/note'],
  ])
    expect(rows).toContainEqual(expect.objectContaining({ what, outcome, route, ...where }));
  void ada;
});

test('an address in the record is a keyed hash and the place it is at: who it was can be asked, not read', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  await ada.act('/desk/tills/a/note', { text: 'thief@example.com' });
  const key = hub.platform.security.addressKey('thief@example.com');
  expect((await hub.record()).at(-1)).toMatchObject({ after: { text: `…@example.com, address ${key}` } });
  expect(JSON.stringify(await hub.record())).not.toContain('thief');
});

test('a name with a NUL is cleaned, and what was done is never on the record as failed', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const answer = await ada.act('/desk/operators/-/invite', { name: 'N\0ul', money: 'yes' });
  expect(answer.status).toBe(200);
  expect((await hub.record()).at(-1)).toMatchObject({ outcome: 'done', after: { name: 'Nul' } });
  for (const text of ['N\0ul', 'half \ud83d letter', '\u202e'.repeat(4000)]) {
    expect((await ada.act('/desk/tills/a/note', { text })).status).toBe(303);
    expect((await hub.record()).at(-1)).toMatchObject({ outcome: 'done' });
  }
});
