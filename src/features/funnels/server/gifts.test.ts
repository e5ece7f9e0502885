import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { useDatabase } from '#testing/database.ts';
import { aPdf, giftHands, withGift } from '#testing/funnel-gifts.ts';
import { funnelsHub } from '#testing/funnels-hub.ts';
import { memberFiles } from '#testing/member-files.ts';
import type { NumbersAnswer, WriteBody } from '../rules/contract.ts';
import { readGift } from '../rules/gift.ts';
import { funnelBytes } from './public.ts';

const db = await useDatabase();

async function aHub() {
  const hub = await funnelsHub(db);
  return { hub, ada: await hub.member(randomText(12)), ...giftHands(hub, db) };
}
const someone = () => `${randomText(10).toLowerCase()}@example.com`;

test('who leaves an address gets the promised file by mail, and is counted once for it', async () => {
  const { hub, ada, keep, promising, leave, mailed, look, download, leads } = await aHub();
  const pdf = aPdf();
  const funnel = promising(await keep(ada.uid, 'Pricing guide.pdf', pdf), {}, 'Enjoy the guide!');
  await ada.put(funnel.id, { funnel, publish: 'now' });
  await ada.ask('PUT', `/api/funnels/${funnel.id}/hook`, { url: 'https://hooks.example.com/leads' });
  const mia = someone();
  expect((await leave(funnel, mia)).headers.get('location')).toContain(`/f/${funnel.slug}/`);
  const [t = ''] = await mailed(mia);
  const { rows } = await db.pool.query<{ payload: string }>(
    `select payload::text from outbound_message where payload->>'to' = $1`,
    [mia],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.payload).toContain('Here is what you asked for: Pricing guide.pdf');
  expect(rows[0]?.payload).toContain('Enjoy the guide!');

  const page = await look(t);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('Download Pricing guide.pdf</button>');
  expect((await hub.send('HEAD', `/f/-/gift?t=${encodeURIComponent(t)}`)).status).toBe(200);
  expect(await leads(ada.uid, funnel)).toMatchObject([{ confirmedAt: null, downloadedAt: null }]);

  const [one, two] = await Promise.all([download(t), download(t)]);
  for (const answer of [one, two]) {
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
  }
  expect(Object.fromEntries(one.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Pricing guide.pdf"; filename*=UTF-8''Pricing%20guide.pdf`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  const [first] = await leads(ada.uid, funnel);
  expect(first?.confirmedAt).not.toBeNull();
  hub.clock.move(hours(2));
  expect((await download(t)).status).toBe(200);
  expect(await leads(ada.uid, funnel)).toEqual([first]);
  const { gifts } = await ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
  expect(gifts).toEqual({ sent: 1, downloaded: 1 });
  const csv = await (await ada.call('GET', `/api/funnels/${funnel.id}/leads.csv`)).text();
  expect(csv.split('\r\n')[0]).toMatch(/,file_emailed_at,got_file_at$/);
  expect(csv.split('\r\n')[1]).toMatch(new RegExp(`,${first?.giftMailedAt},${first?.downloadedAt}$`));
  // Told when the address was left; that it is confirmed since is not told as another lead.
  const told = await db.pool.query(
    `select 1 from outbound_message where channel = 'webhook' and payload::text like $1`,
    [`%${mia}%`],
  );
  expect(told.rowCount).toBe(1);
  expect(hub.unexpected).toEqual([]);
});

test('with double opt-in the file comes once the address is confirmed, and the page says so', async () => {
  const { hub, ada, keep, promising, leave, mailed, download, leads } = await aHub();
  const funnel = promising(await keep(ada.uid, 'Guide.pdf', aPdf()), { doubleOptIn: true });
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const noor = someone();
  await leave(funnel, noor);
  hub.clock.move(hours(2));
  await leave(funnel, noor);
  expect(await mailed(noor)).toEqual([]);
  const [t = ''] = await mailed(noor, 'confirm');
  expect(await (await hub.leave('/f/-/confirm', { t })).text()).toContain('emailed you a link to your file');
  await hub.leave('/f/-/confirm', { t });
  const links = await mailed(noor);
  expect(links).toHaveLength(1);
  expect((await download(links[0] ?? '')).status).toBe(200);
  expect((await leads(ada.uid, funnel))[0]?.downloadedAt).not.toBeNull();
  hub.clock.move(hours(2));
  await leave(funnel, noor);
  expect(await mailed(noor)).toHaveLength(2);
});

test('asked again the mail comes at most once an hour, and another form sends its own file', async () => {
  const { hub, ada, keep, promising, leave, mailed, download } = await aHub();
  const [guide, sheet] = [aPdf(), aPdf()];
  const one = promising(await keep(ada.uid, 'Guide.pdf', guide));
  const value = await keep(ada.uid, 'Sheet.pdf', sheet);
  const [first, ...others] = one.steps;
  const form = first?.blocks.find(({ type }) => type === 'optin');
  if (!first || !form) throw new Error('a funnel without a form');
  const another = { ...form, id: 'another', values: { ...form.values, gift: value } };
  const funnel = { ...one, steps: [{ ...first, blocks: [...first.blocks, another] }, ...others] };
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const mia = someone();
  for (let n = 0; n < 3; n++) await leave(funnel, mia);
  expect(await mailed(mia)).toHaveLength(1);
  hub.clock.move(hours(1));
  await leave(funnel, mia);
  expect(await mailed(mia)).toHaveLength(2);
  for (const block of ['another', form.id, 'another', form.id]) {
    const fields = { block, email: mia, consent: 'yes', token: await hub.token() };
    await hub.leave(`/f/${funnel.slug}`, fields, { 'x-forwarded-for': `10.9.9.1` });
  }
  const links = await mailed(mia);
  expect(links).toHaveLength(3);
  expect(Buffer.from(await (await download(links[2] ?? '')).arrayBuffer()).equals(sheet)).toBe(true);
  expect(Buffer.from(await (await download(links[1] ?? '')).arrayBuffer()).equals(guide)).toBe(true);
});

test('a form that nothing follows says on its own page to look for the mail', async () => {
  const { ada, keep, promising, leave } = await aHub();
  const value = await keep(ada.uid, 'Guide “A” <b>.pdf', aPdf());
  const whole = promising(value);
  const funnel = { ...whole, steps: whole.steps.slice(0, 1).map((step) => ({ ...step, next: null })) };
  const { head } = await ada.put(funnel.id, { funnel, publish: 'now' });
  expect(head.publishRefusal).toBeNull();
  const answer = await leave(funnel, someone());
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toContain('Check your email');
  expect(text).not.toContain('<b>');
});

test('a link ends after 30 days, and what was deleted, removed or replaced meanwhile is said', async () => {
  const { hub, ada, keep, promising, leave, mailed, look, download, leads } = await aHub();
  const [old, newer] = [aPdf(), aPdf()];
  const funnel = promising(await keep(ada.uid, 'Old.pdf', old));
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const change = async (body: Partial<WriteBody>) =>
    ada.put(funnel.id, { base: (await ada.get(funnel.id)).head.contentVersion, ...body });
  const mia = someone();
  await leave(funnel, mia);
  const [t = ''] = await mailed(mia);
  for (const wrong of [`${t}x`, t.replace(/^./, 'z'), '', 'x.y', `${t.split('.')[0]}.${'A'.repeat(43)}`])
    expect([(await look(wrong)).status, (await download(wrong)).status], wrong).toEqual([404, 404]);

  const replaced = withGift(funnel, await keep(ada.uid, 'Newer.pdf', newer));
  await change({ funnel: replaced, publish: 'now' });
  expect(Buffer.from(await (await download(t)).arrayBuffer()).equals(newer)).toBe(true);
  // Taken offline, what was promised stays promised.
  await change({ publish: 'off' });
  expect((await download(t)).status).toBe(200);
  await change({ publish: 'now' });

  hub.clock.move(days(31));
  const over = await look(t);
  expect(over.status).toBe(410);
  expect(await over.text()).toMatch(/This link has expired.*href="\/f\/lead-magnet-.*Ask for it again/s);
  expect((await download(t)).status).toBe(410);
  await leave(funnel, mia);
  const again = (await mailed(mia)).at(-1) ?? '';
  expect((await download(again)).status).toBe(200);

  await change({ funnel: withGift(replaced, ''), publish: 'now' });
  const removed = await download(again);
  expect([removed.status, await removed.text()]).toEqual([410, expect.stringContaining('no longer offered')]);
  await change({ funnel: replaced, publish: 'now' });
  expect((await download(again)).status).toBe(200);
  const [lead] = await leads(ada.uid, funnel);
  await ada.ask('DELETE', `/api/funnels/${funnel.id}/leads/${lead?.id}`);
  expect((await download(again)).status).toBe(404);
  await leave(funnel, mia);
  const last = (await mailed(mia)).at(-1) ?? '';
  expect((await look(last)).status).toBe(200);
  await ada.ask('DELETE', `/api/funnels/${funnel.id}`, { key: randomText(24), base: 99 });
  expect((await look(last)).status).toBe(404);
  expect(hub.unexpected).toEqual([]);
});

test('a file of somebody else is promised by nobody who knows its name, and the check says so', async () => {
  const { hub, ada, keep, promising, leave, mailed, download } = await aHub();
  const eve = await hub.member(randomText(12));
  const value = await keep(ada.uid, 'Guide.pdf', aPdf());
  const theirs = promising(value);
  const { head } = await eve.put(theirs.id, { funnel: theirs, publish: 'now' });
  expect(head.live).toBeNull();
  expect(head.publishRefusal).toContain('“Guide.pdf” isn’t in your account');
  // Saved as it came: who uploads it again has no other work with it. A copy in the same account has the file.
  expect(JSON.stringify((await eve.get(theirs.id)).funnel)).toContain(value);
  const copy = promising(value);
  expect((await ada.put(copy.id, { funnel: copy, publish: 'now' })).head.live).not.toBeNull();

  // Published while it was there, and in the account of nobody since.
  await leave(copy, 'kim@example.com');
  await db.pool.query(`delete from funnel_gift_file where owner_id = $1`, [ada.uid]);
  await keep(eve.uid, 'Guide.pdf', aPdf());
  const [t = ''] = await mailed('kim@example.com');
  expect((await download(t)).status).toBe(410);
});

test.each([
  ['Guide.html', '<html>', 415, 'isn’t supported'],
  ['Guide.svg', '<svg/>', 415, 'isn’t supported'],
  ['Guide', '%PDF-1.7', 415, 'isn’t supported'],
  ['Guide.pdf.exe', '%PDF-1.7', 415, 'isn’t supported'],
  ['Guide.pdf', '<html>%PDF-1.7', 415, 'isn’t what its name says'],
  ['Guide.txt', '\ufeff <!DOCTYPE html><script>', 415, 'isn’t what its name says'],
  ['Guide.txt', 'a\0b', 415, 'isn’t what its name says'],
  ['Guide.docx', 'PK\u0003\u0004', 415, 'isn’t what its name says'],
  ['Guide.zip', 'MZ', 415, 'isn’t what its name says'],
  ['Guide.png', '%PDF-1.7', 415, 'isn’t what its name says'],
  ['Guide.pdf', '', 400, 'is empty'],
  ['Guide.pdf', `%PDF-${'x'.repeat(20 * 1024 * 1024)}`, 413, '20 MB'],
])('%s as it should not be is turned away in words (%#)', async (name, content, status, words) => {
  const { ada, upload } = await aHub();
  const answer = await upload(ada.uid, name, new Uint8Array(Buffer.from(content)));
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(words);
});

test.each([
  ['../../etc/pass\u202ewd.PDF', 'passwd.PDF', 'passwd.PDF'],
  ['C:\\x\\a"b\r\nSet-Cookie: x=1.pdf', 'a-bSet-Cookie- x=1.pdf', 'a-bSet-Cookie- x=1.pdf'],
  ['Ünïcode ❤ l’été (1)*.pdf', 'Ünïcode ❤ l’été (1)-.pdf', '_n_code _ l_____t_ (1)-.pdf'],
  ['....pdf', 'File.pdf', 'File.pdf'],
])('a file called %j is sent under a name that is one', async (given, name) => {
  const { ada, keep, promising, leave, mailed, download } = await aHub();
  const value = await keep(ada.uid, given, aPdf());
  expect(readGift(value)?.name).toBe(name);
  const funnel = promising(value);
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const mia = someone();
  await leave(funnel, mia);
  const header = (await download((await mailed(mia))[0] ?? '')).headers.get('content-disposition') ?? '';
  expect(header).toMatch(/^attachment; filename="[^"\r\n]+"; filename\*=UTF-8''[\w%.~!$&+^`|{}-]+$/);
  expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(name);
});

test('promised files count as room, go along with their owner, and go when nobody promises them', async () => {
  const { hub, ada, keep, promising } = await aHub();
  const pdf = aPdf();
  const before = await funnelBytes(db.tables(), ada.uid);
  const value = await keep(ada.uid, 'Guide.pdf', pdf);
  expect((await funnelBytes(db.tables(), ada.uid)) - before).toBe(pdf.byteLength);
  await keep(ada.uid, 'Unused.pdf', aPdf());
  const funnel = promising(value);
  await ada.put(funnel.id, { funnel });
  const files = await memberFiles(hub.memberData, ada.uid);
  const names = files.map(({ path }) => path).filter((path) => path.startsWith('funnels/files/'));
  expect(names.map((path) => path.split('/').at(-1)).toSorted()).toEqual(['Guide.pdf', 'Unused.pdf']);
  const there = async () => (await ada.ask<{ files: string[] }>('GET', '/api/funnels/gifts')).files.length;
  hub.clock.move(days(40));
  await hub.runJobs();
  expect(await there()).toBe(1);
  await ada.ask('DELETE', `/api/funnels/${funnel.id}`, { key: randomText(24), base: 1 });
  hub.clock.move(days(40));
  await hub.runJobs();
  expect(await there()).toBe(0);
});

test('what the disk does not take is said, is not held, and is taken when it can be', async () => {
  const { hub, ada, upload, keep, promising, leave, mailed, download, leads } = await aHub();
  await writeFile(join(hub.folder, 'funnel-gifts'), '');
  const refused = await upload(ada.uid, 'Guide.pdf', aPdf());
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain('Couldn’t save this file.');
  expect(await ada.ask('GET', '/api/funnels/gifts')).toEqual({ files: [] });
  await rm(join(hub.folder, 'funnel-gifts'));
  const pdf = aPdf();
  const funnel = promising(await keep(ada.uid, 'Guide.pdf', pdf));
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const mia = someone();
  await leave(funnel, mia);
  const [t = ''] = await mailed(mia);
  // Gone from the disk for a while: nothing is counted, and the link is as good as before.
  const there = join(hub.folder, 'funnel-gifts');
  await rename(there, `${there}.away`);
  expect((await download(t)).status).toBe(503);
  expect((await leads(ada.uid, funnel))[0]?.downloadedAt).toBeNull();
  await rename(`${there}.away`, there);
  expect((await download(t)).status).toBe(200);
});

test('a line that names an address is not published, and not emailed either', async () => {
  const { ada, keep, promising } = await aHub();
  const value = await keep(ada.uid, 'Guide.pdf', aPdf());
  for (const words of ['See https://evil.example', 'Visit evil.example/x', 'Write to a@b.example', 'www.x']) {
    const funnel = promising(value, {}, words);
    const { head } = await ada.put(funnel.id, { funnel, publish: 'now' });
    expect(head.publishRefusal, words).toContain('has a link');
  }
  const funnel = promising(value, {}, 'Guide.pdf is yours. Have fun, and reply with v1.2 questions.');
  expect((await ada.put(funnel.id, { funnel, publish: 'now' })).head.publishRefusal).toBeNull();
});
