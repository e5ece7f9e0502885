// Long because: versions are tried from all sides, over one small kit.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, minutes } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { useDatabase } from '#testing/database.ts';
import { memberFiles } from '#testing/member-files.ts';
import { savedHub } from '#testing/saved-hub.ts';
import type { WriteAnswer } from '../rules/contract.ts';
import type { RestoreVersionAnswer, VersionsAnswer, VersionText } from '../rules/versions-contract.ts';
import { versionBounds } from '../rules/versions.ts';
import { countSaved, savedBytes } from './public.ts';

const db = await useDatabase();
const key = () => randomText(20);
let ids = 0;

async function hubWith(
  options: Parameters<typeof savedHub>[1] = {},
  plan: 'FREE' | 'ENTERPRISE' = 'ENTERPRISE',
) {
  const hub = await savedHub(db, options);
  const ada = await hub.member(`usr_${randomText(8)}`, plan);
  const id = `tpl_v${++ids}`;
  const as = (device = 'Firefox/130 Linux') => ({ 'user-agent': device });
  const save = async (content: string, more: object = {}, device?: string): Promise<WriteAnswer> => {
    const body = { key: key(), base: 2_000_000_000, content, fields: [], formData: {}, ...more };
    const answer = await ada.send('PATCH', `/api/saved/${id}`, body, as(device));
    expect(answer.status).toBe(200);
    return (await answer.json()) as WriteAnswer;
  };
  const add = (content: string, more: object = {}) =>
    ada.ask<WriteAnswer>('POST', '/api/saved', {
      key: key(),
      id,
      name: 'NDA',
      content,
      fields: [],
      formData: {},
      ...more,
    });
  const list = async (of = id) => {
    const all: VersionsAnswer['versions'] = [];
    for (let more = true, before = ''; more;) {
      const page = await ada.ask<VersionsAnswer>('GET', `/api/saved/${of}/versions${before}`);
      all.push(...page.versions);
      more = page.more;
      before = `?before=${all.at(-1)?.version}`;
    }
    return all;
  };
  const text = (version: number) => ada.ask<VersionText>('GET', `/api/saved/${id}/versions/${version}`);
  const texts = async () =>
    Promise.all((await list()).map(async ({ version }) => (await text(version)).content));
  const restore = (version: number) =>
    ada.ask<RestoreVersionAnswer>('POST', `/api/saved/${id}/versions/${version}/restore`, { key: key() });
  const later = (by = minutes(11)) => hub.clock.move(by);
  return { hub, ada, id, add, save, list, text, texts, restore, later };
}

test('each save is a version with its text, answers, time and device; the newest is the text itself', async () => {
  const { add, save, list, text, later } = await hubWith();
  await add('<p>one</p>', { formData: { fee: '4000' } });
  later();
  await save('<p>two</p>', { formData: { fee: '4500' } });
  const versions = await list();
  expect(versions).toMatchObject([
    { version: 2, at: '2026-11-21T12:11:00.000Z', device: 'Firefox on Linux', how: 'saved', isCurrent: true },
    { version: 1, at: '2026-11-21T12:00:00.000Z', device: 'Unknown device', isCurrent: false },
  ]);
  expect(await text(1)).toMatchObject({ content: '<p>one</p>', formData: { fee: '4000' } });
  expect(await text(2)).toMatchObject({ content: '<p>two</p>', formData: { fee: '4500' } });
});

test('saves within ten minutes are one version, a quarter of an hour of them is two', async () => {
  const { add, save, texts, later } = await hubWith();
  await add('<p>0</p>');
  later();
  for (let n = 1; n <= 15; n++) {
    await save(`<p>${n}</p>`);
    later(minutes(1));
  }
  expect(await texts()).toEqual(['<p>15</p>', '<p>10</p>', '<p>0</p>']);
});

test('the same text twice is no new version, and marks are none', async () => {
  const { ada, id, add, save, list, later } = await hubWith();
  await add('<p>one</p>');
  later();
  const { version } = await save('<p>two</p>');
  await ada.ask('PATCH', `/api/saved/${id}/versions/${version}`, { name: 'Sent to Bo' });
  later();
  await save('<p>two</p>');
  await ada.ask('PATCH', `/api/saved/${id}`, { key: key(), base: 3, starred: true, name: 'Other' });
  expect(await list()).toMatchObject([
    { name: 'Sent to Bo', at: '2026-11-21T12:11:00.000Z', isCurrent: true },
    { version: 1 },
  ]);
});

