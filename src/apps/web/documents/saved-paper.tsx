import { useMemo } from 'react';
import { sendPath } from '#features/agreements/rules/addresses.ts';
import { useBranding } from '#features/branding/web/branding-provider.tsx';
import { withBlanks } from '#features/documents/rules/assembly/mark-places.ts';
import { openPlaces } from '#features/documents/rules/assembly/open-places.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { toMarkdown } from '#features/documents/rules/formats/text.ts';
import { DocView } from '#features/documents/web/doc-view.tsx';
import { downloadEdited, handOver } from '#features/documents/web/download.ts';
import { printHtml, wholePage } from '#features/documents/web/print.ts';
import { TakingNotice, useTaking } from '#features/documents/web/taking.tsx';
import type { SavedTemplate } from '#features/saved/rules/contract.ts';
import type { PaperPart } from '#features/saved/web/paper-part.ts';
import { countOf } from '#base/count.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Paper } from '#ui/paper.tsx';
import { noteExport } from '#features/saved/web/versions/note-export.ts';
import { useLetterhead } from './letterhead.tsx';

/** More than the first page holds of any document. */
const firstPage = 6000;

/** A saved text as a document, with the letterhead it was saved with the wish for. */
function useDoc({ name, content, isBranded }: SavedTemplate, length = Infinity) {
  const letterhead = useLetterhead(useBranding().branding);
  const brand = isBranded ? letterhead : null;
  return useMemo(() => {
    const title = name.trim() || 'Document';
    const filled = (html: string) => brand?.fill?.(html) ?? html;
    const html = content.slice(0, length);
    const doc = readHtml(filled(html), { slug: fileName(title), title });
    return { title, brand, doc, html, filled };
  }, [name, content, length, brand]);
}

function SavedPaper({ template, isSmall = false }: { template: SavedTemplate; isSmall?: boolean }) {
  const { title, brand, doc } = useDoc(template, isSmall ? firstPage : Infinity);
  const blocks = useMemo(() => withBlanks(doc.blocks), [doc]);
  return (
    <Paper {...(!isSmall && { label: `Page of ${title}` })}>
      {brand?.header}
      <DocView blocks={blocks} />
    </Paper>
  );
}

/** As a file, in each form that a document leaves by. */
function Take({ template }: { template: SavedTemplate }) {
  const { title, brand, doc, html, filled } = useDoc(template);
  const taking = useTaking(doc, brand?.forPdf ?? null);
  const open = useMemo(() => openPlaces(readHtml(html, doc), filled).length, [html, doc, filled]);
  const dressed = () => brand?.dress(toHtml(doc)) ?? toHtml(doc);
  const file = (words: string, type: string, ending: string) =>
    handOver(new Blob([words], { type: `${type};charset=utf-8` }), `${doc.slug}.${ending}`);
  const fetched = (kind: 'pdf' | 'docx') =>
    void taking.take(kind, () =>
      downloadEdited(kind, { title, html: filled(html), ...(brand && { branding: brand.forPdf }) }).then(() =>
        noteExport(template.id),
      ),
    );
  return (
    <>
      <Menu label={taking.busy === null ? 'Download' : 'Preparing…'} variant="secondary">
        <MenuItem onAct={() => fetched('pdf')}>PDF</MenuItem>
        <MenuItem onAct={() => fetched('docx')}>Word</MenuItem>
        <MenuItem onAct={() => file(`${brand?.plain ?? ''}${toMarkdown(doc)}`, 'text/markdown', 'md')}>
          Markdown
        </MenuItem>
        <MenuItem onAct={() => file(wholePage(title, doc.language, dressed()), 'text/html', 'html')}>
          HTML
        </MenuItem>
      </Menu>
      {open > 0 && <span className="self-center text-13 text-muted">{countOf(open, 'blank')} left</span>}
      <TakingNotice
        outcome={taking.outcome}
        print={() => printHtml(title, doc.language, dressed())}
        safe="Your document is saved."
      />
    </>
  );
}

export const savedPaper: PaperPart = { Paper: SavedPaper, Take, sendPath };
