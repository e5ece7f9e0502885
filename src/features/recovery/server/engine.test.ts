// Long because: each way in which others sent a mail too many stands here beside the next.
import { beforeEach, expect, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { header, useSmtp } from '#testing/mail.ts';
import { linkIn, recoveryHub } from '#testing/recovery-hub.ts';
import { refusal } from '#testing/smtp.ts';
import { firstCampaign } from '../rules/writing.ts';
import { remindNobodyTwice } from './after-restore.ts';

const db = await useDatabase();
// What another test left waiting would go out in this one.
beforeEach(async () => {
  await db.pool.query('truncate recovery_cart, recovery_message, outbound_message cascade');
  // Where mail leaves, the hub's own store has turned itself on.
  await db.pool.query(`delete from recovery_campaign where owner_id = 'hub'`);
  await db.pool.query(`delete from recovery_owner where owner_id = 'hub'`);
});
let people = 0;
const somebody = () => ({ uid: `ada${++people}`, buyer: `bea${people}@example.com` });

test('[AUTO-4] a cart that is left gets its first mail after emailDelay hours; the link brings it back', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle({ emailDelay: 2 });
  await ada.switchOn();
  await ada.add(buyer);

  hub.clock.move(hours(2) - 1000);
  await hub.run();
  expect(await hub.mails(buyer)).toEqual([]);
  hub.clock.move(1000);
  await hub.run();
  const [mail] = await hub.mails(buyer);
  expect(mail).toMatchObject({ state: 'kept', kind: 'marketing', purpose: 'recovery' });
  expect(mail?.subject).toBe('Your cart at Birch Press is still here');
  expect(mail?.words).toContain('Hello Bea');
  expect(mail?.words).toContain('1 Mill Lane, York');

  const t = linkIn(mail?.words ?? '');
  const seen = await hub.send('GET', `/api/recovery/restore?t=${t}`);
  expect(await seen.json()).toMatchObject({
    url: 'https://shop.example/cart/1',
    items: [{ name: 'Field guide' }],
  });
  await hub.send('POST', '/api/recovery/restore', { t });
  hub.clock.move(hours(1));
  await ada.bought(buyer, 'order-7', 4500);

  const { carts, figures } = await ada.overview();
  expect(carts[0]).toMatchObject({ status: 'recovered', recoveredBy: 'click', revenueCents: 4500 });
  expect(figures.analytics).toEqual({
    totalAbandoned: 1,
    totalRecovered: 1,
    recoveryRate: 100,
    totalRevenue: 45,
    monthlyRecoveries: 1,
    monthlyRevenue: 45,
  });
  expect(figures.byClick).toEqual({ carts: 1, revenue: [{ currency: 'USD', cents: 4500 }] });
  hub.clock.move(days(5));
  await hub.run();
  expect(await hub.mails(buyer)).toHaveLength(1);
});

test('[AUTO-4] nobody is mailed after buying, not even when the mail already lies in the outbox', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.switchOn();
  await ada.add(buyer);
  hub.clock.move(hours(1));
  await hub.recovery.engine.sendAllDue();
  expect(await hub.mails(buyer)).toMatchObject([{ state: 'waiting' }]);
  await ada.bought(buyer);
  await hub.run();
  expect(await hub.mails(buyer)).toMatchObject([{ state: 'cancelled' }]);
  const [cart] = (await ada.overview()).carts;
  expect(cart?.messages.map(({ state, reason }) => `${state}: ${reason}`)).toEqual([
    'not sent: bought',
    'not sent: bought',
    'not sent: bought',
  ]);
});

