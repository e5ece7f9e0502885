import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { movableClock, systemClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import type { DeskPage, Done } from '#platform/server/desk.ts';
import { silentLog } from '#platform/server/log.ts';
import { useDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/hold-database.ts';
import { doctorCommand } from '../commands/doctor.ts';
import { findingsOf } from '../doctor/look.ts';
import { createDeskBackups } from './backups.ts';
import { healthPage } from './page.ts';

const db = await useDatabase();
const lookup = async () => 'not reachable' as const;

type Env = Record<string, string>;

async function opened(env: Env = {}, clock = movableClock('2026-11-28T10:00:00Z')) {
  const dataDir = env['DATA_DIR'] ?? temporaryFolder();
  await mkdir(dataDir, { recursive: true });
  const all = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    SITE_DIR: join(dataDir, 'site'),
    DATABASE_URL: db.url,
    ...env,
  };
  const config = readConfig(all);
  const backups = createDeskBackups({ db, config, clock, log: silentLog });
  const page = healthPage({
    platform: { db, clock, config },
    look: () => findingsOf({ config, clock: systemClock, lookup, db }),
    backups,
  });
  return { all, config, clock, dataDir, backups, page };
}

const act = async (page: DeskPage, name: string, id = '', form = {}): Promise<Done> => {
  const found = page.acts?.find((each) => each.name === name);
  await found?.ask(id);
  return (await found?.act(id, form, { id: 'opr_1', name: 'Ada' })) as Done;
};
const textOf = async (page: DeskPage, id?: string) =>
  JSON.stringify(id === undefined ? await page.list({}) : await page.one?.(id));

/** Times and sizes move between two looks. */
const still = (text: string) => text.replace(/\d+(\.\d+)?/g, '0');

const faults: Record<string, Env> = {
  smtp: { SMTP_URL: 'smtp://user:hidden-word@127.0.0.1:1', MAIL_FROM: 'Hub <hub@birch.example>' },
  public: { PUBLIC_URL: 'http://birch.invalid', TRUST_PROXY: '1' },
  wide: { HOST: '0.0.0.0' },
  paypal: { PAYPAL_CLIENT_ID: 'an-id', PAYPAL_CLIENT_SECRET: 'hidden-word' },
  ai: { AI_BASE_URL: 'http://127.0.0.1:1/v1', AI_MODEL: 'small', AI_API_KEY: 'hidden-word' },
  seal: { SEAL_CERT: '/nowhere/seal.pem' },
  scanner: { SCANNER_URL: 'tcp://127.0.0.1:1' },
  dkim: { DKIM_KEY: 'hub:/nowhere/key.pem' },
  secret: { AUTH_SECRET: 'hidden-word'.repeat(4) },
};

test('[law] the page and the command say the same, whatever is wrong, and neither says a secret', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(Object.keys(faults)),
      fc.constantFrom(0o600, 0o644, 0o000),
      async (broken, mode) => {
        const { all, page, dataDir } = await opened(
          Object.assign({}, ...broken.map((name) => faults[name] as Env)) as Env,
        );
        await writeFile(join(dataDir, 'secret'), 'hidden-word'.repeat(4));
        await chmod(join(dataDir, 'secret'), mode);
        const lines: string[] = [];
        await doctorCommand(all, lookup, systemClock)
          .run([], (line) => lines.push(line))
          .catch(() => {});
        const sheet = await page.list({});
        const table = sheet.blocks.find((block) => block.is === 'table' && block.title === 'Checks');
        const rows = table?.is === 'table' ? table.rows : [];
        const shown = rows.flatMap(([of, state, words, advice]) => {
          const [about, mark] = [of, state].map((cell) => (typeof cell === 'string' ? cell : cell?.text));
          const sign = { ok: '✓', warning: '!', wrong: '✗', 'not seen from here': '?' }[mark ?? ''];
          return [
            `${sign} ${about?.padEnd(11)} ${words as string}`,
            ...(advice ? [' '.repeat(14) + advice] : []),
          ];
        });
        // The page begins with what has to be done.
        const pairs = (said: string[]) =>
          still(said.join('\n'))
            .split(/\n(?=\S)/)
            .toSorted();
        const end = lines.findIndex((line) => line.startsWith('\n'));
        expect(pairs(shown)).toEqual(pairs(end < 0 ? lines : lines.slice(0, end)));
        expect(JSON.stringify(sheet)).not.toContain('hidden-word');
      },
    ),
    { numRuns: 12 },
  );
});

