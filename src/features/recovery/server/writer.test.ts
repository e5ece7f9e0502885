import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { hours } from '#base/clock.ts';
import { signWebhook } from '#platform/server/webhooks/signature.ts';
import { type ChatCall, startOpenAiEmulator } from '../../../../emulators/openai/server.ts';
import { useDatabase } from '#testing/database.ts';
import { useSmtp } from '#testing/mail.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import { refusal } from '#testing/smtp.ts';
import { modelFault } from '../rules/writing.ts';
import { bounceSecret } from './bounce-secret.ts';

const db = await useDatabase();
beforeEach(() =>
  db.pool.query('truncate recovery_cart, recovery_message, outbound_message cascade').then(() => {}),
);
let people = 0;
const somebody = () => ({ uid: `wri${++people}`, buyer: `bea.wri${people}@example.com` });

const wrote = (
  subject: string,
  body = 'Hello {{FirstName}},\n\nyour Field guide waits for you, {{Total}} in all.',
) => JSON.stringify({ subject, body });

async function withModel(text: string | ((call: ChatCall) => string) = wrote('Your Field guide')) {
  const model = await startOpenAiEmulator();
  onTestFinished(() => model.close());
  model.behave({ text });
  return model;
}
type Hub = ReturnType<typeof recoveryHub>;
const aiEmails = async (hub: Hub, uid: string) => (await hub.plans.describe(db.tables(), uid)).usage.aiEmails;

test('[AUTO-4] the model writes a message before it is due; its owner may edit it, and it goes out filled', async () => {
  const model = await withModel();
  const hub = recoveryHub(db, { aiUrl: model.baseUrl });
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle({ aiPersonalization: true, emailDelay: 3 });
  await ada.switchOn();
  await ada.add(buyer);
  const other = await ada.add(`other.${buyer}`);
  expect(await hub.recovery.writer.writeAhead()).toBe(0);
  hub.clock.move(hours(2));
  await Promise.all([hub.recovery.writer.writeAhead(), hub.recovery.writer.writeAhead()]);
  expect(model.calls).toHaveLength(2);
  expect(await aiEmails(hub, uid)).toBe(2);
  // The model is told of the cart, never of the person.
  const told = JSON.stringify(model.calls);
  expect(told).toContain('Field guide');
  expect(told).not.toMatch(/Bright|@/);

  const { carts } = await ada.overview();
  expect(carts[0]?.messages[0]?.draft).toMatchObject({ subject: 'Your Field guide', by: 'writer' });
  const own = { subject: 'My own', body: 'Hello {{FirstName}}, mine.' };
  await ada.ask('PUT', `/api/recovery/carts/${other.id}/messages/1`, own);
  hub.clock.move(hours(1));
  await hub.run();
  expect((await hub.mails(buyer))[0]).toMatchObject({ subject: 'Your Field guide' });
  expect((await hub.mails(buyer))[0]?.words).toContain('Hello Bea');
  expect((await hub.mails(buyer))[0]?.words).toContain('$49 in all');
  expect((await hub.mails(`other.${buyer}`))[0]?.subject).toBe('My own');
  expect(await aiEmails(hub, uid)).toBe(2);
});

test('[AUTO-4] a model that is down, talks nonsense or smuggles costs nothing; the built-in writer writes', async () => {
  const model = await withModel();
  const hub = recoveryHub(db, { aiUrl: model.baseUrl });
  for (const behaviour of [
    { status: 500 },
    { text: 'no JSON at all' },
    { text: wrote('Win', 'Click on https://evil.example/now and win a lot of things today.') },
    { text: wrote('90% off', 'Take {{DiscountCode}} now, it is 90 % off all of your whole cart.') },
  ]) {
    const { uid, buyer } = somebody();
    const ada = await hub.member(uid);
    await ada.settle({ aiPersonalization: true });
    await ada.switchOn();
    await ada.add(buyer);
    model.behave(behaviour);
    hub.clock.move(1000);
    await hub.recovery.writer.writeAhead();
    expect(await aiEmails(hub, uid)).toBe(0);
    hub.clock.move(hours(1));
    await hub.run();
    expect((await hub.mails(buyer))[0]?.subject).toBe('You left Field guide at Birch Press');
    expect(await aiEmails(hub, uid)).toBe(1);
  }
});