test('[AUTO-4] a mail server that was down while somebody bought gets nothing when it is back', async () => {
  let isDown = true;
  const smtp = await useSmtp({
    answer() {
      if (isDown) throw refusal(451, 'later');
    },
  });
  const hub = recoveryHub(db, { smtpUrl: smtp.url });
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.switchOn();
  await ada.add(buyer);
  hub.clock.move(hours(1));
  await hub.run();
  // Its purchase finds a mail that is being sent, which nothing can take out of the outbox any more.
  await db.pool.query(`update outbound_message set state = 'sending' where payload->>'to' = $1`, [buyer]);
  await ada.bought(buyer);
  await db.pool.query(`update outbound_message set state = 'waiting' where payload->>'to' = $1`, [buyer]);
  isDown = false;
  hub.clock.move(hours(1));
  await hub.run();
  expect(smtp.mails).toEqual([]);
  expect((await ada.overview()).carts[0]?.messages[0]).toMatchObject({ state: 'not sent', reason: 'bought' });
});

test('[AUTO-4] several workers at once hand each message over once', async () => {
  const hub = recoveryHub(db);
  const { uid } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.switchOn();
  const lines = Array.from({ length: 60 }, (_, index) => `w${index}.${uid}@example.com,49.00,yes`);
  await ada.ask('POST', '/api/recovery/carts/csv', { text: ['email,total,consent', ...lines].join('\n') });
  hub.clock.move(hours(1));
  await Promise.all(Array.from({ length: 6 }, () => hub.recovery.engine.sendDue(7)));
  await Promise.all(Array.from({ length: 6 }, () => hub.recovery.engine.sendAllDue()));
  const mails = (await hub.mails()).filter(({ to }) => to.includes(`.${uid}@`));
  expect(mails).toHaveLength(60);
  expect(new Set(mails.map(({ to }) => to)).size).toBe(60);
});

test('[AUTO-4] a worker that dies before its end has handed nothing over, and the next one does', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.switchOn();
  await ada.add(buyer);
  hub.clock.move(hours(1));
  const { mail } = hub.platform;
  const { sendAll } = mail;
  mail.sendAll = async (trx, messages) => {
    await sendAll(trx, messages);
    throw new Error('the machine is gone');
  };
  await expect(hub.recovery.engine.sendAllDue()).rejects.toThrow('the machine is gone');
  mail.sendAll = sendAll;
  expect(await hub.mails(buyer)).toEqual([]);
  await hub.recovery.engine.sendAllDue();
  expect(await hub.mails(buyer)).toHaveLength(1);
});

test('[AUTO-4] an answer that comes too late never makes a second mail', async () => {
  let answer = () => {};
  const late = new Promise<void>((resolve) => (answer = resolve));
  const smtp = await useSmtp({ answer: () => late });
  const hub = recoveryHub(db, { smtpUrl: smtp.url, patience: 1000 });
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.switchOn({ steps: [{ afterHours: 1, subject: 'One', body: 'Once', discountPercent: 0 }] });
  await ada.add(buyer);
  hub.clock.move(hours(1));
  await hub.run();
  answer();
  await expect.poll(() => smtp.mails.length).toBe(1);
  hub.clock.move(days(2));
  await hub.run();
  expect(smtp.mails).toHaveLength(1);
  expect((await ada.overview()).carts[0]?.messages[0]?.state).toBe('not sent');
});

test('[AUTO-4] a clock that jumps 40 days, or a restored server, sends nothing stale', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.switchOn();
  await ada.add(buyer);
  hub.clock.move(days(40));
  await hub.run();
  expect(await hub.mails(buyer)).toEqual([]);
  expect((await ada.overview()).carts[0]?.messages.map(({ reason }) => reason)).toEqual(
    Array(3).fill('stale: over a day late'),
  );
});

