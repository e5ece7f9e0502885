import { expect, test, vi } from 'vitest';
import { createStorage } from '#testing/browser-storage.ts';
import { memoryDisk } from '#testing/memory-disk.ts';
import type { Area } from './area.ts';
import { createDurable, type Durable } from './durable.ts';

/** One browser after several people without an account: their owner has the same name for each, `guest`. */
async function browser() {
  const areas: Record<Area, Storage> = { local: createStorage(), session: createStorage() };
  vi.resetModules();
  vi.stubGlobal('window', {
    localStorage: areas.local,
    sessionStorage: areas.session,
    addEventListener: () => {},
  });
  const offers = await import('./offers.ts');
  const owner = await import('./owner.ts');
  await owner.readyToJoin();
  const durable = createDurable(memoryDisk(), () => {});
  offers.addOfferSource(offers.placeInList(durable, { funnel: ['funnel', 'funnels'] }, () => {}));
  return { offers, owner, durable, local: areas.local };
}

async function begin(durable: Durable, id: string) {
  const head = { id, version: 0, contentVersion: 0, seq: 0, isPurged: false };
  const op = { what: 'add' as const, key: `key-${id}`, base: 0, payload: {} };
  const at = '2026-03-01T12:00:00.000Z';
  await durable.edit({ owner: 'guest', kind: 'funnel', id, head, body: { words: id }, op, at });
}

const list = (...ids: string[]) => JSON.stringify(ids.map((id) => ({ id, words: `of ${id}` })));

/** The first person's things were declined and stay; a second person's came later, in the same places. */
async function twoPeople() {
  const here = await browser();
  const { durable, local, owner, offers } = here;
  local.setItem('hub.aiDrafts', list('first'));
  local.setItem('documentAnswers:draft-first', '{"a":"of the first"}');
  local.setItem('localSavedTemplates', list('first'));
  await begin(durable, 'funnel-first');
  owner.becomeOwner('ada');
  offers.refuseLeft(await offers.leftHere());
  local.setItem('hub.aiDrafts', list('second', 'first'));
  local.setItem('documentAnswers:draft-second', '{"a":"of the second"}');
  local.setItem('localSavedTemplates@guest', list('second', 'first'));
  await begin(durable, 'funnel-second');
  const left = await offers.leftHere();
  expect(left.flatMap(({ names }) => names)).toHaveLength(3);
  const of = async (who: string) => ({
    drafts: local.getItem(who === 'guest' ? 'hub.aiDrafts' : `hub.aiDrafts@${who}`),
    templates: local.getItem(who === 'guest' ? 'localSavedTemplates@guest' : 'localSavedTemplates'),
    funnels: (await durable.list(who, 'funnel')).map(({ id }) => id),
    answers: ['first', 'second'].filter(
      (id) => local.getItem(`documentAnswers:draft-${id}${who === 'guest' ? '' : `@${who}`}`) !== null,
    ),
  });
  return { ...here, left, of };
}

const everythingOf = (id: string) => ({
  drafts: list(id),
  templates: list(id),
  funnels: [`funnel-${id}`],
  answers: [id],
});

test('only what the offer named is deleted: other people’s data in the same place stays', async () => {
  const { offers, left, of } = await twoPeople();
  await offers.removeLeft(left);
  expect(await of('guest')).toEqual(everythingOf('first'));
});

test('only what the offer named is added: what was declined before stays where it was', async () => {
  const { offers, left, of } = await twoPeople();
  await offers.takeLeft(left);
  expect(await of('ada')).toEqual(everythingOf('second'));
  expect(await of('guest')).toEqual(everythingOf('first'));
});
