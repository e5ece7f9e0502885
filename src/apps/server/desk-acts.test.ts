import { expect, test } from 'vitest';
import type { DeskPage, Done } from '#platform/server/desk.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';

const db = await useDatabase();
const hub = await openWholeHub(db, { hasLimits: false });
const pages = hub.features.flatMap(({ desk }) => desk ?? []);

const pageOf = (path: string): DeskPage => {
  const found = pages.find((page) => page.path === path);
  if (!found) throw new Error(`There is no page ${path}`);
  return found;
};
/** As the desk does it: asks first, then acts. */
async function act(path: string, name: string, id: string, form: Record<string, string> = {}): Promise<Done> {
  const found = pageOf(path).acts?.find((each) => each.name === name);
  if (!found) throw new Error(`There is no act ${name} of ${path}`);
  await found.ask(id);
  return found.act(id, form);
}
const textOf = async (path: string, id?: string, asked = {}) =>
  JSON.stringify(id === undefined ? await pageOf(path).list(asked) : await pageOf(path).one?.(id));
async function command(line: string): Promise<string> {
  const found = hub.features
    .flatMap(({ commands }) => commands ?? [])
    .find(({ name }) => line.startsWith(`${name} `) || line === name);
  const lines: string[] = [];
  await found?.run(line.slice(found.name.length).trim().split(/\s+/).filter(Boolean), (text) =>
    lines.push(text),
  );
  return lines.join('\n');
}

async function member(email: string) {
  const browser = hub.browser();
  await browser.post('/api/auth/sign-up', { displayName: 'Maya', email, password: 'quiet harbour lantern' });
  const uid = (await browser.who())?.uid ?? '';
  expect(uid).not.toBe('');
  return { browser, uid };
}