test('[AUTO-4] switching on mails no cart that was left before, and after a pause none from before it', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.add(buyer);
  hub.clock.move(1000);
  await ada.switchOn();
  await ada.add(`old.${buyer}`, { seenAt: '2026-11-21T11:00:00Z' });
  await ada.add(`new.${buyer}`);
  hub.clock.move(hours(1));
  await ada.settle({ autoRecovery: false });
  hub.clock.move(hours(1));
  await ada.settle();
  hub.clock.move(hours(1));
  await hub.run();
  expect((await hub.mails()).filter(({ to }) => to.endsWith(buyer))).toEqual([]);
  const carts = (await ada.overview()).carts;
  expect(carts.find(({ email }) => email === `new.${buyer}`)?.messages[0]?.reason).toBe(
    'older than the switching-on',
  );
  expect(carts.filter(({ messages }) => messages.length > 0)).toHaveLength(1);
});

test('[AUTO-4] without consent, after an unsubscribe or a bounce nothing goes out, and each says why', async () => {
  const smtp = await useSmtp();
  const hub = recoveryHub(db, { smtpUrl: smtp.url });
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle({}, { replyTo: 'help@birch.example' });
  await ada.switchOn();
  await ada.add(`never.${buyer}`, { consent: false });
  await ada.add(buyer);
  hub.clock.move(hours(1));
  await hub.run();
  expect(smtp.mails.map(({ to }) => to)).toEqual([[buyer]]);
  const raw = smtp.mails[0]?.raw ?? '';
  expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(header(raw, 'Reply-To')).toBe('help@birch.example');
  expect(raw).not.toMatch(/width="?1"? height="?1/);

  // A scanner that opens the link changes nothing; the mail program's POST does.
  const oneClick =
    /<(https:[^>]*\/api\/unsubscribe\?t=[^>]*)>/.exec(raw.replaceAll(/\r\n[ \t]/g, ' '))?.[1] ?? '';
  await hub.send('GET', `/api/unsubscribe/preview?t=${new URL(oneClick).searchParams.get('t')}`);
  hub.clock.move(days(1) + hours(1));
  await hub.run();
  expect(smtp.mails).toHaveLength(2);
  await hub.send(
    'POST',
    `${new URL(oneClick).pathname}${new URL(oneClick).search}`,
    'List-Unsubscribe=One-Click',
    {
      'content-type': 'application/x-www-form-urlencoded',
    },
  );
  // The shop says again that they agreed: their own word stands.
  await ada.add(buyer);
  hub.clock.move(days(3) + hours(2));
  await hub.run();
  expect(smtp.mails).toHaveLength(2);
  const reasons = (await ada.overview()).carts.flatMap(({ messages }) =>
    messages.map(({ reason }) => reason),
  );
  expect(reasons).toContain('no consent');
  expect(reasons).toContain('withdrawn');
});

test('[AUTO-4] quiet hours of the shop’s time zone and the cap move a message instead of dropping it', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  // 13:00 UTC is 22:00 in Tokyo: quiet until 8 there, which is 23:00 UTC.
  await ada.settle({}, { timeZone: 'Asia/Tokyo', capHours: 48 });
  await ada.switchOn();
  await ada.add(buyer);
  hub.clock.move(hours(10));
  await hub.run();
  expect(await hub.mails(buyer)).toEqual([]);
  hub.clock.move(hours(1));
  await hub.run();
  expect(await hub.mails(buyer)).toHaveLength(1);
  hub.clock.move(hours(24));
  await hub.run();
  expect(await hub.mails(buyer)).toHaveLength(1);
  expect((await ada.overview()).carts[0]?.messages[1]).toMatchObject({
    state: 'planned',
    reason: 'moved: emailed recently',
  });
});

test('[AUTO-4] whoever is held out is never written to, and the figures keep both groups apart', async () => {
  const hub = recoveryHub(db);
  const { uid } = somebody();
  const ada = await hub.member(uid);
  await ada.settle({}, { holdOut: 50 });
  await ada.switchOn();
  const lines = Array.from({ length: 40 }, (_, index) => `h${index}.${uid}@example.com,10.00,yes`);
  await ada.ask('POST', '/api/recovery/carts/csv', { text: ['email,total,consent', ...lines].join('\n') });
  hub.clock.move(hours(1));
  await hub.run();
  const { carts, figures } = await ada.overview();
  const held = carts.filter(({ heldOut }) => heldOut);
  expect(held.length).toBeGreaterThan(5);
  expect(held.length).toBeLessThan(35);
  const mailed = new Set((await hub.mails()).map(({ to }) => to));
  expect(carts.filter(({ email }) => mailed.has(email)).map(({ heldOut }) => heldOut)).toEqual(
    Array(40 - held.length).fill(false),
  );
  expect(figures.uplift).toMatchObject({ written: 40 - held.length, heldOut: held.length, cents: 0 });
});

