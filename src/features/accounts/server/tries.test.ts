import { expect, test } from 'vitest';
import { accountsHub, errorOf } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';

const db = await useDatabase();
const hub = accountsHub(db);
const password = 'meadow-lantern-otter';

let people = 0;
async function member(address?: string) {
  const browser = hub.browser(address);
  const email = `tried${++people}@example.com`;
  await browser.post('/api/auth/sign-up', { displayName: 'Person', email, password });
  return { browser, email };
}

const wrong = (browser: ReturnType<typeof hub.browser>, email: string) =>
  browser.post('/api/auth/sign-in', { email, password: 'not the right one' });

/** Until strangers themselves are told to wait, wherever they come from. */
async function strangersTry(email: string): Promise<void> {
  for (let place = 0; place < 10; place++) {
    const stranger = hub.browser();
    for (let n = 0; n < 10; n++) await wrong(stranger, email);
  }
  expect((await wrong(hub.browser(), email)).status).toBe(429);
}

test('strangers who try from everywhere never lock an owner out of a device or network that is known', async () => {
  const home = '203.0.113.7';
  const { browser, email } = await member(home);
  await browser.post('/api/auth/sign-out');
  await strangersTry(email);

  const onTheRoad = hub.browser('198.51.100.200');
  onTheRoad.jar.set('hub_device', browser.jar.get('hub_device') ?? '');
  expect((await onTheRoad.post('/api/auth/sign-in', { email, password })).status).toBe(200);
  expect((await hub.browser(home).post('/api/auth/sign-in', { email, password })).status).toBe(200);

  const newPlace = hub.browser();
  const refused = await errorOf(await newPlace.post('/api/auth/sign-in', { email, password }));
  expect(refused).toMatchObject({
    code: 'too_many',
    message: expect.stringContaining('Too many failed sign-ins'),
  });
  expect(refused.retryAfterSeconds).toBeGreaterThan(0);
});

test('a new password by mail opens the door where strangers have closed it', async () => {
  const { browser, email } = await member();
  await browser.post('/api/auth/verify-email', { token: (await hub.mails(email)).at(-1)?.token });
  await strangersTry(email);
  const phone = hub.browser();
  expect((await phone.post('/api/auth/sign-in', { email, password })).status).toBe(429);
  await phone.post('/api/auth/forgot-password', { email });
  await hub.deliver();
  const another = 'violet-harbour-71-swim';
  const token = (await hub.mails(email)).findLast((mail) => mail.token !== null)?.token;
  expect((await phone.post('/api/auth/reset-password', { token, password: another })).status).toBe(200);
  expect((await phone.post('/api/auth/sign-in', { email, password: another })).status).toBe(200);
});

test('a known device is known for its own accounts only, and has ten tries like anybody', async () => {
  const { browser, email } = await member();
  const { email: other } = await member();
  await strangersTry(other);
  const device = hub.browser();
  device.jar.set('hub_device', browser.jar.get('hub_device') ?? '');
  expect((await device.post('/api/auth/sign-in', { email: other, password })).status).toBe(429);

  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) statuses.push((await wrong(device, email)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

test('one device that several people use knows each of their accounts', async () => {
  const shared = hub.browser();
  const emails: string[] = [];
  for (let n = 0; n < 3; n++) {
    const email = `family${n}-${++people}@example.com`;
    await shared.post('/api/auth/sign-up', { displayName: 'Person', email, password });
    emails.push(email);
  }
  await shared.post('/api/auth/sign-out');
  for (const email of emails) {
    await strangersTry(email);
    const elsewhere = hub.browser();
    elsewhere.jar.set('hub_device', shared.jar.get('hub_device') ?? '');
    expect((await elsewhere.post('/api/auth/sign-in', { email, password })).status).toBe(200);
  }
});

test('ten tries of an IPv6 network are ten tries, whichever of its addresses they come from', async () => {
  const { email } = await member();
  const statuses: number[] = [];
  for (let n = 1; n <= 12; n++)
    statuses.push((await wrong(hub.browser(`2001:db8:77:1::${n.toString(16)}`), email)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

test('strangers of one network use up its tries, and not those of a device that knows its account', async () => {
  const office = '203.0.113.99';
  const { browser, email } = await member(office);
  const { email: other } = await member();
  await browser.post('/api/auth/sign-out');
  // At a hundred addresses, so that no account's own count says no first.
  const stranger = hub.browser(office);
  const statuses: number[] = [];
  for (let n = 0; n < 101; n++) statuses.push((await wrong(stranger, `nobody${n}@example.com`)).status);
  expect(statuses).toEqual([...Array(100).fill(401), 429]);

  expect((await browser.post('/api/auth/sign-in', { email: other, password })).status).toBe(429);
  expect((await browser.post('/api/auth/sign-in', { email, password })).status).toBe(200);
});
