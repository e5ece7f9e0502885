import { beforeEach, expect, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import type { OwnShop } from '#platform/server/site/site.ts';
import { useDatabase } from '#testing/database.ts';
import { useSmtp } from '#testing/mail.ts';
import { type RecoveryHub, recoveryHub } from '#testing/recovery-hub.ts';

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query('truncate recovery_cart, recovery_message, recovery_buyer, outbound_message cascade');
  await db.pool.query('delete from recovery_campaign');
  await db.pool.query('delete from recovery_owner');
});

const shop: OwnShop = { name: 'Birch & Sons', address: '1 Long Lane, Dublin', cartReminders: true };
let buyers = 0;
const someone = () => `buyer${++buyers}@own.example`;

/** A hub of which mail leaves, with a shop whose words may change while it runs. */
async function ownHub(words: Partial<OwnShop> = {}) {
  const smtp = await useSmtp();
  const hub = recoveryHub(db, { smtpUrl: smtp.url });
  let now = { ...shop, ...words };
  hub.platform.site.shop = () => now;
  return {
    ...hub,
    smtp,
    say(change: Partial<OwnShop>) {
      now = { ...now, ...change };
    },
    arrived: () => smtp.mails.map(({ to }) => to[0]),
    command: (name: string, ...args: string[]) => commandOf(hub, name, args),
    async leave(email: string, consent = true) {
      await db.transaction((trx) =>
        hub.recovery.cartSeen(trx, {
          email,
          consent,
          totalCents: 2900,
          currency: 'USD',
          items: [{ id: 'guide', name: 'Guide', quantity: 1, cents: 2900 }],
        }),
      );
    },
  };
}

async function commandOf(hub: RecoveryHub, name: string, args: string[]): Promise<string> {
  const lines: string[] = [];
  const command = hub.feature.commands?.find((each) => each.name === name);
  if (!command) throw new Error(`There is no ${name}`);
  await command.run(args, (line) => lines.push(line));
  return lines.join('\n');
}

/** As a start does it; what stays is in the database. */
async function startAgain(words: Partial<OwnShop> = {}) {
  const hub = await ownHub(words);
  await hub.reminders.start?.();
  await hub.recovery.ownStore.settle();
  return hub;
}

const campaigns = async () =>
  (
    await db.pool.query<{ name: string; n: number; on: boolean }>(
      `select name, jsonb_array_length(steps) as n, on_since is not null as on from recovery_campaign where owner_id = 'hub'`,
    )
  ).rows;
const reasonsFor = async (email: string) =>
  (
    await db.pool.query<{ state: string; reason: string | null }>(
      `select m.state, m.reason from recovery_message m join recovery_cart c using (owner_id)
     where c.id = m.cart_id and c.email = $1 order by m.step`,
      [email],
    )
  ).rows.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state));

test('[law] a ready hub turns on at its first start, and mails only who ticked the box', async () => {
  const hub = await startAgain();
  expect(await campaigns()).toEqual([{ name: 'Reminders', n: 3, on: true }]);
  const [asked, silent] = [someone(), someone()];
  await hub.leave(asked);
  await hub.leave(silent, false);
  hub.clock.move(hours(1));
  await hub.run();
  hub.clock.move(days(1));
  await hub.run();
  hub.clock.move(days(2));
  await hub.run();
  expect(hub.arrived()).toEqual([asked, asked, asked]);
  const raw = hub.smtp.mails[0]?.raw ?? '';
  expect(raw).toContain('1 Long Lane, Dublin');
  expect(raw).toMatch(/^From: .*Birch & Sons/m);
  expect(raw).toMatch(/^Reply-To: help@birch\.example/m);
});

test('[law] turning ready mails no cart of before; one that is left from then on is reminded', async () => {
  const hub = await startAgain({ address: '' });
  const [early, late] = [someone(), someone()];
  await hub.leave(early);
  hub.clock.move(60_000);
  hub.say({ address: shop.address });
  await hub.run();
  hub.clock.move(60_000);
  await hub.leave(late);
  hub.clock.move(hours(2));
  await hub.run();
  expect(hub.arrived()).toEqual([late]);
  expect(await reasonsFor(early)).toEqual([]);
});

test('[law] an address that goes stops what is planned, with the reason; its return sends nothing stale', async () => {
  const hub = await startAgain();
  const [due, between, later] = [someone(), someone(), someone()];
  await hub.leave(due);
  await hub.leave(between);
  hub.clock.move(hours(1) - 1000);
  hub.say({ address: '' });
  await hub.run();
  hub.clock.move(1000);
  await hub.run();
  expect((await reasonsFor(due))[0]).toBe('not sent: missing: your postal address');
  hub.say({ address: shop.address });
  await hub.run();
  hub.clock.move(days(1));
  await hub.leave(later);
  hub.clock.move(hours(1));
  await hub.run();
  expect(hub.arrived()).toEqual([later]);
  expect(await reasonsFor(between)).toContain('not sent: older than the switching-on');
});

