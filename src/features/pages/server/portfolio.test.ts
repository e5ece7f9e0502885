import { systemClock } from '#base/clock.ts';
import { expect, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import type { Portfolio, ProjectPage } from '../rules/contract.ts';
import { portfolioRoutes } from './portfolio.ts';

async function portfolio() {
  await using site = await siteFolder();
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  store.close();
  const [list, one] = portfolioRoutes(store);
  const checked = (route: typeof list, value: unknown) =>
    route?.answer === 'raw' ? value : route?.answer?.parse(value);
  return {
    list: async (tag?: string) => checked(list, await list?.handle({ query: { tag } } as never)) as Portfolio,
    one: async (slug: string) =>
      checked(one, await one?.handle({ params: { slug } } as never)) as ProjectPage,
  };
}

test('[PAGE-1] the portfolio shows its projects and counts their tags, the commonest first', async () => {
  const { projects, tags, tag } = await (await portfolio()).list();
  expect([projects.length >= 4, tag]).toEqual([true, null]);
  expect(tags.map(({ count }) => count)).toEqual(tags.map(({ count }) => count).sort((a, b) => b - a));
  expect(tags[0]?.count).toBe(projects.filter((each) => each.tags.includes(tags[0]?.tag ?? '')).length);
});

test('a tag filters, whatever its case; one that nothing has shows nothing, and the way back', async () => {
  const { list } = await portfolio();
  const all = (await list()).projects.length;
  const some = await list(' Postgres ');
  expect(some.tag).toBe('postgres');
  expect(some.projects.length).toBeGreaterThan(0);
  expect(some.projects.length).toBeLessThan(all);
  expect(some.projects.every((each) => each.tags.includes('postgres'))).toBe(true);
  expect((await list('nothing')).projects).toEqual([]);
  expect((await list('nothing')).tags.length).toBeGreaterThan(0);
});

test('a project is shown whole, with others to go on to; an unknown one is not found', async () => {
  const { one } = await portfolio();
  const { project, others } = await one('store');
  expect(project.html).toContain('<h2');
  expect(others.map((each) => each.slug)).not.toContain('store');
  expect(others.length).toBeGreaterThan(2);
  await expect(one('nowhere')).rejects.toMatchObject({ code: 'not_found' });
});
