import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { signWebhook } from '#platform/server/webhooks/signature.ts';
import { useDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/hold-database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';

const db = await useDatabase();
beforeEach(() =>
  db.pool.query('truncate recovery_cart, recovery_message, outbound_message cascade').then(() => {}),
);
let people = 0;
const somebody = () => ({ uid: `cam${++people}`, buyer: `bea.cam${people}@example.com` });
const says = (subject: string) => ({
  name: subject,
  steps: [{ afterHours: 1, subject, body: 'Words', discountPercent: 0 }],
});

test('[AUTO-4] the first campaign that fits writes; they can be moved, copied, switched, removed', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  const general = await ada.switchOn(says('General'));
  const large = await ada.switchOn({ ...says('Large'), when: { minCents: 9000, currency: 'EUR' } });
  const german = await ada.switchOn({ ...says('German'), when: { countries: ['DE'] } });
  const ids = async () => (await ada.overview()).campaigns.map(({ id }) => id);
  // A new one is asked first.
  expect(await ids()).toEqual([german.id, large.id, general.id]);

  await ada.add(`small.${buyer}`);
  await ada.add(`large.${buyer}`, { totalCents: 9000, currency: 'EUR' });
  await ada.add(`dollars.${buyer}`, { totalCents: 9000 });
  await ada.add(`both.${buyer}`, { totalCents: 9000, currency: 'EUR', country: 'de' });
  await ada.ask('POST', '/api/recovery/campaigns/order', { ids: [large.id, general.id, german.id] });
  expect(await ids()).toEqual([large.id, general.id, german.id]);
  await ada.add(`then.${buyer}`, { totalCents: 9000, currency: 'EUR', country: 'DE' });
  await ada.ask('DELETE', `/api/recovery/campaigns/${large.id}`);
  hub.clock.move(hours(1));
  await hub.run();
  const subject = async (who: string) => (await hub.mails(`${who}.${buyer}`)).map((mail) => mail.subject);
  expect(await subject('small')).toEqual(['General']);
  expect(await subject('dollars')).toEqual(['General']);
  expect(await subject('both')).toEqual(['German']);
  expect(await subject('large')).toEqual([]);
  const { carts, campaigns } = await ada.overview();
  expect(carts.find(({ email }) => email === `then.${buyer}`)?.messages[0]?.reason).toBe(
    'its campaign was removed',
  );
  expect(campaigns.map(({ when }) => when.countries)).toEqual([[], ['DE']]);
});

test('[AUTO-4] a growing cart goes to the campaign that fits it now, but not once somebody was written to', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  const steps = [1, 24].map((afterHours) => ({
    afterHours,
    subject: 'General',
    body: 'b',
    discountPercent: 0,
  }));
  await ada.switchOn({ name: 'General', steps });
  await ada.switchOn({ ...says('Large'), when: { minCents: 9000 } });
  await ada.add(buyer);
  await ada.add(buyer, { totalCents: 9900 });
  await ada.add(`late.${buyer}`);
  hub.clock.move(hours(1));
  await hub.run();
  await ada.add(`late.${buyer}`, { totalCents: 9900 });
  hub.clock.move(days(1) + hours(1));
  await hub.run();
  expect((await hub.mails(buyer)).map(({ subject }) => subject)).toEqual(['Large']);
  expect((await hub.mails(`late.${buyer}`)).map(({ subject }) => subject)).toEqual(['General', 'General']);
});

test('[AUTO-4] new and returning buyers are told apart by the orders that the shop has told of', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.switchOn({ ...says('Welcome'), when: { buyer: 'new' } });
  await ada.switchOn({ ...says('Again'), when: { buyer: 'returning' } });
  // An order without a cart tells it too.
  await ada.bought(`old.${buyer}`);
  hub.clock.move(1000);
  await ada.add(`old.${buyer}`);
  await ada.add(buyer);
  hub.clock.move(hours(1));
  await hub.run();
  expect((await hub.mails(`old.${buyer}`)).map(({ subject }) => subject)).toEqual(['Again']);
  expect((await hub.mails(buyer)).map(({ subject }) => subject)).toEqual(['Welcome']);
});

