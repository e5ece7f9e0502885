import { startFrom } from '#features/funnels/rules/start-from.ts';
import { starters } from '#features/funnels/rules/starters/index.ts';

/** Makes an account on a hub and publishes a complete funnel there: its address. */
export async function publishedFunnel(origin: string): Promise<string> {
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
  // The starter leaves open who asks, where its file lies and what is promised, and is not published so.
  funnel.style.company = 'Wren Studio';
  for (const { type, values } of funnel.steps.flatMap(({ blocks }) => blocks)) {
    if (values['link'] === '') values['link'] = '/store';
    if (type === 'hero') values['title'] = 'A guide to prices';
  }
  const saved = await fetch(`${origin}/api/funnels/fun_bench`, {
    method: 'PUT',
    headers: { ...json, cookie },
    body: JSON.stringify({ key: 'benchbenchbench', base: 0, funnel, publish: 'now', hasSeen: true }),
  });
  if (!saved.ok) throw new Error(await saved.text());
  return `${origin}/f/${funnel.slug}`;
}
