import { expect, test } from 'vitest';
import { randomText } from '#base/id.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel, funnelsHub, withBlock } from '#testing/funnels-hub.ts';
import type { Funnel } from '../rules/contract.ts';

const db = await useDatabase();
let people = 0;
const someone = () => `publisher${++people}`;
const newId = () => `fun_${randomText(10)}`;

test('what the check stops nobody publishes; what is worth a look only who has seen it, also at its hour', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const good = aFunnel(newId());
  const titled = (title: string) =>
    withBlock(good, (block) =>
      block.type === 'hero' ? { ...block, values: { ...block.values, title } } : block,
    );
  const twins = {
    ...good,
    steps: good.steps.map((step) => ({ ...step, slug: 'same' })),
  };
  const later = { at: '2026-11-21T13:00:00Z' };
  for (const [funnel, words] of [
    [titled('Hello {{Nope}}'), '“{{Nope}}” isn’t filled in on a published page'],
    [twins, 'It has the same address as'],
  ] as const)
    for (const publish of ['now', later] as const) {
      const base = (await ada.put(good.id, { base: 99, funnel })).version;
      const { head } = await ada.put(good.id, { base, publish, hasSeen: true });
      expect(head).toMatchObject({ live: null, publishAt: null });
      expect(head.publishRefusal).toContain(words);
      expect((await hub.visit(`/f/${good.slug}`)).status).toBe(404);
    }

  const lonely: Funnel = {
    ...good,
    steps: [...good.steps, { ...(good.steps[1] as Funnel['steps'][0]), id: 'lonely', slug: 'lonely' }],
  };
  const unseen = await ada.put(good.id, { base: 99, funnel: lonely, publish: 'now' });
  expect(unseen.head.publishRefusal).toContain('No step leads to this page');
  const seen = await ada.put(good.id, { base: 99, publish: 'now', hasSeen: true });
  expect(seen.head).toMatchObject({ live: { slug: good.slug }, publishRefusal: null });

  // Made wrong after it was planned: its hour comes, and nothing of it is shown.
  await ada.put(good.id, { base: 99, publish: 'off' });
  await ada.put(good.id, { base: 99, funnel: good, publish: later });
  await ada.put(good.id, { base: 99, funnel: twins });
  hub.clock.move(3_600_000);
  await hub.runJobs();
  expect((await hub.visit(`/f/${good.slug}`)).status).toBe(404);
  const { head } = await ada.get(good.id);
  expect(head.publishRefusal).toContain('It has the same address as');
});

test('a funnel whose parts share an id is refused in words, and none of its pages is lost', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const good = aFunnel(newId());
  const twice = { ...good, steps: good.steps.map((step) => ({ ...step, id: 'one', next: null })) };
  const body = { key: randomText(24), base: 0, funnel: twice };
  const answer = await ada.call('PUT', `/api/funnels/${good.id}`, body);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('have the same ID, “one”');
});
