import type { Law } from '#features/documents/rules/template/laws.ts';
import { type TextKind, type TextParts, textRoom } from '#features/pages/server/public.ts';
import { escapeHtml } from '#base/escape.ts';
import { Problem } from '#base/problem.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { LiveLibrary } from '../live-library.ts';
import { fileFields, onPage } from './file-fields.ts';

const blank = `law: sweden
name: Sweden
checked: 2026-01-01
facts:
  dueDays: thirty
`;

/** What documents know of a law: rules that answers are held against, each with its source. */
export function lawsRoom(parts: TextParts, library: LiveLibrary): DeskPage {
  const { site } = parts;
  const fileOf = (slug: string) => `laws/${slug}.yaml`;
  const read = (slug: string, text: string): Law | undefined =>
    library.with(site.texts.pathOf(fileOf(slug)), text).laws.find(({ law }) => law === slug);

  const kind: TextKind = {
    path: 'laws',
    folder: 'laws',
    ending: '.yaml',
    title: 'Laws',
    one: 'law',
    lead: 'Rules that documents hold answers against. Yours are files in site/laws/; one of the same name takes the place of one that comes with the hub. Have somebody who knows the law read what you change.',
    such: 'sweden',
    column: 'Sources read',
    address: () => '/documents',
    naming: {
      label: 'Name of the file',
      hint: 'As documents have it among the answers to “law”, such as sweden. Empty: what `law` says.',
    },
    form: (slug) => ({
      path: fileOf(slug),
      fields: fileFields('Keys from beginning to end, as docs/document-files.md says under Laws.'),
      blank,
      prove: (text) => void read(slug, text),
    }),
    draft(slug, text) {
      const law = read(slug, text);
      if (!law) throw new Problem('not_found');
      return onPage(site, {
        title: law.name,
        description: `What documents say under this law. Sources read on ${law.checked}.`,
        html: htmlOf(law),
      });
    },
    live: () => library.laws().map(({ law, name, checked }) => ({ slug: law, title: name, note: checked })),
    proveWithout: (slug) => void library.with(site.texts.pathOf(fileOf(slug)), null),
    file: { titleIn: (text) => /^law:[ \t]*([a-z0-9-]+)[ \t]*$/m.exec(text)?.[1] ?? '' },
  };
  return textRoom(parts, kind);
}

const htmlOf = ({ rules = [], formalities = [] }: Law): string =>
  [...(rules ?? []), ...(formalities ?? [])]
    .map(({ words, source }) => `<p>${escapeHtml(words)}</p>\n<p><em>${escapeHtml(source)}</em></p>`)
    .join('\n') || '<p>It has no rules yet.</p>';
