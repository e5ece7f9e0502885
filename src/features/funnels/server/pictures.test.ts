import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { newId, randomText } from '#base/id.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel, funnelsHub } from '#testing/funnels-hub.ts';
import type { Funnel } from '../rules/contract.ts';

const db = await useDatabase();

/** A PNG by its first bytes, and no two alike. */
function picture(): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(200);
  made.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  made.set([0, 0, 0, 9, 0, 0, 0, 9], 16);
  made.set(crypto.getRandomValues(new Uint8Array(16)), 100);
  return made;
}

const showing = (src: string): Funnel => {
  const funnel = aFunnel(newId('funnel'));
  return { ...funnel, style: { ...funnel.style, logo: src } };
};

test('a picture goes a month after the last page that showed it, for whoever shows it', async () => {
  const hub = await funnelsHub(db);
  const [ada, bea] = [await hub.member(randomText(12)), await hub.member(randomText(12))];
  const bring = async () => {
    const answer = await hub.send('POST', '/api/funnels/pictures', {
      body: picture(),
      headers: { 'x-user': ada.uid },
    });
    return ((await answer.json()) as { src: string }).src;
  };
  const isThere = async (src: string) => (await hub.visit(src)).status === 200;
  const [shown, earlier, unused, given] = [await bring(), await bring(), await bring(), await bring()];
  const one = showing(earlier);
  await ada.put(one.id, { funnel: one });
  hub.clock.move(days(1));
  await ada.put(one.id, { base: 1, funnel: { ...one, style: { ...one.style, logo: shown } } });
  const other = showing(given);
  await ada.put(other.id, { funnel: other });
  // As somebody imports what they were given.
  const theirs = showing(given);
  await bea.put(theirs.id, { funnel: theirs });
  await ada.ask('DELETE', `/api/funnels/${other.id}`, { key: randomText(24), base: 1 });

  await hub.runJobs();
  for (const src of [shown, earlier, unused, given]) expect(await isThere(src)).toBe(true);
  hub.clock.move(days(40));
  await hub.runJobs();
  expect(await Promise.all([shown, earlier, given, unused].map(isThere))).toEqual([true, true, true, false]);
  await bea.ask('DELETE', `/api/funnels/${theirs.id}`, { key: randomText(24), base: 1 });
  hub.clock.move(days(40));
  await hub.runJobs();
  expect(await Promise.all([shown, earlier, given].map(isThere))).toEqual([true, true, false]);
});
