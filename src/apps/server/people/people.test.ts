import { expect, test } from 'vitest';
import { createConsent } from '#features/consent/server/public.ts';
import type { DeskPage, Done } from '#platform/server/desk.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import { personCommands } from '../person.ts';

const db = await useDatabase();
const hub = await openWholeHub(db, { hasLimits: false });

function pageOf(path: string): DeskPage {
  const found = hub.features.flatMap(({ desk }) => desk ?? []).find((page) => page.path === path);
  if (!found) throw new Error(`There is no page ${path}`);
  return found;
}
const people = pageOf('people');
async function act(name: string, id: string, form: Record<string, string> = {}): Promise<Done> {
  const found = people.acts?.find((each) => each.name === name);
  if (!found) throw new Error(`There is no act ${name}`);
  await found.ask(id);
  return found.act(id, form);
}
const asked = (name: string, id: string) => people.acts?.find((each) => each.name === name)?.ask(id);
async function command(line: string): Promise<string> {
  const found = personCommands(hub.platform, hub.features).find(({ name }) => line.startsWith(`${name} `));
  const lines: string[] = [];
  await found?.run(line.slice(found.name.length).trim().split(' '), (text) => lines.push(text));
  return lines.join('\n');
}

/** Somebody who did a bit of everything. */
async function somebody(email: string, name: string): Promise<void> {
  const consent = createConsent(hub.platform);
  await db.transaction(async (trx) => {
    for (const purpose of ['newsletter', 'recovery'] as const) {
      const given = { email, purpose, consentText: `Yes to ${purpose}`, source: 'footer' };
      await consent.give(trx, given);
      await consent.confirm(trx, { email, purpose });
    }
  });
  await hub
    .browser()
    .post('/api/auth/sign-up', { displayName: name, email, password: 'quiet harbour lantern' });
  await db.pool.query(
    `insert into contact_message (id, address_key, address, name, reason, message, text_hash, received_at)
     values ('ctc_' || md5($1), $1, $1, $2, 'general', 'Hello', md5($1), now())`,
    [email, name],
  );
}

test('somebody is found once, by the beginning of address or name, with everything that they are known as', async () => {
  await somebody('maya@example.com', 'Maya Lind');
  await somebody('noor@example.com', 'Noor Maya');
  const found = async (find: string) => JSON.stringify((await people.list({ find })).blocks);
  for (const find of ['maya@', 'MAYA', 'maya lind', ' maya@example.com '])
    expect(
      (await found(find)).match(/people\/maya%40example\.com","mono|"text":"maya@example.com"/g),
    ).toHaveLength(1);
  expect(await found('maya@example.com')).toMatch(/member.*subscriber|subscriber.*member/);
  // Percent signs and underscores are letters like others.
  for (const find of ['%', '_', '%maya', '\\', "'; drop table store_order; --"])
    expect(await found(find), find).not.toContain('@example.com"');
});

test('a page shows what is known of somebody, and nothing of anybody else', async () => {
  await somebody('paul@example.com', 'Paul Ost');
  await somebody('paul@example.com.au', 'Paul West');
  const text = JSON.stringify(await people.one?.('Paul@example.com'));
  for (const part of ['the newsletter', 'Yes to newsletter', 'footer', '/messages/', '/members/', 'Paul Ost'])
    expect(text).toContain(part);
  expect(text).not.toContain('West');
  for (const id of ['ord_0000', '', 'a b@c', 'x@y\n@z.com'])
    await expect(people.one?.(id), id).rejects.toThrow('no email address');
});

