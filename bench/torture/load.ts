import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure } from '../kit.ts';
import { addTemplate, type Member, type Plan, randomOf, signUpMany } from './kit.ts';

/** A hundred people at once for ten minutes, who read, look for products and save; then twice as many, and more costly. */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  const seconds = isShort ? 60 : 600;
  const random = randomOf(seed);
  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  const members = await signUpMany(hub.url, 20);
  for (const [n, member] of members.entries()) await addTemplate(member, `tpl_load_${n}`, 'Load');
  const { items } = (await (await fetch(`${hub.url}/api/store/products`)).json()) as {
    items: { id: string }[];
  };
  const reads = ['/', '/store', '/about', '/tools', '/api/store/products', `/product/${items[0]?.id}`];

  let keys = 0;
  const save = (member: Member, n: number) => ({
    method: 'PATCH' as const,
    path: `/api/saved/tpl_load_${n}`,
    headers: { cookie: member.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      key: `key-load-${seed}-${++keys}`,
      base: 1e6,
      content: `text ${keys}`,
      fields: [],
      formData: {},
    }),
  });
  const signIn = () => ({
    method: 'POST' as const,
    path: '/api/auth/sign-in',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${keys >> 8}.${++keys & 255}` },
    body: JSON.stringify({ email: `nobody${keys}@example.com`, password: 'seven quiet herons' }),
  });
  /** One request in five writes or reads what is somebody's own; the rest are pages and products. */
  const next = (costly: number) => () => {
    const dice = random();
    const n = Math.floor(random() * members.length);
    const member = members[n] as Member;
    if (dice < costly) return signIn();
    if (dice < costly + 0.1) return save(member, n);
    if (dice < costly + 0.2)
      return { method: 'GET' as const, path: '/api/saved/changes', headers: { cookie: member.cookie } };
    return { method: 'GET' as const, path: reads[Math.floor(random() * reads.length)] ?? '/' };
  };
  const load = async (connections: number, duration: number, costly: number) => {
    const statuses: Record<string, number> = {};
    const result = await autocannon({
      url: hub.url,
      connections,
      duration,
      timeout: 30,
      requests: [{ setupRequest: (request) => ({ ...request, body: undefined, ...next(costly)() }) }],
      setupClient: (client) =>
        client.on('response', (status: number) => (statuses[status] = (statuses[status] ?? 0) + 1)),
    });
    say(
      `${connections} connections: ${result.requests.total} requests, ${JSON.stringify(statuses)}, ${result.errors} errors`,
    );
    return { statuses, errors: result.errors, total: result.requests.total };
  };
  const count = (statuses: Record<string, number>, isBad: (status: number) => boolean) =>
    Object.entries(statuses).reduce((sum, [status, n]) => sum + (isBad(Number(status)) ? n : 0), 0);

  const usual = await load(100, seconds, 0);
  const crowded = await load(200, Math.max(10, seconds / 10), 0.2);
  const began = performance.now();
  const isWell = async () => {
    const asked = performance.now();
    const { method, path, headers, body } = save(members[0] as Member, 0);
    const answer = await fetch(hub.url + path, { method, headers, body }).catch(() => null);
    return answer?.ok === true && performance.now() - asked < 1000;
  };
  while (!(await isWell()) && performance.now() - began < 60_000) await sleep(100);
  const recovered = (performance.now() - began) / 1000;
  return [
    atMost(
      `100 connections, mixed, for ${seconds} s (${usual.total} requests): answers of 500 and more, and none at all`,
      count(usual.statuses, (status) => status >= 500) + usual.errors,
      0,
      '',
      0,
    ),
    atMost(
      `200 connections with sign-ins (${crowded.total} requests): answers of 500 and more but 503`,
      count(crowded.statuses, (status) => status >= 500 && status !== 503),
      0,
      '',
      0,
    ),
    {
      what: 'of them asked to come again',
      measured: String(count(crowded.statuses, (status) => status === 429 || status === 503)),
      aim: '> 0',
      reached: count(crowded.statuses, (status) => status === 429 || status === 503) > 0,
    },
    atMost('a save within a second again after that', recovered, 10, 's', 1),
  ];
}
