import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { days, minutes } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { restoreBackup } from '#platform/server/backup/restore.ts';
import { writeBackup } from '#platform/server/backup/write.ts';
import type { Database } from '#platform/server/database/database.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { openDiskFiles } from '#platform/server/files/disk.ts';
import { silentLog } from '#platform/server/log.ts';
import { freshDatabase, useDatabase } from '#testing/database.ts';
import { savedHub } from '#testing/saved-hub.ts';
import { capped } from '../rules/content.ts';
import { fileKeys, versionKey } from './file-names.ts';
import { sha256 } from './template-files.ts';

const db = await useDatabase();
const key = () => randomText(20);
const large = (words: string) => `<p>${words}</p>${'x'.repeat(100_000)}`;

const hashOf = (text: string) => sha256(new TextEncoder().encode(text));

async function folderOf(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `hub-kept-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function hubIn(dataDir: string, on: Database = db) {
  const hub = await savedHub(on, { files: () => openDiskFiles(join(dataDir, 'files')), megabytes: 400 });
  const ada = await hub.member(`usr_${randomText(8)}`);
  const upload = async (id: string, content: string, part = 'content') => {
    const answer = await ada.send('PUT', `/api/saved/${id}/upload/${part}`, content, {
      'content-type': 'text/html',
    });
    return ((await answer.json()) as { upload: string }).upload;
  };
  /** As a browser does: what was uploaded and forgotten since is uploaded again. */
  const write = async (method: string, path: string, id: string, content: string, more: object) => {
    for (let tries = 0; tries < 20; tries++) {
      const body = { key: key(), id, name: 'NDA', fields: [], formData: {}, ...more };
      const uploaded = await upload(id, content);
      const { ok } = await ada.send(method, path, { ...body, upload: uploaded });
      if (ok) return;
    }
    throw new Error(`${id} was not saved`);
  };
  const add = (id: string, content: string, more: object = {}) =>
    write('POST', '/api/saved', id, content, more);
  const save = (id: string, content: string, more: object = {}) =>
    write('PATCH', `/api/saved/${id}`, id, content, { base: 2_000_000_000, ...more });
  const inFiles = async () => {
    const all = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    return all.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  return { hub, ada, upload, save, add, inFiles };
}

/** Texts that the tables name, of templates and of versions, and that their files do not have. */
async function missingFrom(of: Database, dataDir: string, only = '%'): Promise<string[]> {
  const files = openDiskFiles(join(dataDir, 'files'));
  const { hub } = await hubIn(dataDir, of);
  const { rows } = await of.pool.query<{ owner: string; id: string; version: number | null; hash: string }>(`
    select owner_id as owner, id, null::integer as version, content_hash as hash from saved_template where content_hash is not null and id like '${only}'
    union all select owner_id, template_id, version, content_hash from saved_version
    where content_hash is not null and template_id like '${only}'`);
  const missing: string[] = [];
  for (const { owner, id, version, hash } of rows) {
    const member = await hub.member(owner);
    const answer = await member.send(
      'GET',
      version === null ? `/api/saved/${id}/content` : `/api/saved/${id}/versions/${version}`,
    );
    const content =
      version === null ? await answer.text() : ((await answer.json()) as { content: string }).content;
    if (sha256(new TextEncoder().encode(content)) !== hash) missing.push(`${id} ${version ?? 'present'}`);
  }
  const { rows: lines } = await of.pool.query<{ key: string }>(
    `select 'saved/' || owner_id || '/' || (logo_file->>'hash') || '.png' as key from saved_template where logo_version is not null`,
  );
  for (const line of lines) if (!(await files.has(line.key))) missing.push(line.key);
  return missing;
}

test('[law] what a backup’s tables name is in its files, whatever is saved and deleted meanwhile', async () => {
  const dataDir = await folderOf('data');
  const { hub, ada, save, add } = await hubIn(dataDir);
  const ids = ['a', 'b', 'c', 'd'].map((name) => `tpl_${name}_${randomText(6)}`);
  for (const id of ids) await add(id, large(`first ${id}`));
  // Read before the templates: while these are packed, everything else goes on.
  for (let n = 0; n < 6; n++) await writeFile(join(dataDir, 'files', `aa-${n}`), randomBytes(4_000_000));

  let isOver = false;
  let saves = 0;
  const writers = ids.map(async (first, index) => {
    let id = first;
    for (let n = 0; !isOver; n++) {
      await save(id, large(`${id} ${n} ${randomText(9)}`));
      saves++;
      if (n % 3 === index % 3) {
        hub.clock.move(days(9));
        await hub.runJobs();
      }
      if (n % 7 === 6) {
        await ada.ask('DELETE', `/api/saved/${id}`, { key: key(), base: 2_000_000_000, forGood: true });
        await hub.runJobs();
        id = `tpl_${index}_${randomText(6)}`;
        await add(id, large(`again ${id}`));
      }
    }
  });
  const file = join(await folderOf('out'), 'hub.tgz');
  const config = { dataDir, siteDir: join(dataDir, 'site'), authSecret: 'of this hub', dkimKey: undefined };
  const missing: string[] = [];
  for (let round = 0; round < 2; round++) {
    const before = saves;
    await writeBackup({ db, config, clock: hub.clock, version: '0.1.0', tell: () => {} }, file);
    expect(saves).toBeGreaterThan(before);
    const restored = await folderOf('restored');
    const fresh = await openDatabase({ databaseUrl: await freshDatabase(), dataDir: '' }, silentLog);
    const there = { ...config, dataDir: restored, siteDir: join(restored, 'site') };
    await restoreBackup({ db: fresh, config: there, clock: hub.clock, tell: () => {} }, file, {
      replace: true,
    });
    missing.push(...(await missingFrom(fresh, restored)));
    await fresh.close();
  }
  isOver = true;
  await Promise.all(writers);
  expect(missing).toEqual([]);
  expect(await missingFrom(db, dataDir)).toEqual([]);
}, 120_000);

test('a text that the release before put there is read, becomes a version, and survives a backup', async () => {
  const dataDir = await folderOf('old');
  const { hub, ada, add, save } = await hubIn(dataDir);
  const id = `tpl_old_${randomText(6)}`;
  await add(id, large('older'));
  hub.clock.move(minutes(20));
  await save(id, large('old'));
  // As the release before leaves it: texts under names that every save writes over.
  const former = { old: fileKeys(ada.uid, id).content, older: versionKey(ada.uid, id, 1) };
  for (const [words, name] of Object.entries(former)) {
    await hub.files.put(name, new TextEncoder().encode(large(words)));
    await hub.files.delete(`saved/${ada.uid}/${hashOf(large(words))}.html`);
  }
  await db.pool.query('delete from saved_kept_file where owner_id = $1', [ada.uid]);
  expect(await missingFrom(db, dataDir, id)).toEqual([]);
  expect(await (await ada.send('GET', `/api/saved/${id}/content`)).text()).toBe(large('old'));

  // What a backup of this moment names is still there after a save, which no version is made of.
  await save(id, large('new'));
  expect(await hub.files.has(`saved/${ada.uid}/${hashOf(large('old'))}.html`)).toBe(true);
  expect(await missingFrom(db, dataDir, id)).toEqual([]);
});

test('what nothing names any more is deleted after a day, what something does is not', async () => {
  const dataDir = await folderOf('swept');
  const { hub, ada, add, save, upload, inFiles } = await hubIn(dataDir);
  const [id, twin] = [`tpl_s_${randomText(6)}`, `tpl_t_${randomText(6)}`];
  await add(id, large('one'));
  await add(twin, large('one'));
  // Within ten minutes one device makes no version.
  await save(id, large('two'));
  await save(id, large('three'));
  await upload(id, large('never saved'));
  const names = (words: string) => `${hashOf(large(words))}.html`;
  await hub.runJobs();
  expect(await inFiles()).toEqual(expect.arrayContaining(['one', 'two', 'three', 'never saved'].map(names)));
  hub.clock.move(days(2));
  await hub.runJobs();
  expect(await inFiles()).not.toContain(names('two'));
  hub.clock.move(days(40));
  await hub.runJobs();
  await hub.runJobs();
  const left = await inFiles();
  expect(left).toEqual(expect.arrayContaining(['one', 'three'].map(names)));
  expect(left).not.toContain(names('never saved'));
  const { rows } = await db.pool.query('select key from saved_file where owner_id = $1', [ada.uid]);
  expect(rows).toEqual([]);

  // A template that goes for good takes what it alone had; an account takes all.
  await ada.ask('DELETE', `/api/saved/${id}`, { key: key(), base: 2_000_000_000, forGood: true });
  await hub.runJobs();
  expect(await inFiles()).toContain(names('one'));
  expect(await inFiles()).not.toContain(names('three'));
  await db.transaction((trx) => hub.memberData.forget(trx, ada.uid));
  await hub.runJobs();
  expect(await inFiles()).toEqual([]);
  const lines = await db.pool.query('select key from saved_kept_file where owner_id = $1', [ada.uid]);
  expect(lines.rows).toEqual([]);
});

test('logos and wholes go with what they are of, and of a busy text no more than 32 MB lies there', async () => {
  const dataDir = await folderOf('parts');
  const { hub, ada, add, save, inFiles } = await hubIn(dataDir);
  const id = `tpl_p_${randomText(6)}`;
  const png = (last: number) => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, last]);
  const logo = (last: number) =>
    ada.send('PUT', `/api/saved/${id}/upload/logo`, png(last), { 'content-type': 'image/png' });
  const branding = { companyName: 'Ada', logo: 'uploaded' };
  await logo(1);
  await add(id, large('one'), { branding });
  await logo(2);
  await save(id, large('two'), { branding });
  hub.clock.move(days(8));
  await hub.runJobs();
  expect(await inFiles()).not.toContain(`${sha256(png(1))}.png`);
  expect(await inFiles()).toContain(`${sha256(png(2))}.png`);

  const whole = (letter: string) => `<p>${letter.repeat(600_000)}</p>`;
  for (const letter of ['a', 'b']) {
    await save(id, capped(whole(letter)), { isCompressed: true });
    const put = await ada.send('PUT', `/api/saved/${id}/whole`, whole(letter), {
      'content-type': 'text/html',
    });
    expect(put.status).toBe(200);
  }
  hub.clock.move(days(40));
  await hub.runJobs();
  const { rows } = await db.pool.query('select key, bytes from saved_file where owner_id = $1', [ada.uid]);
  expect(rows).toEqual([
    { key: `saved/${ada.uid}/${id}.${hashOf(capped(whole('b')))}.whole.html`, bytes: whole('b').length },
  ]);
  expect((await inFiles()).filter((name) => name.endsWith('.whole.html'))).toHaveLength(1);

  for (let n = 0; n < 30; n++) await save(id, `<p>${n}</p>${'\u20ac'.repeat(480_000)}`);
  const lying = await db.pool.query<{ bytes: number }>(
    'select sum(bytes)::float8 as bytes from saved_kept_file where owner_id = $1 and is_let_go',
    [ada.uid],
  );
  expect(lying.rows[0]?.bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
  expect(lying.rows[0]?.bytes).toBeGreaterThan(20 * 1024 * 1024);
});
