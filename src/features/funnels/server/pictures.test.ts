import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { newId, randomText } from '#base/id.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel, funnelsHub, withBlock } from '#testing/funnels-hub.ts';
import type { Funnel } from '../rules/contract.ts';

const db = await useDatabase();

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

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

test('a planned funnel is published at its hour, and a picture in it becomes a file of the hub', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(randomText(12));
  const funnel = withBlock(aFunnel(newId('funnel')), (block) =>
    block.type === 'hero'
      ? { ...block, values: { ...block.values, picture: `data:image/png;base64,${pixel}`, alt: 'A dot' } }
      : block,
  );
  const { head } = await ada.put(funnel.id, { funnel, publish: { at: '2026-11-21T13:00:00Z' } });
  expect(head).toMatchObject({ live: null, publishAt: '2026-11-21T13:00:00.000Z' });
  await hub.runJobs();
  expect((await hub.visit(`/f/${funnel.slug}`)).status).toBe(404);
  hub.clock.move(3_600_000);
  await hub.runJobs();
  const html = await (await hub.visit(`/f/${funnel.slug}`)).text();
  const src = /src="(\/f\/-\/[0-9a-f]{64}\.png)"/.exec(html)?.[1] ?? '';
  const shown = await hub.visit(src);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(pixel);
  expect((await ada.call('POST', '/api/funnels/pictures')).status).toBe(415);
});

test('a picture that the disk does not take is refused for now, and taken when it can be', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(randomText(12));
  const body = Buffer.from(pixel, 'base64');
  const bring = () => hub.send('POST', '/api/funnels/pictures', { body, headers: { 'x-user': ada.uid } });
  // A file where the folder should be fails every write, as a full disk does.
  await writeFile(join(hub.folder, 'funnel-pictures'), '');
  const refused = await bring();
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain('Couldn’t save this image.');
  await rm(join(hub.folder, 'funnel-pictures'));
  expect((await bring()).status).toBe(200);
});