test('a named version, one that left as a file and one that lost half of its words are kept', async () => {
  const { ada, id, add, save, texts, later } = await hubWith();
  await add('<p>first words</p>');
  later();
  const { version } = await save('<p>second words</p>');
  const { version: named } = await ada
    .ask<{ version: { version: number } }>('PATCH', `/api/saved/${id}/versions/${version}`, {
      name: ' Final ',
    })
    .then((answer) => answer.version);
  expect(named).toBe(version);
  await save('<p>third words</p>');
  await ada.ask('POST', `/api/saved/${id}/versions/use`, { as: 'exported' });
  await save('<p>fourth words</p>');
  await save('<p>fifth words</p>');
  await save('<p></p>');
  expect(await texts()).toEqual([
    '<p></p>',
    '<p>fifth words</p>',
    '<p>third words</p>',
    '<p>second words</p>',
    '<p>first words</p>',
  ]);
  await ada.ask('PATCH', `/api/saved/${id}/versions/${version}`, { name: '' });
  const { versions } = await ada.ask<VersionsAnswer>('GET', `/api/saved/${id}/versions`);
  expect(versions.map(({ name }) => name)).toEqual(versions.map(() => undefined));
});

test('another device makes a version of its own, however quick it is', async () => {
  const { hub, ada, id, add, list } = await hubWith();
  await add('<p>one</p>');
  const other = await hub.member(ada.uid);
  const body = { key: key(), base: 1, content: '<p>two</p>', fields: [], formData: {} };
  const asOther = await hub.app.request(`http://hub.test/api/saved/${id}`, {
    method: 'PATCH',
    headers: {
      'x-user': other.uid,
      'x-session': 'other',
      origin: 'http://hub.test',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(asOther.status).toBe(200);
  expect((await list()).map(({ isThisDevice }) => isThisDevice)).toEqual([false, true]);
});

test('restoring brings text and answers back as a new version, can be taken back and loses nothing', async () => {
  const { add, save, list, texts, text, restore, later, ada, id } = await hubWith();
  await add('<p>one</p>', { formData: { fee: '1' } });
  later();
  await save('<p>two</p>', { formData: { fee: '2' } });
  const { former, head } = await restore(1);
  expect([former, head.version]).toEqual([2, 3]);
  expect(await texts()).toEqual(['<p>one</p>', '<p>two</p>', '<p>one</p>']);
  expect((await list())[0]).toMatchObject({ how: 'restored', from: 1 });
  expect((await text(3)).formData).toEqual({ fee: '1' });
  await restore(2);
  expect(await texts()).toEqual(['<p>two</p>', '<p>one</p>', '<p>two</p>', '<p>one</p>']);
  // What is there already is not restored once more.
  expect((await restore(4)).former).toBeNull();
  expect((await ada.ask<{ template: object }>('GET', `/api/saved/${id}`)).template).toMatchObject({
    content: '<p>two</p>',
    formData: { fee: '2' },
  });
});

test('a restore brings a template back out of the bin', async () => {
  const { ada, id, add, save, restore, later } = await hubWith();
  await add('<p>one</p>');
  later();
  await save('<p>two</p>');
  await ada.ask('DELETE', `/api/saved/${id}`, { key: key(), base: 9 });
  expect(await restore(1)).toMatchObject({ isBack: true, head: { deletedAt: null } });
});

test('somebody else finds nothing: neither a list nor a text, and changes nothing', async () => {
  const { hub, id, add, list } = await hubWith();
  await add('<p>one</p>');
  const eve = await hub.member(`usr_${randomText(8)}`);
  const path = `/api/saved/${id}/versions`;
  const tries = [
    ['GET', path],
    ['GET', `${path}/1`],
    ['PATCH', `${path}/1`, { name: 'Mine' }],
    ['POST', `${path}/1/restore`, { key: key() }],
    ['POST', `${path}/use`, { as: 'exported' }],
  ] as const;
  for (const [method, at, body] of tries) expect((await eve.send(method, at, body)).status).toBe(404);
  expect(await list()).toMatchObject([{ version: 1 }]);
  expect((await list())[0]?.name).toBeUndefined();
});

test('texts that lie in files have versions, too, each with its own file, and all go for good', async () => {
  const { hub, ada, id, add, save, texts, later, restore } = await hubWith();
  const large = (letter: string) => letter.repeat(850_000);
  await add(large('a').slice(0, 590_000), { formData: { long: large('b').slice(0, 400_000) } });
  later();
  const uploaded = async (content: string) => {
    const answer = await ada.send('PUT', `/api/saved/${id}/upload/content`, content, {
      'content-type': 'text/html',
    });
    const { upload } = (await answer.json()) as { upload: string };
    await ada.ask('PATCH', `/api/saved/${id}`, {
      key: key(),
      base: 99,
      upload,
      fields: [],
      formData: {},
    });
    later();
  };
  await uploaded(large('c'));
  await uploaded(large('d'));
  await save('<p>small again</p>');
  expect((await texts()).map((text) => text.slice(0, 1) + text.length)).toEqual([
    '<18',
    'd850000',
    'c850000',
    'a590000',
  ]);
  const before = await savedBytes(db.tables(), ada.uid);
  expect(before).toBeGreaterThan(2_000_000);
  await restore(2);
  expect((await texts())[0]).toBe(large('c'));
  const taken = await memberFiles(hub.memberData, ada.uid);
  expect(taken.find(({ path }) => path === `templates/${id}/versions/2.html`)?.bytes.length).toBe(850_000);
  await ada.ask('DELETE', `/api/saved/${id}`, { key: key(), base: 99, forGood: true });
  hub.clock.move(days(8));
  await hub.runJobs();
  expect(await hub.files.has(`templates/${ada.uid}/${id}/versions/2.html`)).toBe(false);
  expect(await savedBytes(db.tables(), ada.uid)).toBeLessThan(1000);
  expect((await ada.send('GET', `/api/saved/${id}/versions`)).status).toBe(404);
});

test('versions are in the files of an account, go with it, and count against no plan', async () => {
  const { hub, ada, id, add, save, later } = await hubWith();
  await add('<p>one</p>');
  later();
  await save('<p>two</p>');
  const files = await memberFiles(hub.memberData, ada.uid);
  const former = files.find(({ path }) => path === `templates/${id}/versions/1.html`);
  expect(new TextDecoder().decode(former?.bytes)).toBe('<p>one</p>');
  expect(await countSaved(db.tables(), ada.uid)).toBe(1);
  await db.transaction((trx) => hub.memberData.forget(trx, ada.uid));
  const { rows } = await db.pool.query('select 1 from saved_version where owner_id = $1', [ada.uid]);
  expect(rows).toEqual([]);
});

test('a full account refuses no save for its versions: the oldest make way, named ones stay', async () => {
  const { ada, id, add, save, list, later } = await hubWith({ megabytes: 10 }, 'FREE');
  await add('first');
  await ada.ask('PATCH', `/api/saved/${id}/versions/1`, { name: 'Signed' });
  for (let n = 0; n < 30; n++) {
    later();
    await save(randomText(500_000));
  }
  expect(await savedBytes(db.tables(), ada.uid)).toBeLessThanOrEqual(10 * 1024 * 1024);
  const versions = await list();
  expect(versions.length).toBeGreaterThan(8);
  expect(versions.at(-1)).toMatchObject({ name: 'Signed', version: 1 });
});

test('a template has at most 200 versions and one of each day before; names end at a hundred', async () => {
  const { ada, id, add, save, list, later } = await hubWith();
  await add('0');
  for (let n = 1; n <= versionBounds.newest + 60; n++) {
    later();
    await save(String(n));
  }
  // Two hundred of eleven minutes are a day and a half.
  const versions = await list();
  expect(versions.length).toBeLessThanOrEqual(versionBounds.newest + versionBounds.slack + 2);
  expect(versions.length).toBeGreaterThanOrEqual(versionBounds.newest);
  const names = versions.slice(0, versionBounds.named + 2);
  const answers = [];
  for (const { version } of names)
    answers.push((await ada.send('PATCH', `/api/saved/${id}/versions/${version}`, { name: 'N' })).status);
  expect(answers.slice(-3)).toContain(402);
});

test('[law] whatever two devices save, restore and name: nothing is missing from the list', async () => {
  const act = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('save' as const),
        device: fc.integer({ min: 0, max: 1 }),
        text: fc.integer({ min: 0, max: 4 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('restore' as const), device: fc.constant(0), text: fc.nat(9) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('name' as const), device: fc.constant(0), text: fc.nat(9) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        device: fc.constant(0),
        text: fc.integer({ min: 1, max: 12 }),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      const { hub, ada, id, add, list, texts, restore, later } = await hubWith();
      await add('<p>begun</p>');
      /** Every text, with when it was saved and by whom: the last of ten minutes by one device must be there. */
      let run = { text: '<p>begun</p>', device: -1, begun: hub.clock.now().getTime(), isFixed: false };
      const must = [run.text];
      const refused: number[] = [];
      const wrote = (text: string, device: number, isFixed: boolean) => {
        const at = hub.clock.now().getTime();
        if (text === run.text) return;
        const goesOn =
          !isFixed && !run.isFixed && run.device === device && at - run.begun < versionBounds.foldMs;
        if (goesOn) must.pop();
        must.push(text);
        run = { text, device, begun: goesOn ? run.begun : at, isFixed };
      };
      for (const one of acts) {
        const versions = await list();
        const pick = versions[one.text % versions.length];
        if (one.do === 'wait') later(minutes(one.text));
        else if (one.do === 'save') {
          const content = `<p>text ${one.text}</p>`;
          const response = await hub.app.request(`http://hub.test/api/saved/${id}`, {
            method: 'PATCH',
            headers: {
              'x-user': ada.uid,
              'x-session': `device ${one.device}`,
              origin: 'http://hub.test',
              'content-type': 'application/json',
            },
            body: JSON.stringify({ key: key(), base: 999_999, content, fields: [], formData: {} }),
          });
          refused.push(...(response.ok ? [] : [response.status]));
          wrote(content, one.device, false);
        } else if (one.do === 'restore' && pick) {
          const content = (await texts())[one.text % versions.length] ?? '';
          await restore(pick.version);
          wrote(content, -2, true);
        } else if (pick) {
          await ada.ask('PATCH', `/api/saved/${id}/versions/${pick.version}`, { name: `n${one.text}` });
          if (pick.isCurrent) run.isFixed = true;
        }
      }
      expect(refused).toEqual([]);
      expect(await texts()).toEqual(must.toReversed());
    }),
    { numRuns: 25 },
  );
});
