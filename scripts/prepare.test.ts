import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { alone } from './prepare.mjs';

function mark(): string {
  const folder = mkdtempSync(join(tmpdir(), 'prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, '.installing');
}

test('of two first starts at once one installs and the other waits for it', async () => {
  const at = mark();
  const seen: string[] = [];
  let finish = () => {};
  const first = alone(
    at,
    () => {},
    () => new Promise((done) => (finish = done)),
  );
  const second = alone(
    at,
    () => {
      seen.push('waits');
      finish();
    },
    async (wasCut) => void seen.push(`works, cut: ${wasCut}`),
  );
  await Promise.all([first, second]);
  expect(seen).toEqual(['waits', 'works, cut: false']);
  expect(existsSync(at)).toBe(false);
});

test('what was killed or failed in the middle is known to whoever comes next', async () => {
  const at = mark();
  writeFileSync(at, '');
  utimesSync(at, new Date(0), new Date(0));
  const failed = alone(
    at,
    () => {},
    async (wasCut) => {
      throw new Error(`cut: ${wasCut}`);
    },
  );
  await expect(failed).rejects.toThrow('cut: true');
  let wasCut = false;
  await alone(
    at,
    () => {},
    async (cut) => void (wasCut = cut),
  );
  expect(wasCut).toBe(true);
  expect(existsSync(at)).toBe(false);
});
