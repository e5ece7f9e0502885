import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { days } from '#base/clock.ts';
import { ConfigError, readConfig } from '#platform/server/config.ts';
import { createSigner } from '#platform/server/signed.ts';
import { secretsCommands } from './commands/secrets.ts';
import { openSecrets } from './secrets.ts';

function place() {
  const dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { DATA_DIR: dataDir };
  const told: string[] = [];
  const run = async (name: string) => {
    const said: string[] = [];
    await secretsCommands(env, async (_, command) => void told.push(command))
      .find((command) => command.name === `secrets ${name}`)
      ?.run([], (line) => said.push(line));
    return said.join('\n');
  };
  return { dataDir, run, told, secrets: (now?: Date) => openSecrets(readConfig(env), now) };
}

test('a new secret signs from now on; the old one’s signatures are valid for 90 more days', async () => {
  const { dataDir, run, secrets } = place();
  await expect(run('rotate')).rejects.toThrow('There is no secret yet');
  const before = createSigner(secrets(), 'order links').sign('ord_1-1');
  const licence = secrets()('licence keys');
  const erased = secrets()('erased addresses');

  const rotate = async () => {
    await run('rotate');
    // By this run's clock, which may be moved; the disk uses the machine's.
    utimesSync(join(dataDir, 'secret.former'), new Date(), new Date());
  };
  await rotate();
  const after = createSigner(secrets(), 'order links');
  expect(after.read(before)).toBe('ord_1-1');
  expect(after.sign('ord_1-1')).not.toBe(before);
  expect(createSigner(secrets(), 'download links').read(before)).toBeNull();
  // Buyers' programs contain the public key, and erased addresses must stay recognizable.
  expect(secrets()('licence keys')).toEqual(licence);
  expect(secrets()('erased addresses')).toEqual(erased);
  for (const name of ['secret', 'secret.former', 'secret.first'])
    expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);

  const later = new Date(Date.now() + days(91));
  expect(createSigner(secrets(later), 'order links').read(before)).toBeNull();
  expect(createSigner(secrets(later), 'order links').read(after.sign('x'))).toBe('x');

  await rotate();
  expect(createSigner(secrets(), 'order links').read(before)).toBeNull();
  expect(createSigner(secrets(), 'order links').read(after.sign('x'))).toBe('x');
  expect(secrets()('licence keys')).toEqual(licence);
});

test('after a leak the old secret is invalid at once', async () => {
  const { dataDir, run, told, secrets } = place();
  const before = createSigner(secrets(), 'session-cookie').sign('token');
  await expect(run('forget')).rejects.toThrow('no old secret');
  await run('rotate');
  utimesSync(join(dataDir, 'secret.former'), new Date(), new Date());
  expect(createSigner(secrets(), 'session-cookie').read(before)).toBe('token');
  await run('forget');
  expect(told).toEqual(['secrets rotate', 'secrets forget']);
  expect(createSigner(secrets(), 'session-cookie').read(before)).toBeNull();
  expect(readFileSync(join(dataDir, 'secret.first'), 'utf8')).not.toBe(
    readFileSync(join(dataDir, 'secret'), 'utf8'),
  );
});

test('secrets in the environment are rotated in two steps, and no process rejects another’s', () => {
  const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)];
  const of = (env: Record<string, string>) => openSecrets(readConfig(env));
  const steps = [
    of({ AUTH_SECRET: old }),
    of({ AUTH_SECRET: old, AUTH_SECRET_OTHER: fresh, AUTH_SECRET_FIRST: old }),
    of({ AUTH_SECRET: fresh, AUTH_SECRET_OTHER: old, AUTH_SECRET_FIRST: old }),
    of({ AUTH_SECRET: fresh, AUTH_SECRET_FIRST: old }),
  ];
  for (const step of steps)
    for (const name of ['licence keys', 'erased addresses', 'one hub'])
      expect(step(name)).toEqual(steps[0]?.(name));
  const [first, both, turned, last] = steps.map((step) => createSigner(step, 'order links'));
  for (const [reads, signs] of [
    [both, first],
    [turned, both],
    [last, turned],
    // Midway, the process that hasn't been restarted yet receives what the other one signs.
    [both, turned],
    [turned, last],
  ])
    expect(reads?.read(signs?.sign('x') ?? '')).toBe('x');
  expect(() => readConfig({ AUTH_SECRET: old, AUTH_SECRET_OTHER: fresh })).toThrow(ConfigError);
});
