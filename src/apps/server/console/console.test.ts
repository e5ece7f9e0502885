import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeskPage } from '#platform/server/desk.ts';
import { silentLog } from '#platform/server/log.ts';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { storeHub } from '#testing/store-hub.ts';
import { consoleCommand } from './command.ts';
import { createConsole } from './console.ts';
import { outboxPage } from './outbox-page.ts';
import { readStyles } from '#features/desk/server/public.ts';

const db = await useDatabase();
const own = 'http://127.0.0.1:3003';
const styles = await readStyles('');

/** The console of a shop with one sale, as its operator's browser sees it. */
async function shop() {
  const hub = await storeHub(db, [productFiles('pack', { licenceKeys: 'yes' })]);
  const pages = [...(hub.feature.desk ?? []), outboxPage(hub.platform)];
  return { hub, ...consoleOf(pages) };
}

function consoleOf(pages: DeskPage[]) {
  const shown = createConsole({ pages, hub: 'Birch', styles, log: silentLog });
  shown.listening(3003);
  const key = new URL(shown.address()).searchParams.get('key') ?? '';
  const cookie = `hub-console-3003=${key}`;
  const send = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    shown.fetch(
      new Request(`${own}${path}`, { ...init, headers: { host: '127.0.0.1:3003', cookie, ...headers } }),
    );
  const read = async (path: string) => (await send(path)).text();
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', body: new URLSearchParams(form) }, { origin: own, ...headers });
  /** The token of the confirmation page. */
  const tokenOf = async (path: string) =>
    /name="token" value="([a-z0-9]+)"/.exec(await read(path))?.[1] ?? '';
  return { shown, send, read, post, tokenOf };
}

test('the operator sees orders, order details, buyer, daily sales, products and coupons', async () => {
  const { hub, read, send } = await shop();
  await hub.command('coupons', 'add', 'SPRING', '20%');
  const order = await hub.bought({ email: 'ada@example.com' });
  const open = await hub.placed({ email: 'late@example.com' });
  expect((await send('/')).headers.get('location')).toBe('/sales');
  const sales = await read('/sales');
  expect(sales).toMatch(/<dt>Orders<\/dt>\s*<dd>\s*1\b/);
  expect(sales).toMatch(/<dt>Paid<\/dt>\s*<dd>\s*\$19\b/);
  expect(sales).toContain('2026-11-21');
  const orders = await read('/orders');
  expect(orders).toContain(order.id);
  expect(orders).not.toContain('late@example.com');
  expect(await read('/orders?state=open')).toContain('late@example.com');
  expect(await read('/orders?find=ADA@example.com')).toContain(order.id);
  expect(await read('/orders?find=2026-00001')).toContain(order.id);
  expect(await read('/orders?find=nobody@example.com')).toContain('No matching orders.');
  const one = await read(`/orders/${order.id}`);
  for (const words of ['Launch checklist', 'ada@example.com', order.lines[0]?.keys[0], 'thank-you?order='])
    expect(one).toContain(words);
  expect(await read('/customers')).toContain('ada@example.com');
  expect(await read('/customers/ada%40example.com')).toContain(order.id);
  expect(await read('/products/pack')).toContain('checklist.md');
  expect(await read('/coupons')).toContain('SPRING');
  expect(await read('/outbox')).toContain('No failures.');
  expect(open.state).toBe('open');
});

test('a list continues where it ended, however many orders there are', async () => {
  const { hub, read } = await shop();
  for (let n = 0; n < 52; n++) {
    await hub.placed({ email: `buyer${n}@example.com` });
    // Some at the same moment: none is shown twice or skipped.
    if (n % 3 === 0) hub.clock.move(1000);
  }
  const seen: string[] = [];
  let path: string | undefined = '/orders?state=open';
  for (let page = 0; path !== undefined && page < 5; page++) {
    const text = await read(path);
    seen.push(...[...text.matchAll(/buyer\d+@example\.com(?=<)/g)].map(([found]) => found));
    const older = /href="(\?[^"]+)">Older/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    path = older && `/orders${older}`;
  }
  expect(seen).toHaveLength(52);
  expect(new Set(seen).size).toBe(52);
});

test('a refund has a confirmation page, happens once, and is reported', async () => {
  const { hub, post, read, tokenOf } = await shop();
  const order = await hub.bought();
  const path = `/orders/${order.id}/refund`;
  expect(await read(path)).toContain('$19 can be refunded');
  expect((await hub.order(order.token)).refundedCents).toBe(0);

  const token = await tokenOf(path);
  const form = { token, dollars: '4.00', reason: 'One file was late' };
  const [one, two] = await Promise.all([post(path, form), post(path, form)]);
  expect([one.status, two.status].toSorted()).toEqual([303, 409]);
  const after = [one, two].find(({ status }) => status === 303)?.headers.get('location') ?? '';
  expect(await read(after)).toContain('$4 refunded; $4 of $19 in all.');
  expect((await hub.order(order.token)).refundedCents).toBe(400);
  expect((await hub.mails('ada@example.com')).map(({ subject }) => subject)).toContain('Refunded: $4');
});

