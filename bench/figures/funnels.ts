import { request } from 'node:http';
import { startFrom } from '#features/funnels/rules/start-from.ts';
import { starters } from '#features/funnels/rules/starters.ts';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure, ratioToBare } from '../kit.ts';

const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

/** What a published page weighs, and what it costs to serve one and count the visit. */
export async function figures(): Promise<Figure[]> {
  await using hub = await startHub();
  const origin = hub.url;
  const json = { 'content-type': 'application/json', origin };
  const sign = await fetch(`${origin}/api/auth/sign-up`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      displayName: 'Ada',
      email: 'ada@example.com',
      password: 'seven quiet herons',
      attempt: 'attemptattemptattempt123',
    }),
  });
  const cookie = sign.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  let made = 0;
  const [first] = starters;
  if (!first) throw new Error('There is no funnel to start from');
  const funnel = startFrom(first, () => `p${++made}`, 'fun_bench', null);
  const saved = await fetch(`${origin}/api/funnels/fun_bench`, {
    method: 'PUT',
    headers: { ...json, cookie },
    body: JSON.stringify({ key: 'benchbenchbench', base: 0, funnel, publish: 'now' }),
  });
  if (!saved.ok) throw new Error(await saved.text());
  const path = `${origin}/f/${funnel.slug}`;
  const weight = await compressed(path);

  const cpu = await ratioToBare(hub.pid, { url: path, headers: { 'user-agent': agent } });
  return [
    atMost('a published page, gz', weight / 1024, 6, 'KB'),
    atMost('a published page with its visit counted, CPU against a bare server', cpu, 3, 'x', 2),
  ];
}

const compressed = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip', 'user-agent': agent } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('end', () => resolve(bytes));
    })
      .once('error', reject)
      .end();
  });