test('a coupon made at the desk is the one that a command makes, and both refuse the same', async () => {
  const typed = { code: 'SPRING', off: '20%', uses: '3', until: '2030-01-01', products: '', note: 'Fair' };
  const done = await act('coupons', 'add', '', typed);
  expect(done).toMatchObject({ words: 'Coupon SPRING can be used now.' });
  await command('coupons add AUTUMN 20% --uses 3 --until 2030-01-01 --note Fair');
  const { rows } = await db.pool.query(
    `select percent_off, cents_off, most_uses, valid_until, product_ids, note from store_coupon where code in ('SPRING', 'AUTUMN')`,
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
  for (const off of ['', '0%', '101%', '-5', 'free', '$0'])
    await expect(act('coupons', 'add', '', { ...typed, code: 'WRONG', off }), off).rejects.toThrow(/./);
  for (const wrong of [{ uses: '0' }, { uses: 'many' }, { until: '31.12.' }, { products: 'no-such-thing' }])
    await expect(act('coupons', 'add', '', { ...typed, code: 'WRONG', ...wrong })).rejects.toThrow(/./);
  expect(await textOf('coupons')).not.toContain('WRONG');
  expect(await textOf('coupons', 'SPRING')).toContain('0 of 3');
  for (const wrong of [{ note: 'x'.repeat(301) }, { until: '2020-01-01' }])
    await expect(act('coupons', 'add', '', { ...typed, code: 'WRONG', ...wrong })).rejects.toThrow(/./);
  // A link to a coupon that isn't there shows nobody's words.
  for (const name of ['NOBODY', 'Call 555 now'])
    await expect(
      pageOf('coupons')
        .acts?.find((each) => each.name === 'remove')
        ?.ask(name),
    ).rejects.toThrow(/./);
  expect(await act('coupons', 'remove', 'SPRING')).toMatchObject({ before: { code: 'SPRING', off: '20 %' } });
  expect(await textOf('coupons', 'SPRING')).not.toContain('"acts"');
  await expect(act('coupons', 'remove', 'SPRING')).rejects.toThrow('no such coupon');
});

test('a member is found, suspended with every session, let in again, and deleted', async () => {
  const { browser, uid } = await member('maya@example.com');
  expect(await textOf('members', undefined, { find: 'MAYA' })).toContain(uid);
  expect(await textOf('members', undefined, { find: '%' })).not.toContain(uid);
  await act('members', 'suspend', uid);
  expect(await browser.who()).toBeNull();
  expect(await textOf('members', uid)).toContain('Suspended');
  const again = { email: 'maya@example.com', password: 'quiet harbour lantern' };
  expect((await hub.browser().post('/api/auth/sign-in', again)).status).toBe(403);
  await act('members', 'unsuspend', uid);
  expect((await hub.browser().post('/api/auth/sign-in', again)).status).toBe(200);
  expect(await act('members', 'delete', uid)).toMatchObject({ goOn: 'members' });
  await expect(textOf('members', uid)).rejects.toThrow('no such account');
});

test('[law] the list of members goes on where it ended: nobody twice, nobody missed', async () => {
  await db.pool.query(
    `insert into account_user (id, name, email, email_verified, created_at)
     select 'usr_many' || n, 'Many', 'many' || n || '@example.com', true, timestamptz '2026-01-01' + (n / 7) * interval '1 hour'
     from generate_series(1, 250) n`,
  );
  const seen: string[] = [];
  let asked: Record<string, string> | undefined = { find: 'many' };
  for (let page = 0; asked && page < 9; page++) {
    const { blocks } = await pageOf('members').list(asked);
    seen.push(...[...JSON.stringify(blocks).matchAll(/members\/(usr_many\d+)/g)].map(([, id = '']) => id));
    const link = blocks.find((block) => block.is === 'link');
    asked = link ? Object.fromEntries(new URLSearchParams(link.href.slice(1))) : undefined;
  }
  expect(seen).toHaveLength(250);
  expect(new Set(seen).size).toBe(250);
});

test('a plan is granted for months, shown, and taken back; what is typed wrong changes nothing', async () => {
  const { browser, uid } = await member('plan@example.com');
  for (const [form, words] of [
    [{ email: 'nobody@example.com', plan: 'PRO' }, 'no account'],
    [{ email: 'plan@example.com', plan: 'FREE' }, 'Choose a plan'],
    [{ email: 'plan@example.com', plan: 'PRO', months: '1.5' }, 'whole number'],
  ] as const)
    await expect(act('plans', 'grant', '', form)).rejects.toThrow(words);
  const done = await act('plans', 'grant', '', { email: ' Plan@example.com ', plan: 'PRO', months: '3' });
  expect(done.after).toMatchObject({ account: uid, plan: 'PRO' });
  expect(await textOf('plans')).toContain('plan@example.com');
  expect(await (await browser.get('/api/plans')).text()).toContain('PRO');
  await act('plans', 'revoke', uid);
  expect(await textOf('plans')).not.toContain('plan@example.com');
  await expect(act('plans', 'revoke', uid)).rejects.toThrow('no longer granted');
});

test('every page of the desk can be read on an empty hub, at a glance and as a list', async () => {
  expect(pages.length).toBeGreaterThan(12);
  for (const page of pages) {
    expect((await page.list({})).title, page.path).not.toBe('');
    for (const { label, value } of (await page.glance?.()) ?? [])
      expect(label && value, page.path).toBeTruthy();
  }
});

test('[law] what a form of money can’t take is told at its field, not only above it', async () => {
  const coupon = { code: 'FIELDS', off: '20%', uses: '', until: '', products: '', note: '' };
  await member('fields@example.com');
  await act('coupons', 'add', '', { ...coupon, code: 'TAKEN' });
  const plan = { email: 'fields@example.com', plan: 'PRO', months: '3' };
  for (const [path, name, form, field] of [
    ['coupons', 'add', { ...coupon, code: 'x' }, 'code'],
    ['coupons', 'add', { ...coupon, code: 'y'.repeat(99) }, 'code'],
    ['coupons', 'add', { ...coupon, code: 'taken' }, 'code'],
    ['coupons', 'add', { ...coupon, off: '' }, 'off'],
    ['coupons', 'add', { ...coupon, off: '0' }, 'off'],
    ['coupons', 'add', { ...coupon, off: '101%' }, 'off'],
    ['coupons', 'add', { ...coupon, off: '€5' }, 'off'],
    ['coupons', 'add', { ...coupon, uses: '-1' }, 'uses'],
    ['coupons', 'add', { ...coupon, until: '31.12.' }, 'until'],
    ['coupons', 'add', { ...coupon, until: '2026-02-30' }, 'until'],
    ['coupons', 'add', { ...coupon, until: '2020-01-01' }, 'until'],
    ['coupons', 'add', { ...coupon, products: 'nothing' }, 'products'],
    ['coupons', 'add', { ...coupon, note: 'x'.repeat(301) }, 'note'],
    ['plans', 'grant', { ...plan, plan: 'FREE' }, 'plan'],
    ['plans', 'grant', { ...plan, months: '1.5' }, 'months'],
    ['plans', 'grant', { ...plan, email: 'nobody@example.com' }, 'email'],
    ['payments', 'export', { since: 'x', until: '2026-01-01' }, 'since'],
    ['payments', 'export', { since: '2026-01-02', until: '2026-01-01' }, 'until'],
    ['differences', 'report', {}, 'given'],
    ['products', 'import', {}, 'given'],
    ['orders', 'import', { shop: 'gumroad' }, 'given'],
  ] as const) {
    const found = pageOf(path).acts?.find((each) => each.name === name);
    const { fields } = (await found?.ask('')) ?? { fields: [] };
    expect(
      fields.map((each) => each.name),
      `${path} ${name}`,
    ).toContain(field);
    await expect(act(path, name, '', form), `${path} ${name} ${JSON.stringify(form)}`).rejects.toMatchObject({
      details: { fields: { [field]: expect.stringMatching(/./) } },
    });
  }
});
