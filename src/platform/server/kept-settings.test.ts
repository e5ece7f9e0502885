import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { type FileSteps, onDisk, replaceFile } from './files/replace-file.ts';
import {
  keepSettings,
  keptFile,
  keptGroups,
  keptMark,
  readKept,
  sourceOf,
  withKept,
} from './kept-settings.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
async function place(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-kept-'));
  folders.push(folder);
  return folder;
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.constantFrom('"', '\\', 'a\nb', '$HOME', '#x', "it's", 'A=B', ' x '),
);
const mail = fc.record({ SMTP_URL: anyText, MAIL_FROM: anyText });
const paypal = fc.record({
  PAYPAL_ENV: anyText,
  PAYPAL_CLIENT_ID: anyText,
  PAYPAL_CLIENT_SECRET: anyText,
  PAYPAL_WEBHOOK_ID: anyText,
});

test('[law] what is kept is read back letter by letter, beside the other group, and closed to others', async () => {
  const dir = await place();
  await fc.assert(
    fc.asyncProperty(mail, paypal, async (one, other) => {
      await keepSettings(dir, 'mail', one);
      await keepSettings(dir, 'paypal', other);
      expect(readKept(dir)).toEqual({ ...one, ...other });
      expect((await stat(keptFile(dir))).mode & 0o777).toBe(0o600);
      await keepSettings(dir, 'mail', undefined);
      expect(readKept(dir)).toEqual(other);
    }),
    { numRuns: 60 },
  );
});

test('[law] of variables that belong together, the environment has all or none', () => {
  const someOf = (names: readonly string[]) =>
    fc.subarray([...names]).map((chosen) => Object.fromEntries(chosen.map((name) => [name, `env ${name}`])));
  fc.assert(
    fc.property(someOf(keptGroups.paypal), someOf(keptGroups.mail), mail, paypal, (a, b, c, d) => {
      const env = { ...a, ...b, HOME: '/here' };
      const kept = { ...c, ...d };
      const all = withKept(env, kept);
      expect(all).toMatchObject(env);
      for (const group of ['paypal', 'mail'] as const) {
        const isOfEnv = keptGroups[group].some((name) => name in env);
        for (const name of keptGroups[group])
          expect(all[name]).toBe(isOfEnv ? (env as Record<string, string>)[name] : kept[name as never]);
        expect(sourceOf(env, kept, group) === 'environment').toBe(isOfEnv);
      }
    }),
  );
});

test('[law] stopped between any two steps of a save, the old file stands or the new one, whole', async () => {
  const oldText = { SMTP_URL: 'smtps://a:b@old.example:465' };
  const newText = { SMTP_URL: 'smtps://a:b@new.example:465', MAIL_FROM: 'hub@new.example' };
  for (let stop = 0; stop < 5; stop++) {
    const dir = await place();
    await keepSettings(dir, 'mail', oldText);
    let step = 0;
    const dying = Object.fromEntries(
      Object.entries(onDisk).map(([name, work]) => [
        name,
        async (...args: never[]) => {
          if (step++ === stop) {
            // Killed while writing: half of it is on the disk.
            if (name === 'write') await (work as FileSteps['write'])(args[0]!, 'half="', 0o600);
            throw new Error('killed');
          }
          return (work as (...all: never[]) => Promise<void>)(...args);
        },
      ]),
    ) as unknown as FileSteps;
    const saved = await keepSettings(dir, 'mail', newText, dying).then(
      () => true,
      () => false,
    );
    const found = readKept(dir);
    expect(saved ? [newText] : [oldText, newText]).toContainEqual(found);
    await keepSettings(dir, 'mail', newText);
    expect(readKept(dir)).toEqual(newText);
    expect((await stat(keptFile(dir))).mode & 0o777).toBe(0o600);
  }
});

test('the config says where its settings are from; a file that is damaged stops the start with its line', async () => {
  const dir = await place();
  expect(readConfig({}, {}).settingsFrom).toEqual({ paypal: 'nowhere', mail: 'nowhere' });
  await keepSettings(dir, 'mail', { SMTP_URL: 'smtps://u:p@mail.example:465' });
  const config = readConfig({ PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b' }, readKept(dir));
  expect(config.settingsFrom).toEqual({ paypal: 'environment', mail: 'kept' });
  expect(config.smtpUrl).toBe('smtps://u:p@mail.example:465');
  await writeFile(keptFile(dir), '# a\nSMTP_URL="half\n');
  expect(() => readKept(dir)).toThrow(/settings\.env:2: SMTP_URL: not a text in quotes/);
  await writeFile(keptFile(dir), 'SMTP_URL=smtp://mail.example:587\r\nDATA_DIR=/elsewhere\n');
  expect(readKept(dir)).toEqual({ SMTP_URL: 'smtp://mail.example:587' });
  const mark = keptMark(dir);
  await keepSettings(dir, 'mail', undefined);
  expect(keptMark(dir)).not.toBe(mark);
});

test('a file keeps its mode and a link stays a link', async () => {
  const dir = await place();
  await mkdir(join(dir, 'real'));
  await writeFile(join(dir, 'real/hub.md'), 'old', { mode: 0o640 });
  const { symlink, lstat } = await import('node:fs/promises');
  await symlink(join(dir, 'real/hub.md'), join(dir, 'hub.md'));
  await replaceFile(join(dir, 'hub.md'), 'new');
  expect((await lstat(join(dir, 'hub.md'))).isSymbolicLink()).toBe(true);
  expect(await readFile(join(dir, 'real/hub.md'), 'utf8')).toBe('new');
  expect((await stat(join(dir, 'real/hub.md'))).mode & 0o777).toBe(0o640);
});
