import type { DocumentIndex, DocumentOffer } from '#features/documents/rules/contract.ts';
import { entryOf } from '#features/documents/rules/template/entry.ts';
import type { Bundle } from '#features/documents/rules/template/front.ts';
import { type TextKind, type TextParts, textRoom } from '#features/pages/server/public.ts';
import { Problem } from '#base/problem.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import { type FormField, Mistyped } from '#platform/server/site/front-matter-form.ts';
import { parseTextFile } from '#platform/server/site/front-matter.ts';
import { isHidden, type Library } from '../library.ts';
import type { LiveLibrary } from '../live-library.ts';

/** Documents that one piece of work needs, in the order in which it needs them. */
export function bundlesRoom(
  parts: TextParts,
  library: LiveLibrary,
  offers: () => Promise<ReadonlyMap<string, DocumentOffer>>,
): DeskPage {
  const { texts } = parts.site;
  const fileOf = (slug: string) => `bundles/${slug}.yaml`;
  const pathOf = (slug: string) => texts.pathOf(fileOf(slug));
  const read = (slug: string, text: string) => library.with(pathOf(slug), text).bundles;

  const kind: TextKind = {
    path: 'bundles',
    folder: 'bundles',
    ending: '.yaml',
    title: 'Bundles',
    one: 'bundle',
    lead: 'Documents that go together, at the foot of the library and at the end of each of them. Yours are files in site/bundles/; one of the same name takes the place of one that comes with the hub.',
    such: 'bicycle-hire',
    column: 'Documents',
    address: () => '/documents#bundles',
    naming: {
      label: 'Name of the file',
      hint: 'Lowercase letters, digits and hyphens, such as bicycle-hire. It stays for good. Empty: made from the title.',
    },
    form: (slug) => ({
      path: fileOf(slug),
      fields: [...bundleFields, documentsField(library.contracts)],
      blank: '',
      prove: (text) => void read(slug, text),
    }),
    async draft(slug, text) {
      const bundles = read(slug, text);
      if (!bundles.some((bundle) => bundle.slug === slug))
        throw new Problem('conflict', `${tooFew} Put them on the site to look at it.`);
      const onSale = await offers();
      const data: DocumentIndex = {
        documents: [...library.contracts.values()].map((each) => entryOf(each, onSale.get(each.slug))),
        bundles,
      };
      return { address: '/documents', data };
    },
    live: () =>
      library
        .bundles()
        .map(({ slug, title, documents }) => ({ slug, title, note: inShort(library.contracts, documents) })),
    isHidden: (slug, text) => isHidden(pathOf(slug), text),
    whyNot: () => 'fewer than two of its documents are on the site',
    broken: () => library.broken('bundles'),
    proveWithout: (slug) => void library.with(pathOf(slug), null),
    file: {
      titleIn(text) {
        try {
          const { title } = (parseTextFile('bundle.yaml', text).data ?? {}) as Partial<Bundle>;
          return typeof title === 'string' ? title : '';
        } catch {
          return '';
        }
      },
      titled: (text, title) => editMarkdownFile('bundle.yaml', text, { title }),
    },
  };
  return textRoom(parts, kind);
}

const tooFew = 'Fewer than two of its documents are on the site.';

const inShort = (contracts: Library, documents: readonly string[]): string =>
  documents.map((slug) => contracts.get(slug)?.short ?? slug).join(', ');

const bundleFields: readonly FormField[] = [
  { name: 'title', label: 'Title', at: ['title'], hint: 'Up to 60 characters, such as Hiring a freelancer.' },
  {
    name: 'for',
    label: 'Whom it is for',
    at: ['for'],
    hint: 'A sentence of up to 160 characters, below the title.',
  },
];

/** One a line, in their order; whoever has a title at hand, and not the name of the file, types that. */
const documentsField = (contracts: Library): FormField => ({
  name: 'documents',
  label: 'Documents, in their order',
  kind: 'long',
  rows: 8,
  isMono: true,
  at: ['documents'],
  hint: 'One a line, at least two: the name of its file, such as mutual-nda, or its title.',
  shown: (data) => (Array.isArray(data) ? data.map(String).join('\n') : ''),
  written(typed) {
    const named = typed.split('\n').flatMap((line) => {
      const text = line.trim();
      return text === '' ? [] : [nameOf(contracts, text)];
    });
    const twice = named.find((name, at) => named.indexOf(name) < at);
    if (twice !== undefined) throw new Mistyped(`“${twice}” is there twice.`);
    return named;
  },
});

function nameOf(contracts: Library, typed: string): string {
  const text = typed.replace(/^(?:https?:\/\/[^/]+)?\/documents\//, '');
  if (contracts.has(text)) return text;
  const same = text.toLowerCase();
  const found = [...contracts.values()].filter(
    ({ title, short }) => title.toLowerCase() === same || short.toLowerCase() === same,
  );
  return found.length === 1 ? (found[0]?.slug ?? text) : text;
}