test('a secret that others can read is closed to them from the page', async () => {
  const { page, dataDir } = await opened();
  await writeFile(join(dataDir, 'secret'), 'x'.repeat(43));
  await chmod(join(dataDir, 'secret'), 0o644);
  expect(await textOf(page)).toContain('/up/secret');
  expect(await textOf(page, 'secret')).toContain('"mend"');
  expect((await act(page, 'mend', 'secret')).words).toContain('is closed to others');
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await textOf(page)).not.toContain('/up/secret');
  await expect(act(page, 'mend', 'secret')).rejects.toThrow('Nothing can be done');
  await expect(page.one?.('no-such-thing')).rejects.toThrow('checked no more');
});

test('a job that failed is told until it has run well again', async () => {
  const { page } = await opened();
  const note = (key: string, value: string) =>
    db.pool.query(
      `insert into hub_meta (key, value) values ($1, ${value}) on conflict (key) do update set value = excluded.value`,
      [key],
    );
  await note('job:sweep', `to_jsonb(now() - interval '1 hour')`);
  await note('job-failed:sweep', `jsonb_build_object('at', now(), 'words', 'Error: no room')`);
  const glance = async () => JSON.stringify(await page.glance?.());
  expect(await glance()).toContain('Jobs that failed');
  expect(await textOf(page)).toContain('no room');
  await note('job:sweep', `to_jsonb(now() + interval '1 second')`);
  expect(await glance()).not.toContain('Jobs that failed');
});

test('a backup goes on in the background, is told, is kept to three, and is one at a time', async () => {
  const { page, backups, clock, dataDir } = await opened();
  await expect(act(page, 'download', '', {})).rejects.toThrow('no backup on this machine');
  for (let n = 0; n < 4; n++) {
    clock.move(60_000);
    const both = await Promise.allSettled([act(page, 'back-up'), act(page, 'back-up')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await vi.waitFor(async () => expect(await textOf(page)).toContain('finished, started'), 20_000);
    await backups.settled();
  }
  const files = (await readdir(join(dataDir, 'backups'))).toSorted();
  expect(files).toHaveLength(3);
  expect(files.at(-1)).toBe('hub-2026-11-28T100400Z.tgz');
  expect((await stat(join(dataDir, 'backups', files[0] ?? ''))).mode & 0o777).toBe(0o600);

  const words = { secretWords: 'quiet harbour lantern', secretAgain: 'quiet harbour lantern' };
  await expect(act(page, 'download', '', { ...words, secretAgain: 'other' })).rejects.toMatchObject({
    details: { fields: { secretAgain: expect.stringContaining('another') as string } },
  });
  await expect(act(page, 'download', '', { secretWords: 'short' })).rejects.toThrow('Type both again');
  const { file, after } = await act(page, 'download', '', words);
  expect(file?.name).toBe('hub-2026-11-28T100400Z.tgz.age');
  expect(JSON.stringify(after)).not.toContain('harbour');
  const parts: Uint8Array[] = [];
  for await (const part of file?.bytes ?? []) parts.push(part as Uint8Array);
  const bytes = Buffer.concat(parts);
  expect(new TextDecoder('latin1').decode(bytes.subarray(0, 21))).toBe('age-encryption.org/v1');
  expect(bytes.length).toBeGreaterThan(Number(after?.['bytes']));
});

test('a hub that is stopped or dies in the middle of a backup says so afterwards', async () => {
  const { page, backups, dataDir } = await opened();
  await act(page, 'back-up');
  await backups.stop();
  expect(await textOf(page)).toMatch(/failed, started|finished, started/);
  expect(
    (await readdir(join(dataDir, 'backups')).catch(() => [])).filter((name) => name.endsWith('.part')),
  ).toEqual([]);
  await db.pool.query(
    `update hub_meta set value = value || '{"state": "running", "at": "2026-11-28T09:00:00Z"}' where key = 'desk_backup'`,
  );
  const next = await opened({ DATA_DIR: dataDir });
  expect(await textOf(next.page)).toContain('interrupted, started');
  expect((await act(next.page, 'back-up')).words).toContain('has started');
  await next.backups.settled();
  expect(await textOf(next.page)).toContain('finished, started');
});
