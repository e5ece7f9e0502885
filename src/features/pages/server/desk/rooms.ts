import { type FormField, shownText } from '#platform/server/site/front-matter-form.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { mistake, SiteMistake } from '#platform/server/site/mistakes.ts';
import { textRoom } from './text-room.ts';

type Parts = Pick<Platform, 'db' | 'site' | 'origin' | 'clock' | 'config'>;

const lines = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const listed = (data: unknown): string =>
  Array.isArray(data) ? data.map(String).join('\n') : shownText(data);
const orNothing = (typed: string): string | undefined => typed.trim() || undefined;

const words: FormField = {
  name: 'page',
  label: 'Text',
  kind: 'long',
  rows: 18,
  hint: 'Markdown: ## for a heading, **bold**, [words](https://example.com), - for a list.',
};

const pageFields: readonly FormField[] = [
  { name: 'title', label: 'Title', at: ['title'], hint: 'Up to 80 characters; the page’s heading.' },
  {
    name: 'description',
    label: 'Description',
    at: ['description'],
    hint: 'One sentence, up to 200 characters, under the title and in search results.',
  },
  words,
  {
    name: 'asks',
    label: 'How people ask for it',
    kind: 'long',
    rows: 3,
    at: ['asks'],
    hint: 'One question a line, in any language. The assistant finds the page by them.',
    shown: listed,
    written(typed) {
      const all = lines(typed);
      return all.length > 0 ? all : undefined;
    },
  },
];

/** Such as the imprint: at an address of its own, and in the footer. */
export function pagesRoom(parts: Parts): DeskPage {
  const { site, clock, config } = parts;
  const today = () => clock.now().toISOString().slice(0, 10);
  return textRoom(parts, {
    path: 'pages',
    folder: 'pages',
    title: 'Pages',
    one: 'page',
    lead: 'Files in site/pages/, on top of the ones that come with the hub. Your own stand in the footer.',
    such: 'imprint',
    column: 'Changed',
    address: (slug) => `/${slug}`,
    form: (slug) => ({
      path: `pages/${slug}.md`,
      fields: pageFields,
      blank: `---\ntitle: ""\ndescription: ""\nupdated: ${today()}\n---\n\n`,
      also: { updated: today() },
      prove(text) {
        site.draft.page(slug, text);
        if (`/${slug}` === config.desk?.path)
          throw new SiteMistake([
            mistake(site.texts.pathOf(`pages/${slug}.md`), 1, 'the desk is at this address'),
          ]);
      },
    }),
    draft(slug, text) {
      const { asks: _unsaid, ...page } = site.draft.page(slug, text);
      return { address: `/${slug}`, data: page };
    },
    live: () =>
      site
        .pages()
        .filter(({ slug }) => slug !== 'changelog')
        .map(({ slug, title, updated }) => ({ slug, title, note: updated })),
  });
}

const projectFields: readonly FormField[] = [
  { name: 'title', label: 'Title', at: ['title'], hint: 'Up to 80 characters.' },
  { name: 'summary', label: 'Summary', at: ['summary'], hint: 'One or two sentences, up to 200 characters.' },
  { name: 'year', label: 'Year', kind: 'number', at: ['year'] },
  { name: 'role', label: 'Your part', at: ['role'], hint: 'Such as Design, front end.' },
  {
    name: 'tags',
    label: 'Tags',
    at: ['tags'],
    hint: 'Up to 8, lowercase, with commas.',
    shown: (data) => (Array.isArray(data) ? data.map(String).join(', ') : shownText(data)),
    written: (typed) => typed.split(',').flatMap((tag) => tag.trim() || []),
  },
  words,
  {
    name: 'link',
    label: 'Link (optional)',
    at: ['link'],
    hint: 'Where the project is, such as https://example.com.',
    written: orNothing,
  },
  {
    name: 'image',
    label: 'Picture (optional)',
    at: ['image'],
    hint: 'Its address from Images, such as /images/workshop.webp. Best at 1200 by 750.',
    written: orNothing,
  },
  {
    name: 'imageAlt',
    label: 'Picture in words',
    at: ['imageAlt'],
    hint: 'For people who can’t see it.',
    written: orNothing,
  },
];

/** What stands at /portfolio. */
export function projectsRoom(parts: Parts): DeskPage {
  const { site, clock } = parts;
  return textRoom(parts, {
    path: 'portfolio',
    folder: 'portfolio',
    title: 'Portfolio',
    one: 'project',
    lead: 'Files in site/portfolio/. The ones that come with the hub are about the hub itself: take them off the site once you have your own.',
    such: 'night-train',
    column: 'Year',
    address: (slug) => `/portfolio/${slug}`,
    isHidden(slug, text) {
      try {
        return site.draft.project(slug, text) === null;
      } catch {
        // A mistake in a file that somebody wrote by hand keeps nothing else from being shown.
        return false;
      }
    },
    form: (slug) => ({
      path: `portfolio/${slug}.md`,
      fields: projectFields,
      blank: `---\ntitle: ""\nsummary: ""\nyear: ${clock.now().getUTCFullYear()}\nrole: ""\ntags: []\n---\n\n`,
      prove: (text) => void site.draft.project(slug, text),
    }),
    draft(slug, text) {
      const others = site.projects().filter((each) => each.slug !== slug);
      return {
        address: `/portfolio/${slug}`,
        data: {
          project: site.draft.project(slug, text),
          others: others.slice(0, 4).map((other) => ({ slug: other.slug, title: other.title })),
        },
      };
    },
    live: () => site.projects().map(({ slug, title, year }) => ({ slug, title, note: String(year) })),
  });
}
