import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { hours } from '#base/clock.ts';
import { verifyWebhook } from '#platform/server/webhooks/signature.ts';
import { useDatabase } from '#testing/database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';

const db = await useDatabase();
beforeEach(() =>
  db.pool.query('truncate recovery_cart, recovery_message, outbound_message cascade').then(() => {}),
);
let people = 0;
const somebody = () => ({ uid: `cha${++people}`, buyer: `bea.cha${people}@example.com` });

/** Another channel: what it was told, and what it answers. */
async function channel(statuses: number[] = []) {
  const told: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    told.push({ headers: request.headers, body: await text(request) });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` };
}

test('[AUTO-4] each message is announced to other channels once, signed, and retried under the same id', async () => {
  const { told, url } = await channel([500]);
  const hub = recoveryHub(db, { toLoopback: true });
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid, 'MULTI_CHANNEL');
  await ada.settle({ multiChannel: true }, { webhookUrl: url });
  await ada.switchOn();
  await ada.add(buyer);
  hub.clock.move(hours(1));
  await hub.run();
  expect(told).toHaveLength(1);
  hub.clock.move(60_000);
  await hub.run();
  expect(told).toHaveLength(2);
  hub.clock.move(hours(1));
  await hub.run();
  expect(told).toHaveLength(2);
  const [first, second] = told;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  const { connection } = await ada.overview();
  const signed = {
    'webhook-id': String(second?.headers['webhook-id']),
    'webhook-timestamp': String(second?.headers['webhook-timestamp']),
    'webhook-signature': String(second?.headers['webhook-signature']),
  };
  const at = new Date(Number(signed['webhook-timestamp']) * 1000);
  expect(verifyWebhook(connection.secret, signed, second?.body ?? '', at)).toBe(true);
  expect(JSON.parse(second?.body ?? '')).toMatchObject({
    type: 'recovery.message',
    data: {
      email: buyer,
      step: 1,
      totalCents: 4900,
      subject: 'Your cart at Birch Press is still here',
      link: expect.stringContaining('/r/'),
    },
  });
});

test('[AUTO-4] other channels hear nothing without the plan, of the unsubscribed, or after a purchase', async () => {
  const { told, url } = await channel();
  const hub = recoveryHub(db, { toLoopback: true });
  const { uid, buyer } = somebody();
  const poor = await hub.member(uid, 'AI_CONTENT');
  await poor.settle({ multiChannel: true }, { webhookUrl: url });
  await poor.switchOn();
  await poor.add(`poor.${buyer}`);
  const ada = await hub.member(somebody().uid, 'MULTI_CHANNEL');
  await ada.settle({ multiChannel: true }, { webhookUrl: url });
  await ada.switchOn();
  await ada.add(`gone.${buyer}`);
  await ada.add(`buys.${buyer}`);
  await db.pool.query('update consent_record set withdrawn_at = now() where address = $1', [`gone.${buyer}`]);
  hub.clock.move(hours(1));
  await hub.recovery.engine.sendAllDue();
  await ada.bought(`buys.${buyer}`);
  await hub.run();
  expect(told).toEqual([]);
  expect(await hub.mails(`poor.${buyer}`)).toMatchObject([{ state: 'kept' }]);
  expect((await poor.overview()).carts[0]?.messages[0]?.reason).toBe(
    'not announced to other channels: the plan has none',
  );
});

test('[AUTO-4] an address that no webhook can go to costs the channel its word, not the buyer their mail', async () => {
  const hub = recoveryHub(db);
  const { uid, buyer } = somebody();
  const ada = await hub.member(uid, 'MULTI_CHANNEL');
  const url = 'http://127.0.0.1:9/in';
  await expect(ada.settle({ multiChannel: true }, { webhookUrl: url })).rejects.toThrow(
    /400.*points to a private network.*delivery\.webhookUrl/,
  );
  await ada.settle({ multiChannel: true });
  // As it may have been taken before it was looked at.
  await db.pool.query(
    `update recovery_owner set delivery = delivery || jsonb_build_object('webhookUrl', $2::text) where owner_id = $1`,
    [uid, url],
  );
  await ada.settle({ multiChannel: true, maxEmails: 2 }, { webhookUrl: url });
  await ada.switchOn();
  await ada.add(buyer);
  hub.clock.move(hours(1));
  await hub.run();
  expect(await hub.mails(buyer)).toHaveLength(1);
  const [message] = (await ada.overview()).carts[0]?.messages ?? [];
  expect(message).toMatchObject({ state: 'sent', reason: expect.stringContaining('not announced') });
});
