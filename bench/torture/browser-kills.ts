import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure } from '../kit.ts';
import {
  addTemplate,
  crash,
  headsOf,
  openBrowser,
  type Plan,
  randomOf,
  rename,
  rowOf,
  signUp,
  until,
} from './kit.ts';

/** The browser is killed right after it showed an edit as kept here; the account hears of it only at the very end. */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  const kills = isShort ? 5 : 50;
  const random = randomOf(seed);
  const folder = await mkdtemp(join(tmpdir(), 'torture-browser-'));
  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  const member = await signUp(hub.url);
  let name = 'Draft 0';
  let edits = 0;
  let lost = 0;
  await addTemplate(member, 'tpl_torture', name);
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const context = await openBrowser(folder, hub.url, member);
      await context.route('**/api/saved/tpl_*', (route) => route.abort('internetdisconnected'));
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto('/dashboard/templates');
      const shown = await rowOf(page, name)
        .waitFor({ timeout: 20_000 })
        .then(
          () => true,
          () => false,
        );
      if (!shown) {
        lost += 1;
        say(`kill ${kill}: ${name} is not there`);
        break;
      }
      for (let more = 1 + Math.floor(random() * 3); more > 0; more--) {
        const next = `Draft ${++edits} of kill ${kill}`;
        await rename(page, name, next);
        name = next;
      }
      await crash(context);
      if (kill % 10 === 0) say(`${kill} kills, ${edits} edits, ${lost} lost`);
    }
    const context = await openBrowser(folder, hub.url, member);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto('/dashboard/templates');
    await until('the account has the last edit', async () => (await headsOf(member))[0]?.name === name).catch(
      () => (lost += 1),
    );
    await context.close();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return [atMost(`${kills} kills of the browser, ${edits} edits shown as kept: lost`, lost, 0, 'edits', 0)];
}