test('[AUTO-4] nobody else orders, changes or sees a member’s campaigns', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(somebody().uid);
  const eve = await hub.member(somebody().uid);
  await ada.settle();
  const first = await ada.switchOn(says('One'));
  const second = await ada.switchOn(says('Two'));
  await eve.ask('POST', '/api/recovery/campaigns/order', { ids: [first.id, second.id] });
  const body = { ...says('Stolen'), isOn: false };
  expect((await eve.call('PUT', `/api/recovery/campaigns/${first.id}`, body)).status).toBe(404);
  expect((await ada.overview()).campaigns.map(({ name }) => name)).toEqual(['Two', 'One']);
  expect((await eve.overview()).campaigns).toEqual([]);
});

test('[AUTO-4] a cart told after its order is none: late news and old files mail nobody who has bought', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.switchOn();
  const left = hub.clock.now().toISOString();
  hub.clock.move(60_000);
  await ada.bought(buyer);
  expect(
    (await ada.call('POST', '/api/recovery/carts', { email: buyer, totalCents: 1, seenAt: left })).status,
  ).toBe(409);
  const answer = await ada.ask<{ refused: number; reports: { words: string }[] }>(
    'POST',
    '/api/recovery/carts/csv',
    { text: `email,total,consent,date\n${buyer},5,yes,${left}\n` },
  );
  expect(answer.reports).toEqual([{ line: 2, words: 'This buyer has ordered since abandoning this cart.' }]);
  hub.clock.move(1000);
  expect(await ada.add(buyer)).toMatchObject({ isNew: true });
});

test('[AUTO-4] consent for one shop is none for another', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  const eve = await hub.member(somebody().uid);
  for (const who of [ada, eve]) {
    await who.settle();
    await who.switchOn();
  }
  await ada.add(buyer);
  await eve.add(buyer, { consent: false });
  hub.clock.move(hours(1));
  await hub.run();
  expect(await hub.mails(buyer)).toHaveLength(1);
  expect((await eve.overview()).carts[0]?.messages[0]?.reason).toBe('no consent');
});

test('[AUTO-2] a shop that tells a cart over the limit is answered 200 with words, so that it goes on', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(somebody().uid, 'FREE');
  const { connection } = await ada.overview();
  const tell = (n: number) => {
    const data = { email: `c${n}.${ada.uid}@example.com`, totalCents: 100, consent: true };
    const body = JSON.stringify({ type: 'cart.abandoned', data });
    const signed = signWebhook(connection.secret, `evt_${ada.uid}_${n}`, hub.clock.now(), body);
    return hub.send('POST', `/api/recovery/in/${connection.key}/hub`, body, {
      'content-type': 'application/json',
      ...signed,
    });
  };
  for (const n of [1, 2, 3, 4, 5]) expect((await tell(n)).status).toBe(200);
  const over = await tell(6);
  expect(over.status).toBe(200);
  expect(await over.json()).toMatchObject({
    ok: false,
    words: expect.stringContaining('5 of 5 abandoned carts re'),
  });
});

test('[AUTO-4] the operator lays out the own store’s campaigns in a file; one of the same name goes on', async () => {
  const hub = recoveryHub(db);
  const command = hub.feature.commands?.find(({ name }) => name === 'recovery campaigns');
  const file = join(temporaryFolder('campaigns'), 'campaigns.json');
  const lay = async (campaigns: unknown) => {
    writeFileSync(file, typeof campaigns === 'string' ? campaigns : JSON.stringify(campaigns));
    const said: string[] = [];
    await command?.run([file], (line) => said.push(line));
    return said;
  };
  const general = { ...says('General'), isOn: true };
  await lay([general]);
  const idOf = async () =>
    (await db.pool.query(`select id from recovery_campaign where name = 'General'`)).rows;
  const before = await idOf();
  expect(await lay([{ ...says('Large'), isOn: true, when: { minCents: 9000 } }, general])).toEqual([
    'on   Large: from 90.00, 1 message',
    'on   General: every cart, 1 message',
  ]);
  expect(await idOf()).toEqual(before);
  await expect(lay('{half')).rejects.toThrow('isn’t valid JSON');
  await expect(lay([{ ...general, when: { currency: 'EURO' } }])).rejects.toThrow('0.when.currency');
  expect(await lay([general])).toEqual(['on   General: every cart, 1 message']);
});
