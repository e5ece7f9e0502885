import type { SiteProject } from '#base/site.ts';
import type { Portfolio } from './contract.ts';

/** What /portfolio shows: all projects, or those with a tag. */
export function portfolioOf(projects: readonly SiteProject[], tag: string | null): Portfolio {
  const counts = new Map<string, number>();
  for (const each of projects.flatMap((project) => project.tags))
    counts.set(each, (counts.get(each) ?? 0) + 1);
  const tags = [...counts].map(([name, count]) => ({ tag: name, count }));
  tags.sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1));
  return {
    projects: projects
      .filter((project) => tag === null || project.tags.includes(tag))
      .map(({ slug, title, summary, year, tags: its, image, imageAlt }) => ({
        slug,
        title,
        summary,
        year,
        tags: its,
        image,
        imageAlt,
      })),
    tags,
    tag,
  };
}