test('[law] consent taken back at the desk is taken back, stays so, and is told with how it was asked', async () => {
  await somebody('quin@example.com', 'Quin');
  await somebody('rosa@example.com', 'Rosa');
  const consent = createConsent(hub.platform);
  const may = async (to: string, purpose: string) =>
    (await consent.mayMail(db.tables(), { to, kind: 'marketing', purpose })).allowed;
  const fields = (await asked('withdraw', 'quin@example.com'))?.fields ?? [];
  const newsletter = fields.find(({ label }) => label === 'The newsletter')?.name ?? '';
  await expect(act('withdraw', 'quin@example.com', {})).rejects.toThrow('Choose what');
  // Somebody else's record in the form takes nothing back.
  const others = (await asked('withdraw', 'rosa@example.com'))?.fields ?? [];
  const theirs = others.find(({ label }) => label === 'The newsletter')?.name ?? '';
  await expect(act('withdraw', 'quin@example.com', { [theirs]: 'yes' })).rejects.toThrow('Choose what');
  const done = await act('withdraw', 'quin@example.com', { [newsletter]: 'yes', asked: 'by phone' });
  expect(done).toMatchObject({ after: { withdrawn: ['the newsletter'], asked: 'by phone' } });
  expect([await may('quin@example.com', 'newsletter'), await may('quin@example.com', 'recovery')]).toEqual([
    false,
    true,
  ]);
  // Twice, and by whoever types the address into a form again.
  expect((await act('withdraw', 'quin@example.com', { [newsletter]: 'yes' })).after).toMatchObject({
    withdrawn: [],
  });
  await db.transaction((trx) =>
    consent.give(trx, { email: 'quin@example.com', purpose: 'newsletter', consentText: 'x', source: 'y' }),
  );
  expect(await may('quin@example.com', 'newsletter')).toBe(false);
  await act('withdraw', 'quin@example.com', { everything: 'yes' });
  expect(await may('quin@example.com', 'recovery')).toBe(false);
  expect([await may('rosa@example.com', 'newsletter'), await may('rosa@example.com', 'recovery')]).toEqual([
    true,
    true,
  ]);
});

test('[law] what goes and what stays is said before, for every feature that has something', async () => {
  await somebody('sena@example.com', 'Sena');
  const told = async () => JSON.stringify((await asked('erase', 'sena@example.com'))?.blocks);
  for (const part of ['The account, its profile', 'Messages to you', 'keyed hash of the address'])
    expect(await told()).toContain(part);
  expect(await told()).not.toContain('Paid orders');
  await db.pool.query(
    `insert into store_order (id, checkout_key, digest, email, email_key, country, state, vat_state, subtotal_cents, discount_cents,
       tax_cents, tax_basis_points, total_cents, created_at, paid_at)
     values ('ord_sena0000000000000000', 'k', 'd', $1, $1, 'US', 'paid', 'none', 100, 0, 0, 0, 100, now(), now())`,
    ['sena@example.com'],
  );
  expect(await told()).toContain('Paid orders: the law requires');
  expect((await act('erase', 'sena@example.com')).words).toContain('kept 1 paid orders');
  expect(JSON.stringify(await people.one?.('sena@example.com'))).toContain('ord_sena0000000000000000');
});

test('[law] erased at the desk: nothing is found or exported any more, others keep theirs, twice is once', async () => {
  await somebody('tara@example.com', 'Tara');
  await somebody('uma@example.com', 'Uma');
  const exported = async (id: string) => {
    const { file } = await act('export', id);
    return JSON.parse(await new Response(file?.bytes).text()) as Record<string, unknown>;
  };
  const before = await exported('tara@example.com');
  expect(before['address']).toBe('tara@example.com');
  for (const name of ['accounts', 'consent', 'outreach']) expect(before).toHaveProperty(name);
  const done = await act('erase', 'tara@example.com');
  expect(JSON.stringify([done.before, done.after])).not.toContain('tara');
  const after = await exported('tara@example.com');
  expect(Object.keys(after).toSorted()).toEqual(['address', 'consent', 'exportedAt', 'security log']);
  expect(JSON.stringify(after['consent'])).not.toContain('tara');
  expect(JSON.stringify((await people.list({ find: 'tara' })).blocks)).not.toContain('tara@example.com');
  await act('erase', 'tara@example.com');
  const others = await exported('uma@example.com');
  expect(Object.keys(others)).toEqual(expect.arrayContaining(['accounts', 'consent', 'outreach']));
  // The same file as by the command.
  const { exportedAt: _at, ...byCommand } = JSON.parse(await command('person export uma@example.com')) as {
    exportedAt: string;
  };
  expect(others).toMatchObject(byCommand);
  for (const name of ['export', 'erase'])
    expect(people.acts?.find((each) => each.name === name)?.isGrave, name).toBe(true);
});
