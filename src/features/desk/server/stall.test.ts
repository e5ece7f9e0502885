import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { deskHub, deskOrigin } from '#testing/desk-hub.ts';

const db = await useDatabase();
await db.pool.query('truncate desk_operator cascade');
const hub = deskHub(db);

const boundary = 'edge';
const part = `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n`;
const urlencoded = 'application/x-www-form-urlencoded';
const bodies: [string, string, string][] = [
  ['bare separators', urlencoded, 'a&'.repeat(260_000)],
  ['numbers', urlencoded, Array.from({ length: 70_000 }, (_, n) => `${n}=`).join('&')],
  ['percent signs', urlencoded, `a=${'%22'.repeat(170_000)}`],
  ['percent signs, small enough to be kept', urlencoded, `a=${'%22'.repeat(40_000)}`],
  ['parts', `multipart/form-data; boundary=${boundary}`, `${part.repeat(8000)}--${boundary}--\r\n`],
];

test.each(bodies)('[law] a stranger’s form of %s takes no 25 ms of the process', async (_, type, body) => {
  let best = Infinity;
  let status = 0;
  let length = 0;
  for (let n = 0; n < 8; n++) {
    const request = new Request(`${deskOrigin}/desk/tills/a/note`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'content-length': String(body.length),
        origin: deskOrigin,
        'sec-fetch-mode': 'navigate',
      },
      body,
    });
    const before = process.cpuUsage();
    const answer = await hub.app.request(request);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
    ({ status } = answer);
    ({ length } = await answer.text());
  }
  expect(status).toBe(401);
  expect(length).toBeLessThan(400_000);
  expect(best).toBeLessThan(25);
});

test('what is sent to no act of the desk is not read at all', async () => {
  const answer = await hub.app.request(`${deskOrigin}/desk/leave`, {
    method: 'POST',
    headers: { 'content-type': urlencoded, origin: deskOrigin },
    body: 'text=mine',
  });
  expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining('mine')]);
});