test('[AUTO-4] the hub’s own store: an unpaid checkout is reminded with its own code; a paid one is not', async () => {
  const issued: number[] = [];
  const hub = recoveryHub(db, {
    discountCodes: {
      async issue(_trx, { percent }) {
        issued.push(percent);
        return `BACK-${issued.length}`;
      },
    },
  });
  const { buyer } = somebody();
  for (const command of hub.feature.commands ?? [])
    if (command.name === 'recovery on') await command.run([], () => {});
  const step = { afterHours: 1, subject: '{{DiscountCode}} for you', body: 'Hi', discountPercent: 40 };
  await db.pool.query(`update recovery_campaign set steps = $1 where owner_id = 'hub'`, [
    JSON.stringify([step]),
  ]);
  const seen = (email: string, consent: boolean) =>
    db.transaction((trx) =>
      hub.recovery.cartSeen(trx, {
        email,
        consent,
        totalCents: 2900,
        currency: 'USD',
        items: [{ id: 'guide', name: 'Guide', quantity: 1, cents: 2900 }],
      }),
    );
  const paid = (email: string) =>
    db.transaction((trx) =>
      hub.recovery.purchased(trx, { email, orderId: `o-${email}`, totalCents: 2900, currency: 'USD' }),
    );
  await seen(buyer, true);
  await seen(`quick.${buyer}`, true);
  await seen(`no.${buyer}`, false);
  hub.clock.move(60_000);
  await paid(`quick.${buyer}`);
  hub.clock.move(hours(1));
  await hub.run();
  expect(await hub.mails(`no.${buyer}`)).toEqual([]);
  expect(await hub.mails(`quick.${buyer}`)).toEqual([]);
  // No more than maxDiscount, whatever the campaign says.
  expect(issued).toEqual([25]);
  const [reminder] = await hub.mails(buyer);
  expect(reminder?.subject).toBe('BACK-1 for you');
  // The link brings the code to the checkout by itself.
  expect(JSON.stringify(reminder)).toMatch(/\/r\/[a-z0-9]+\?code=BACK-1/);
  await paid(buyer);
  const { rows } = await db.pool.query(
    `select kind, n, cents from recovery_tally where owner_id = 'hub' order by kind`,
  );
  expect(rows).toEqual([
    { kind: 'back', n: 1, cents: 2900 },
    { kind: 'came', n: 1, cents: 2900 },
  ]);
});

test('[AUTO-4] line breaks in a name or an address start no header', async () => {
  const smtp = await useSmtp();
  const hub = recoveryHub(db, { smtpUrl: smtp.url });
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.switchOn({
    steps: [{ afterHours: 1, subject: 'For {{FirstName}}: {{Items}}', body: 'x', discountPercent: 0 }],
  });
  for (const email of [`a@b.co\r\nBcc: c@d.co`, 'a@b.co,c@d.co', ''])
    expect((await ada.call('POST', '/api/recovery/carts', { email, totalCents: 1 })).status).toBe(400);
  await ada.add(buyer, { name: 'Eve\r\nBcc: x@y.co', items: [{ name: 'a\r\nBcc: z@y.co' }] });
  hub.clock.move(hours(1));
  await hub.run();
  expect(smtp.mails.map(({ to }) => to)).toEqual([[buyer]]);
  expect(header(smtp.mails[0]?.raw ?? '', 'Bcc')).toBeUndefined();
  expect(header(smtp.mails[0]?.raw ?? '', 'Subject')).toBe('For Eve: a Bcc: z@y.co');
});

