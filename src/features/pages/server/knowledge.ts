import { type Knowledge, wordsOfHtml } from '#base/knowledge.ts';
import type { SitePage, SiteProject } from '#base/site.ts';
import type { SiteStore } from '#platform/server/site/site.ts';

/** The pages of words, part by part, and the projects; read again when the operator changed a word. */
export function createPagesKnowledge(site: SiteStore): () => readonly Knowledge[] {
  let made: { version: string; knowledge: Knowledge[] } | undefined;
  return () => {
    const version = site.version();
    if (made?.version !== version)
      made = { version, knowledge: [...site.pages().flatMap(partsOf), ...site.projects().map(projectOf)] };
    return made.knowledge;
  };
}

/** What stands above the first heading belongs to the page as a whole. */
function partsOf({ slug, title, description, html, asks = [] }: SitePage): Knowledge[] {
  const [opening = '', ...parts] = html.split(/(?=<h2 id=")/);
  const page = (path: string, name: string, summary: string, text: string): Knowledge => ({
    kind: 'page',
    path,
    title: name,
    summary,
    facts: '',
    tags: title,
    text,
  });
  return [
    { ...page(`/${slug}`, title, description, wordsOfHtml(opening)), asks },
    ...parts.flatMap((part) => {
      const [, id, heading = ''] = /^<h2 id="([^"]+)">(.*?)<\/h2>/s.exec(part) ?? [];
      if (id === undefined) return [];
      const text = wordsOfHtml(part.replace(/^<h2.*?<\/h2>/s, ''));
      return [page(`/${slug}#${id}`, `${title}: ${wordsOfHtml(heading)}`, '', text)];
    }),
  ];
}

const projectOf = ({ slug, title, summary, role, tags, html }: SiteProject): Knowledge => ({
  kind: 'page',
  path: `/portfolio/${slug}`,
  title: `Portfolio: ${title}`,
  summary,
  facts: '',
  tags: [...tags, role].join(' '),
  text: wordsOfHtml(html),
});