test('[AUTO-4] a changed cart is written for anew and counted once; the day’s budget ends it with words', async () => {
  const model = await withModel(({ messages }) =>
    wrote(messages.at(-1)?.content.includes('Atlas') ? 'Your Atlas' : 'Your Field guide'),
  );
  const hub = recoveryHub(db, { aiUrl: model.baseUrl });
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid, 'FREE');
  await ada.settle({ aiPersonalization: true });
  await ada.switchOn();
  const { id } = await ada.add(buyer);
  hub.clock.move(1000);
  await hub.recovery.writer.writeAhead();
  await ada.add(buyer, { items: [{ name: 'Atlas' }] });
  await hub.recovery.writer.writeAhead();
  expect((await ada.overview()).carts[0]?.messages[0]?.draft?.subject).toBe('Your Atlas');
  expect(await aiEmails(hub, uid)).toBe(1);

  const write = () =>
    ada.ask<{ subject: string; note: string }>('POST', `/api/recovery/carts/${id}/write`, { step: 2 });
  expect(await write()).toMatchObject({ subject: 'Your Atlas', note: expect.stringContaining('emulated') });
  hub.useUpBudget();
  expect(await write()).toMatchObject({
    subject: 'Atlas: any questions?',
    note: 'Used up for today. Written by the built-in writer.',
  });
  expect((await ada.call('POST', `/api/recovery/carts/${id}/write`, { step: 2 })).status).toBe(402);
});

test('[AUTO-2] an AI email that reaches nobody is given back: refused, bounced later, or bought before', async () => {
  const smtp = await useSmtp({
    answer({ to }) {
      if (to[0]?.startsWith('gone.')) throw refusal(550, '5.1.1 no such user');
    },
  });
  const hub = recoveryHub(db, { smtpUrl: smtp.url });
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle({ aiPersonalization: true });
  await ada.switchOn();
  for (const who of ['gone', 'late', 'buys', 'stays']) await ada.add(`${who}.${buyer}`);
  hub.clock.move(hours(1));
  await hub.recovery.engine.sendAllDue();
  expect(await aiEmails(hub, uid)).toBe(4);
  await ada.bought(`buys.${buyer}`);
  await hub.run();
  expect(await aiEmails(hub, uid)).toBe(2);

  const body = JSON.stringify({ type: 'bounce', email: `late.${buyer}` });
  const tell = (id: string) =>
    hub.send('POST', '/api/recovery/bounces', body, {
      'content-type': 'application/json',
      ...signWebhook(bounceSecret(hub.platform), id, hub.clock.now(), body),
    });
  expect((await tell('one')).status).toBe(200);
  expect((await tell('one')).status).toBe(200);
  expect(await aiEmails(hub, uid)).toBe(1);
  const reasons = Object.fromEntries(
    (await ada.overview()).carts.map(({ email, messages }) => [email.split('.')[0], messages[0]?.reason]),
  );
  expect(reasons).toMatchObject({ late: 'bounced', buys: 'bought', stays: null });
  // A cart that came in was a cart, whatever became of its mail.
  expect((await hub.plans.describe(db.tables(), uid)).usage.monthlyRecoveries).toBe(4);
});

test('what a model must not say to a buyer is found', () => {
  const good = { subject: 'Your guide', body: 'Hello {{FirstName}}, your guide waits for you here.' };
  expect(modelFault(good)).toBe('');
  for (const body of [
    'Go to www.evil.example for your guide, it is waiting.',
    'Write to me@evil.example about your guide, please.',
    'Your guide now costs 20% less, only for you today.',
    'Hello {{Nobody}}, your guide waits for you here.',
    'Short.',
  ])
    expect(modelFault({ ...good, body })).not.toBe('');
});
