import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure } from '../kit.ts';
import {
  addTemplate,
  headsOf,
  isWaiting,
  openBrowser,
  type Plan,
  randomOf,
  rename,
  rowOf,
  signUp,
  until,
} from './kit.ts';

/** Four tabs edit at once, each its own template; time and again the tab that sends is killed in the middle of it. */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  const edits = isShort ? 12 : 100;
  const kills = isShort ? 4 : 20;
  const random = randomOf(seed);
  const folder = await mkdtemp(join(tmpdir(), 'torture-tabs-'));
  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  const member = await signUp(hub.url);
  const names = ['Tab A 0', 'Tab B 0', 'Tab C 0', 'Tab D 0'];
  for (const [n, name] of names.entries()) await addTemplate(member, `tpl_tab_${n}`, name);
  const keys = new Set<string>();
  let killed = 0;
  try {
    const context = await openBrowser(folder, hub.url, member);
    // Slow answers, so that a kill falls into the middle of a send.
    await context.route('**/api/saved/tpl_*', async (route) => {
      const { key } = (route.request().postDataJSON() ?? {}) as { key?: string };
      if (key) keys.add(key);
      await new Promise((resolve) => setTimeout(resolve, random() * 60));
      await route.continue().catch(() => {});
    });
    const open = async () => {
      const page = await context.newPage();
      await page.goto('/dashboard/templates');
      await rowOf(page, names[0] ?? '').waitFor();
      return page;
    };
    const tabs: Page[] = [];
    for (let n = 0; n < 4; n++) tabs.push(await open());
    const every = Math.floor((edits * 4) / kills);
    let done = 0;
    for (let round = 1; round <= edits; round++) {
      for (const [n, former] of names.entries()) {
        const tab = tabs[n];
        if (!tab) continue;
        const next = `${former.replace(/ \d+$/, '')} ${round}`;
        await rowOf(tab, former).waitFor();
        await rename(tab, former, next);
        names[n] = next;
        if (++done % every !== 0 || killed === kills) continue;
        // Who edited last is the one that sends.
        await tab.close({ runBeforeUnload: false });
        killed += 1;
        tabs[n] = await open();
      }
      if (round % 10 === 0) say(`${round * 4} edits, ${killed} kills`);
    }
    const last = tabs[0];
    await last?.bringToFront();
    await until('nothing waits any more', async () => {
      const again = last?.getByRole('button', { name: 'Try again' });
      if (await again?.isVisible()) await again?.click({ timeout: 1000 }).catch(() => {});
      return last ? (await isWaiting(last).count()) === 0 : true;
    });
    await context.close();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const heads = await headsOf(member);
  const wrong = names.filter(
    (name, n) => heads.find(({ id }) => id === `tpl_tab_${n}`)?.name !== name,
  ).length;
  const written = heads.reduce((sum, { version }) => sum + version - 1, 0);
  return [
    atMost(
      `4 tabs x ${edits} edits, ${killed} of them killed while sending: templates that differ`,
      wrong,
      0,
      '',
      0,
    ),
    {
      what: 'each write done once: writes of the account against keys that were sent',
      measured: `${written} of ${keys.size}, ${heads.length} templates`,
      aim: 'the same, 4 templates',
      reached: written === keys.size && heads.length === 4,
    },
  ];
}