// A test for each: the worker of the one would take what the other's is to send.
test.each([0, 2])(
  '[AUTO-4] a hub restored after %i hours repeats nothing that was due, and mails no cart of before',
  async (age) => {
    const hub = recoveryHub(db);
    const { uid, buyer } = somebody();
    const ada = await hub.member(uid);
    await ada.settle();
    await ada.switchOn();
    await ada.add(`due.${buyer}`);
    await ada.add(`waits.${buyer}`);
    hub.clock.move(hours(1));
    // The backup knows one mail as waiting and one message as planned; both may have gone out after it was made.
    await hub.recovery.engine.sendDue(1);
    const madeAt = new Date(hub.clock.now().getTime() - hours(age));
    hub.clock.move(60_000);
    const client = await db.pool.connect();
    await remindNobodyTwice(client, madeAt, hub.clock.now());
    client.release();
    await hub.run();
    const mails = () =>
      hub.mails().then((all) => all.filter(({ to, state }) => to.endsWith(buyer) && state === 'kept'));
    expect(await mails()).toEqual([]);
    hub.clock.move(days(1));
    await hub.run();
    // A fresh backup goes on with what is due later; an old one knows too little.
    expect(await mails()).toHaveLength(age === 0 ? 2 : 0);
    await ada.add(`new.${buyer}`);
    hub.clock.move(hours(1));
    await hub.run();
    expect((await hub.mails(`new.${buyer}`))[0]?.state).toBe('kept');
  },
);

test('[AUTO-4] what went out before a pause does not go out again, nor when its campaign is kept anew', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  const body = { ...firstCampaign(), isOn: true };
  const { id } = await ada.switchOn(body);
  await ada.add(buyer);
  hub.clock.move(hours(1));
  await hub.run();
  await ada.settle({ autoRecovery: false });
  await ada.ask('PUT', `/api/recovery/campaigns/${id}`, { ...body, isOn: false });
  hub.clock.move(hours(1));
  await ada.settle();
  await ada.ask('PUT', `/api/recovery/campaigns/${id}`, body);
  // The shop tells the same cart once more.
  await ada.add(buyer);
  for (let hour = 0; hour < 30; hour++) {
    hub.clock.move(hours(1));
    await hub.run();
  }
  const subjects = (await hub.mails(buyer)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Your cart at Birch Press is still here')).toHaveLength(1);
  expect(new Set(subjects).size).toBe(subjects.length);
});

test('[AUTO-4] a link opens its one cart and no account, counts a person’s press, and is stored nowhere', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid);
  await ada.settle();
  await ada.switchOn();
  await ada.add(buyer, { items: [{ name: 'Atlas' }] });
  await ada.add(`other.${buyer}`, { items: [{ name: 'Globe' }] });
  hub.clock.move(hours(1));
  await hub.run();
  const t = linkIn((await hub.mails(buyer))[0]?.words ?? '');
  // A mail program that looks ahead opens the page as often as it likes.
  for (let time = 0; time < 3; time++) {
    const seen = await hub.send('GET', `/api/recovery/restore?t=${t}`);
    expect(seen.headers.get('set-cookie')).toBeNull();
    const words = await seen.text();
    expect(words).toContain('Atlas');
    expect(words).not.toMatch(/Globe|@/);
  }
  expect(
    (await ada.overview()).carts.flatMap(({ messages }) => messages.map(({ clickedAt }) => clickedAt)),
  ).toEqual(Array(6).fill(null));
  expect((await hub.send('GET', `/api/recovery/restore?t=${t.slice(0, -1)}`)).status).toBe(404);
  const { rows } = await db.pool.query('select * from recovery_message');
  expect(JSON.stringify(rows)).not.toContain(t);
});
