import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { hours } from '#base/clock.ts';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { useDatabase } from '#testing/database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import type { PreviewAnswer } from '../rules/contract.ts';
import { stoppedByHand } from '../rules/sequence.ts';

const db = await useDatabase();
beforeEach(() =>
  db.pool.query('truncate recovery_cart, recovery_message, outbound_message cascade').then(() => {}),
);
let people = 0;
const somebody = () => `dora${++people}x`;
type Member = Awaited<ReturnType<ReturnType<typeof recoveryHub>['member']>>;

/** A member whose campaign is on, with one open cart of a buyer who agreed. */
async function withCart(hub: ReturnType<typeof recoveryHub>, quiet: object = { quietFrom: 3, quietTo: 3 }) {
  const ada = await hub.member(somebody());
  await ada.settle({ emailDelay: 2, maxEmails: 2 }, { capHours: 0, ...quiet });
  await ada.switchOn();
  const email = `bea.${ada.uid}@example.com`;
  const { id } = await ada.add(email);
  return { ada, id, email };
}
const messages = async (ada: Member) => (await ada.overview()).carts[0]?.messages ?? [];
const now = (ada: Member, id: string, step: number) =>
  ada.call('POST', `/api/recovery/carts/${id}/messages/${step}/now`, {});
const stop = (ada: Member, id: string, stopped: boolean) =>
  ada.call('PUT', `/api/recovery/carts/${id}/reminders`, { stopped });

test('a message is sent now instead of later, once; what could not go now says why and stays scheduled', async () => {
  const hub = recoveryHub(db);
  const { ada, id, email } = await withCart(hub);
  expect((await now(ada, id, 2)).status).toBe(409);
  expect((await now(ada, id, 1)).status).toBe(200);
  await hub.run();
  expect(await hub.mails(email)).toHaveLength(1);
  expect((await now(ada, id, 1)).status).toBe(409);
  hub.clock.move(hours(3));
  await hub.run();
  expect(await hub.mails(email)).toHaveLength(1);

  const night = await withCart(hub, { quietFrom: 0, quietTo: 23 });
  const refused = await now(night.ada, night.id, 1);
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('quiet hours')]);
  expect((await messages(night.ada)).map(({ state }) => state)).toEqual(['planned', 'planned']);
  const eve = await hub.member(somebody());
  expect((await now(eve, night.id, 1)).status).toBe(409);
});

test('the email of a cart is shown as it will arrive, with what lies in that cart', async () => {
  const hub = recoveryHub(db);
  const { ada, id } = await withCart(hub);
  const mail = await ada.ask<PreviewAnswer>('GET', `/api/recovery/carts/${id}/messages/1`);
  expect(mail.from.name).toBe('Birch Press');
  expect(mail.text).toContain('Field guide');
  expect(mail.text).toContain('1 Mill Lane, York');
  expect(mail.text).not.toContain('{{');
  const eve = await hub.member(somebody());
  expect((await eve.call('GET', `/api/recovery/carts/${id}/messages/1`)).status).toBe(409);
});

type Act = 'stop' | 'resume' | 'now' | 'grow' | 'later' | 'buy';

test('[law] a cart whose reminders are stopped gets none, whatever happens, until they go on', async () => {
  const hub = recoveryHub(db);
  const act = fc.constantFrom<Act>('stop', 'resume', 'now', 'grow', 'later', 'buy');
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 9 }), async (acts) => {
      const { ada, id, email } = await withCart(hub);
      let isStopped = false;
      let isBought = false;
      for (const each of acts) {
        const before = (await hub.mails(email)).length;
        if (each === 'stop') isStopped = (await stop(ada, id, true)).ok;
        else if (each === 'resume') isStopped = !(await stop(ada, id, false)).ok;
        else if (each === 'now')
          await now(ada, id, (await messages(ada)).find(({ state }) => state === 'planned')?.step ?? 1);
        else if (each === 'grow' && !isBought) await ada.add(email, { totalCents: 9900 });
        else if (each === 'buy') isBought = (await ada.bought(email)).matched || isBought;
        else if (each === 'later') hub.clock.move(hours(5));
        await hub.run();
        const sent = (await hub.mails(email)).length - before;
        expect(sent).toBeLessThanOrEqual(isStopped || isBought ? 0 : 1);
        expect((await hub.mails(email)).length).toBeLessThanOrEqual(2);
      }
      const left = (await ada.overview()).carts.find((cart) => cart.id === id);
      const open = (left?.messages ?? []).filter(
        ({ state, reason }) => state !== 'sent' && reason !== stoppedByHand,
      );
      expect(isStopped && !isBought ? open : []).toEqual([]);
    }),
    { numRuns: 25 },
  );
  expect(hub.unexpected).toEqual([]);
});

test('the branding names the sender where the settings do not: to turn it on, and to the last email', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(somebody());
  await ada.settle(
    { emailDelay: 0 },
    { shopName: '', postalAddress: '', quietFrom: 3, quietTo: 3, capHours: 0 },
  );
  expect(await ada.switchOn().catch(String)).toContain('postal address');
  const brand = { ...defaultBranding, companyName: 'Birch & Sons', address: '2 Mill Lane, York' };
  await db.pool.query('insert into branding (owner_id, branding, changed_at) values ($1, $2, now())', [
    ada.uid,
    JSON.stringify(brand),
  ]);
  await ada.switchOn();
  const email = `bea.${ada.uid}@example.com`;
  await ada.add(email);
  await hub.run();
  expect((await hub.mails(email))[0]?.words).toContain('2 Mill Lane, York');
  // Gone since: in nobody's name nothing goes out.
  await db.pool.query('delete from branding where owner_id = $1', [ada.uid]);
  hub.clock.move(hours(24));
  await hub.run();
  expect(await hub.mails(email)).toHaveLength(1);
  expect((await messages(ada))[1]?.reason).toContain('shop name or postal address is missing');
});