test('[law] mail that waited in the outbox for SMTP is not sent once reminders are on again', async () => {
  const hub = await startAgain();
  const buyer = someone();
  await hub.leave(buyer);
  hub.clock.move(hours(1));
  await hub.recovery.engine.sendAllDue();
  // The next start has no SMTP server, the one after has.
  await db.pool.query(`update recovery_owner set store_on_since = null`);
  await startAgain();
  await db.pool.query(`update recovery_owner set store_on_since = $1`, [hub.clock.now()]);
  await hub.run();
  expect(hub.arrived()).toEqual([]);
  expect((await reasonsFor(buyer))[0]).toBe('not sent: older than the switching-on');
});

test('[law] an explicit off stays off at every later start, whatever gets ready', async () => {
  const hub = await startAgain();
  const buyer = someone();
  await hub.leave(buyer);
  expect(await hub.command('recovery off')).toContain('Scheduled ones won’t be sent.');
  hub.clock.move(hours(1));
  await hub.run();
  const again = await startAgain();
  again.clock.move(hours(1));
  const meanwhile = someone();
  await again.leave(meanwhile);
  expect(await reasonsFor(meanwhile)).toEqual([]);
  again.clock.move(hours(1));
  await again.run();
  expect([...hub.arrived(), ...again.arrived()]).toEqual([]);
  expect((await reasonsFor(buyer))[0]).toBe('not sent: switched off');
  expect(await again.command('recovery show')).toMatch(/^off\nTo turn them on: npm run hub -- recovery on\n/);
});

test('[law] off and on within a second begins anew: a cart of before is not written to', async () => {
  const hub = await startAgain();
  const before = someone();
  await hub.leave(before);
  hub.clock.move(1000);
  await hub.command('recovery off');
  expect(await hub.command('recovery on')).toBe(
    'Reminders are on, to buyers who ask for them at checkout, from now on.',
  );
  hub.clock.move(hours(1));
  await hub.run();
  expect(hub.arrived()).toEqual([]);
  expect(await hub.mails(before)).toEqual([]);
  expect((await reasonsFor(before))[0]).toBe('not sent: older than the switching-on');
});

test('[law] the site’s key stops a running hub, and `recovery on` says that the key comes first', async () => {
  const hub = await startAgain();
  const buyer = someone();
  await hub.leave(buyer);
  hub.say({ cartReminders: false });
  hub.clock.move(hours(1));
  await hub.run();
  expect(hub.arrived()).toEqual([]);
  expect(await hub.command('recovery on')).toBe(
    'Saved. Reminders are off, by cartReminders in site/hub.md. That key comes before any command. Remove it to turn them on.',
  );
});

test('[law] many processes that start at once turn on once, with one default campaign', async () => {
  const hubs = await Promise.all(Array.from({ length: 6 }, () => ownHub()));
  // An installation of before has its row already: there is nothing else to wait at.
  await hubs[0]?.command('recovery show');
  await Promise.all(hubs.map(({ recovery }) => recovery.ownStore.settle()));
  expect(await campaigns()).toHaveLength(1);
  const state = () => hubs[0]?.recovery.ownStore.read(db.tables());
  const since = (await state())?.since;
  hubs[3]?.clock.move(hours(1));
  await hubs[3]?.run();
  expect((await state())?.since).toEqual(since);
});

test('what the operator changed in the campaign stays at later starts and after off and on', async () => {
  const hub = await startAgain();
  await db.pool.query(`update recovery_campaign set name = 'Mine', steps = '[]'`);
  await hub.command('recovery off');
  await hub.command('recovery on');
  await startAgain();
  expect(await campaigns()).toEqual([{ name: 'Mine', n: 0, on: true }]);
});

test('a terminal without the server’s settings does not stop what the server turned on', async () => {
  const hub = await startAgain();
  const terminal = recoveryHub(db);
  terminal.platform.site.shop = () => ({ ...shop, address: '' });
  expect(await commandOf(terminal, 'recovery show', [])).toMatch(/^off until an SMTP server and your postal/);
  await commandOf(terminal, 'recovery on', []);
  expect((await hub.recovery.ownStore.read(db.tables())).since).not.toBeNull();
});

test('the start has one line: on and how to turn it off, or what is missing and where it is set', async () => {
  const line = async (words: Partial<OwnShop>) => (await startAgain(words)).reminders.runsOn?.()[0];
  expect(await line({})).toEqual({
    service: 'reminders',
    runsOn: 'on, to buyers who ask for them at checkout',
    state: 'up',
    advice: 'To turn them off: npm run hub -- recovery off',
  });
  expect(await line({ name: '' })).toEqual({
    service: 'reminders',
    runsOn: 'off until your shop’s name is set',
    state: 'off',
    advice: 'Set name in site/hub.md.',
  });
});

test('the operator’s page says whether reminders are on, and why a buyer got none', async () => {
  const hub = await startAgain();
  const buyer = someone();
  await hub.leave(buyer);
  hub.say({ name: '' });
  hub.clock.move(hours(1));
  await hub.run();
  const page = JSON.stringify(await hub.reminders.desk?.[0]?.list({}));
  expect(page).toContain('off until your shop’s name is set');
  expect(page).toContain('0 sent; not sent: missing: your shop’s name');
});
