import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { outsideOnly } from '#platform/server/webhooks/target.ts';
import { useDatabase } from '#testing/database.ts';
import { mounted } from '#testing/platform.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import { pictureRoutes } from './pictures.ts';

const db = await useDatabase();
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

test('a shop’s picture comes by way of the hub, to its owner alone, only if it is a small picture', async () => {
  const asked: { url: string; cookie: string | undefined; referer: string | undefined }[] = [];
  const shop = createServer(({ url = '', headers: { cookie, referer } }, answer) => {
    asked.push({ url, cookie, referer });
    if (url === '/redirect.gif') answer.writeHead(302, { location: '/good.gif' }).end();
    else if (url === '/page.gif') answer.end('<html><script>alert(1)</script></html>');
    else if (url === '/drawing.gif') answer.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    else if (url === '/huge.gif') answer.end(Buffer.concat([gif, Buffer.alloc(2 * 1024 * 1024)]));
    else answer.end(gif);
  });
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
  onTestFinished(() => void shop.close());
  const at = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const hub = recoveryHub(db);
  const ada = await hub.member('pia1');
  const { id } = await ada.add('pia.buyer@example.com', {
    items: [
      { name: 'One', image: 'https://cdn.example/good.gif' },
      { name: 'None' },
      ...['redirect', 'page', 'drawing', 'huge'].map((name) => ({
        name,
        image: `https://cdn.example/${name}.gif`,
      })),
    ],
  });
  const refused = await ada.call('POST', '/api/recovery/carts', {
    email: 'x@example.com',
    totalCents: 1,
    items: [{ name: 'Plain', image: 'http://cdn.example/a.gif' }],
  });
  expect(refused.status).toBe(400);
  // The shop of this test has no certificate: its addresses are kept as they would be without one.
  await db.pool.query(
    `update recovery_cart set items = replace(items::text, 'https://cdn.example', $1)::jsonb where id = $2`,
    [at, id],
  );
  const inside = { ...outsideOnly(false), isAllowed: (address: string) => address === '127.0.0.1' };
  const app = (policy = inside) =>
    mounted(pictureRoutes(hub.platform, policy), {
      ownOrigin: () => 'https://birch.example',
      resolveViewer: async (request) => ({
        kind: 'member' as const,
        uid: request.headers.get('x-user') ?? '',
        email: 'a@example.com',
        sessionId: 's',
      }),
    });
  const get = (index: number, uid = ada.uid, policy = inside) =>
    app(policy).request(`https://birch.example/api/recovery/carts/${id}/pictures/${index}`, {
      headers: { 'x-user': uid, cookie: 'session=1', referer: 'https://birch.example/automation' },
    });
  const good = await get(0);
  expect(good.headers.get('content-type')).toBe('image/gif');
  expect(Buffer.from(await good.arrayBuffer()).equals(gif)).toBe(true);
  expect(asked).toEqual([{ url: '/good.gif', cookie: undefined, referer: undefined }]);
  for (const index of [1, 2, 3, 4, 5, 99]) expect((await get(index)).status).toBe(204);
  expect(asked.filter(({ url }) => url === '/good.gif')).toHaveLength(1);
  // Nobody else's cart, and nothing inside a private network.
  const before = asked.length;
  expect((await get(0, 'somebody else')).status).toBe(204);
  expect((await get(0, ada.uid, outsideOnly(false) as typeof inside)).status).toBe(204);
  expect(asked).toHaveLength(before);
});
