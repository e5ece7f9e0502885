import { Problem } from '#base/problem.ts';
import type { Draft } from '#base/render.ts';
import type { SiteStore } from '#platform/server/site/site.ts';
import type { FormField } from '#platform/server/site/front-matter-form.ts';

/** The whole file, as it is. */
export const fileFields = (hint: string): readonly FormField[] => [
  {
    name: 'file',
    label: 'Text',
    kind: 'long',
    rows: 24,
    isMono: true,
    hint,
  },
];

/** A look at what has no page of its own to be drawn on: in the frame of a page of words. */
export function onPage(
  site: Pick<SiteStore, 'page'>,
  words: { title: string; description: string; html: string },
): Draft {
  const about = site.page('about');
  if (!about) throw new Problem('not_found');
  const { asks: _unsaid, ...page } = about;
  return { address: '/about', data: { ...page, ...words, toc: [] } };
}
