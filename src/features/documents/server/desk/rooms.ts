import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import type { DocumentOffer } from '#features/documents/rules/contract.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { type TextKind, textRoom } from '#features/pages/server/public.ts';
import { Problem } from '#base/problem.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import { parseMarkdownFile } from '#platform/server/site/front-matter.ts';
import { mistake, SiteMistake } from '#platform/server/site/mistakes.ts';
import { isHidden } from '../library.ts';
import type { LiveLibrary } from '../live-library.ts';
import { blankDocument } from './blank-document.ts';
import { fileFields, onPage } from './file-fields.ts';
import { bundlesRoom } from './bundles-room.ts';
import { lawsRoom } from './laws-room.ts';

type Parts = Pick<Platform, 'db' | 'site' | 'origin' | 'clock'>;

const fields = fileFields(
  'Questions at the top, the text below, as docs/document-files.md says. Preview fills it in with its examples.',
);

const words = {
  documents: {
    title: 'Documents',
    one: 'document',
    lead: 'Contracts and letters that visitors fill in. Yours are files in site/documents/; one of the same name takes the place of one that comes with the hub.',
    such: 'bicycle-loan',
    address: (slug: string) => `/documents/${slug}`,
  },
  templates: {
    title: 'Work templates',
    one: 'template',
    lead: 'Texts of work that are no contracts, for both generators. Yours are files in site/templates/.',
    such: 'release-notes',
    address: (slug: string) => `/tools/classic-template-generator?document=${slug}`,
  },
};

/** Documents of the operator's own, written as the files that they are and read as the start would read them. */
export function documentRooms(
  parts: Parts,
  library: LiveLibrary,
  offers: () => Promise<ReadonlyMap<string, DocumentOffer>> = async () => new Map(),
): DeskPage[] {
  const site = {
    ...parts.site,
    async settled() {
      await parts.site.settled();
      await library.reread();
    },
  };
  return [
    roomOf('documents'),
    roomOf('templates'),
    bundlesRoom({ ...parts, site }, library, offers),
    lawsRoom({ ...parts, site }, library),
  ];

  function roomOf(folder: 'documents' | 'templates'): DeskPage {
    const live = () => (folder === 'documents' ? library.contracts : library.templates);
    const fileOf = (slug: string) => `${folder}/${slug}.md`;
    const pathOf = (slug: string) => site.texts.pathOf(fileOf(slug));

    /** With this text in it; null if it is off the site. */
    function read(slug: string, text: string): Template | null {
      const other = folder === 'documents' ? library.templates : library.contracts;
      if (other.has(slug))
        throw new SiteMistake([
          mistake(
            pathOf(slug),
            1,
            `name: got "${slug}", expected one that no other document or template has`,
          ),
        ]);
      const { contracts, templates } = library.with(pathOf(slug), text);
      return (folder === 'documents' ? contracts : templates).get(slug) ?? null;
    }

    const kind: TextKind = {
      path: folder,
      folder,
      ...words[folder],
      column: 'Read through',
      form: (slug) => ({
        path: fileOf(slug),
        fields,
        blank: blankDocument(parts.clock.now().toISOString().slice(0, 10)),
        prove: (text) => void read(slug, text),
      }),
      draft(slug, text) {
        const template = read(slug, text);
        if (!template) throw new Problem('conflict', 'It is off the site: put it on again to look at it.');
        const how = { date: template.reviewed, locale: site.words().language };
        const html = toHtml(assemble(template, sampleAnswers(template), how));
        return onPage(site, { title: template.title, description: template.description, html });
      },
      live: () => [...live().values()].map(({ slug, title, reviewed }) => ({ slug, title, note: reviewed })),
      isHidden: (slug, text) => isHidden(pathOf(slug), text),
      broken: () => library.broken(folder),
      async needed(slug) {
        const offer = (await offers()).get(slug);
        return offer
          ? {
              words: `${offer.title} is on sale and sells this ${words[folder].one}: its buyers would get nothing. Take the product off sale, or this ${words[folder].one} out of it, first.`,
              link: offer.title,
              href: `/products/${offer.path.replace('/product/', '')}`,
            }
          : null;
      },
      proveWithout: (slug) => void library.with(pathOf(slug), null),
      file: {
        titleIn(text) {
          try {
            const { title } = (parseMarkdownFile('', text).data ?? {}) as { title?: unknown };
            return typeof title === 'string' ? title : '';
          } catch {
            return '';
          }
        },
        // Without its short name, which stands in lists before the title.
        titled: (text, title) => editMarkdownFile('', text, { title, short: undefined }),
      },
    };
    return textRoom({ db: parts.db, origin: parts.origin, site }, kind);
  }
}