test('an amount that can’t be refunded is rejected, and the input is still there', async () => {
  const { hub, post, tokenOf } = await shop();
  const order = await hub.bought();
  const path = `/orders/${order.id}/refund`;
  for (const dollars of ['19.01', '-1', '0', 'all', '1e3', '']) {
    const answer = await post(path, { token: await tokenOf(path), dollars, reason: 'Kept "words"' });
    expect(answer.status, dollars).toBeGreaterThanOrEqual(400);
    const text = await answer.text();
    expect(text).toContain('Kept &quot;words&quot;');
    expect(text).toContain('role="alert"');
  }
  expect((await hub.order(order.token)).refundedCents).toBe(0);
});

test('the receipt is emailed again on request', async () => {
  const { hub, post, tokenOf } = await shop();
  const order = await hub.bought();
  hub.clock.move(1000);
  const path = `/orders/${order.id}/resend`;
  expect((await post(path, { token: await tokenOf(path) })).status).toBe(303);
  expect((await hub.mails('ada@example.com')).map(({ subject }) => subject)).toEqual([
    'Your order: Launch checklist',
    'Your order: Launch checklist',
  ]);
});

test('no one else gets in: another host name, no key, a foreign form, another order’s token', async () => {
  const { hub, send, post, tokenOf, shown } = await shop();
  const [order, other] = [await hub.bought(), await hub.bought({ email: 'eve@example.com' })];
  for (const host of [
    'evil.example:3003',
    'evil.example',
    '127.0.0.1:80',
    'localhost.evil.example:3003',
    '',
  ]) {
    const answer = await send('/orders', {}, { host });
    expect(answer.status, host).toBe(421);
    expect(await answer.text()).not.toContain('ada@example.com');
  }
  for (const cookie of ['', 'hub-console-3003=', `hub-console-3003=${'x'.repeat(32)}`])
    expect((await send(`/orders/${order.id}`, {}, { cookie })).status, cookie).toBe(403);
  expect((await send('/orders?key=wrong', {}, { cookie: '' })).status).toBe(403);
  const opened = await send(shown.address().slice('http://127.0.0.1:3003'.length), {}, { cookie: '' });
  expect(opened.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax$/);

  const path = `/orders/${order.id}/refund`;
  const form = { dollars: '19', reason: '' };
  const token = await tokenOf(path);
  expect((await post(path, { ...form, token }, { origin: 'http://evil.example' })).status).toBe(403);
  expect((await post(path, { ...form, token }, { origin: 'null' })).status).toBe(403);
  expect((await send(path, { method: 'POST', body: new URLSearchParams({ ...form, token }) })).status).toBe(
    403,
  );
  expect((await post(`/orders/${other.id}/refund`, { ...form, token })).status).toBe(409);
  expect((await post(path, form)).status).toBe(409);
  expect((await send(`${path}?dollars=19&token=${token}`)).status).toBe(200);
  for (const method of ['PUT', 'DELETE'])
    expect((await send(path, { method }, { origin: own })).status, method).toBe(403);
  expect((await hub.order(order.token)).refundedCents + (await hub.order(other.token)).refundedCents).toBe(0);
});

test('buyers’ input is shown as typed, and no page runs a script', async () => {
  const { hub, read, send } = await shop();
  const nasty = `<script>alert(1)</script>" onload='x'`;
  const order = await hub.bought({ name: nasty });
  const text = await read(`/orders/${order.id}`);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&#39;x&#39;');
  expect(text).not.toContain('<script');
  expect(await read(`/orders?find=${encodeURIComponent(nasty)}`)).not.toContain('<script');
  const { headers } = await send('/orders');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(headers.get('cache-control')).toBe('no-store');
  for (const path of ['/orders/none', '/nothing', '/orders/%E0%A4%A', `/orders/${order.id}/refund/more`])
    expect((await send(path)).status, path).toBe(404);
});

test('it has the hub’s own styles and fonts', async () => {
  const { send } = consoleOf([]);
  const css = await (await send('/console.css')).text();
  expect(css).toContain('--pen: #1d43c6');
  const face = /\/fonts\/(schibsted[^']+latin-wght[^']+)'/.exec(css)?.[1] ?? '';
  const { status, headers } = await send(`/fonts/${face}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'font/woff2']);
  expect((await send('/fonts/..%2f..%2fpackage.json')).status).toBe(404);
});

test('it listens on this machine only, and stops with its terminal', async () => {
  const hub = await storeHub(db, [productFiles('pack')]);
  const taken = createAdaptorServer({ fetch: () => new Response('') });
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const port = (taken.address() as AddressInfo).port;
  const command = consoleCommand({ platform: hub.platform, features: [] });
  await expect(command.run([String(port)], () => {})).rejects.toThrow(`Port ${port} is in use`);
  await expect(command.run(['here'], () => {})).rejects.toThrow('PORT must be a number');

  // Without a port, it takes the next free one.
  hub.platform.config.port = port - 3;
  let ended = Promise.resolve();
  const address = await new Promise<URL>((resolve) => {
    ended = command.run([], (line) => line.startsWith('http') && resolve(new URL(line)));
  });
  expect(address.hostname).toBe('127.0.0.1');
  const answer = await new Promise<number | undefined>((resolve) =>
    ask({ host: '127.0.0.1', port: address.port, headers: { host: 'rebound.example' } }, (response) =>
      resolve(response.resume().statusCode),
    ).end(),
  );
  expect(answer).toBe(421);
  process.emit('SIGTERM');
  await ended;
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});
