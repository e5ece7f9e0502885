import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure } from '../kit.ts';
import { addTemplate, headsOf, openBrowser, type Plan, rename, rowOf, signUp, until } from './kit.ts';

/** In words, since there is no document here: from the k-th write on the browser's stores are full, as quota makes them. */
const fullFrom = `(() => {
  let left = Infinity;
  window.fullFrom = (write) => (left = write - 1);
  for (const name of ['put', 'add']) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...values) {
      const request = write.apply(this, values);
      // The request succeeds, and then its transaction is aborted.
      if (left-- <= 0) request.addEventListener('success', () => { try { request.transaction.abort(); } catch {} });
      return request;
    };
  }
  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function (...values) {
    if (left-- <= 0) throw new DOMException('full', 'QuotaExceededError');
    return set.apply(this, values);
  };
})()`;

/** Without a network, so that the browser is the only place: what is shown is kept, what cannot be kept is said, and room is enough to go on. */
export async function torture({ isShort, say }: Plan): Promise<Figure[]> {
  const writes = isShort ? 6 : 25;
  const profile = mkdtempSync(join(tmpdir(), 'torture-browser-'));
  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  const member = await signUp(hub.url);
  await addTemplate(member, 'tpl_full', 'Draft 0');
  const context = await openBrowser(profile, hub.url, member);
  try {
    await context.addInitScript(fullFrom);
    const page = await context.newPage();
    let uncaught = 0;
    page.on('pageerror', (error) => {
      uncaught += 1;
      say(String(error));
    });
    await page.goto('/dashboard/templates');
    await rowOf(page, 'Draft 0').waitFor();
    await context.route('**/api/saved/tpl_*', (route) => route.abort('internetdisconnected'));
    const full = (write: number) => page.evaluate(`window.fullFrom(${write})`);
    const told = page.getByText('Failed to save template. Please try again.').first();
    const ends = { kept: 0, told: 0, silent: 0, stuck: 0 };
    let slowest = 0;
    let name = 'Draft 0';
    for (let write = 1; write <= writes; write++) {
      await full(write);
      const tried = `Tried ${write}`;
      const began = performance.now();
      const typed = rename(page, name, tried).then(() => 'kept' as const);
      const said = told.waitFor({ timeout: 20_000 }).then(() => 'told' as const);
      const end = await Promise.any([typed, said]).catch(() => 'silent' as const);
      slowest = Math.max(slowest, performance.now() - began);
      ends[end] += 1;
      await full(Infinity);
      const next = `Draft ${write}`;
      const current = (await rowOf(page, tried).count()) > 0 ? tried : name;
      await rename(page, current, next).then(
        () => (name = next),
        () => (ends.stuck += 1),
      );
      // What is said of the next must not be what was said of this one.
      await told.waitFor({ state: 'hidden', timeout: 20_000 });
    }
    say(JSON.stringify(ends));
    await context.unroute('**/api/saved/tpl_*');
    await page.getByRole('button', { name: 'Try again' }).click();
    let lost = 0;
    await until('the account has the last edit', async () => (await headsOf(member))[0]?.name === name).catch(
      () => (lost = 1),
    );
    return [
      atMost(
        `the browser’s store full at each of its first ${writes} writes: uncaught errors`,
        uncaught,
        0,
        '',
        0,
      ),
      atMost('edits that were neither kept nor said to be not', ends.silent, 0, '', 0),
      atMost('kept or said, the slowest', slowest / 1000, 2, 's', 1),
      atMost('times it did not work again without a reload', ends.stuck, 0, '', 0),
      atMost('edits shown as kept that the account did not get', lost, 0, '', 0),
    ];
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
