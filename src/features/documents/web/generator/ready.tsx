import Download from '#ui/icons/download.ts';
import type { ReactNode } from 'react';
import { countOf } from '#base/count.ts';
import type { Assumed } from '#features/documents/rules/answers/assumed.ts';
import type { Finding } from '#features/documents/rules/answers/review.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import type { BundleStep, DocumentEntry } from '#features/documents/rules/contract.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Row } from '#ui/page.tsx';
import { Sheet, Stamp } from '#ui/stationery.tsx';
import { usePageCount } from '../download.ts';
import { AssumedTerms } from './assumed-terms.tsx';
import { isSigned } from './before-signing.tsx';
import { BundleSteps } from './bundle-steps.tsx';
import { fillWords, FindingList, leftWords } from './dialogs.tsx';
import { type Export, type Exports, otherFormats } from './exports.ts';
import type { Letterhead } from './result.ts';

interface ReadyProps {
  entry: DocumentEntry;
  /** What this document goes with, which may begin with its answers. */
  bundles: readonly BundleStep[] | undefined;
  answers: Answers;
  name: string;
  doc: Doc;
  brand: Letterhead | null;
  findings: Finding[];
  assumed: readonly Assumed[];
  labelOf: (field: string) => string;
  /** Whether it carries the branding; where the bar above has no room for it. */
  look: ReactNode;
  exports: Exports;
  /** Takes it along; what is open stands in this card, and is not asked about again. */
  take: (what: Export) => void;
  save: () => void;
  /** Saves it, and leads to where it is sent to be signed; absent where that can't be done. */
  send?: (() => void) | undefined;
  isSaving: boolean;
  canSave: boolean;
  goTo: (field: string) => void;
}

/** Where the interview ends: what was made, what is still open in it, and every way to keep it. */
export function Ready({
  entry,
  bundles,
  answers,
  name,
  doc,
  brand,
  findings,
  assumed,
  labelOf,
  look,
  exports: { taking, out },
  take,
  save,
  send,
  isSaving,
  canSave,
  goTo,
}: ReadyProps) {
  const pages = usePageCount(doc, brand?.forPdf ?? null);
  const isWhole = findings.length === 0;
  const first = findings[0];
  return (
    <>
      <Sheet stack={(pages ?? entry.pages) > 1} aria-label="Your document" role="group">
        <div className="flex items-start justify-between gap-12">
          <div className="min-w-0">
            <h2 className="text-17 font-bold break-words">{name}</h2>
            <p className="mt-4 text-13 text-muted">
              {pages === null ? `About ${countOf(entry.pages, 'page')}` : countOf(pages, 'page')}, A4
              {brand ? ', with your letterhead' : ''}
            </p>
          </div>
          {isWhole && <Stamp>Ready</Stamp>}
        </div>
        {!isWhole && (
          <div className="mt-16">
            <h3 className="text-15 font-bold">{leftWords(findings)}</h3>
            <FindingList findings={findings} labelOf={labelOf} onPick={goTo} />
          </div>
        )}
        <AssumedTerms assumed={assumed} onPick={goTo} />
        {look && <div className="mt-16 md:hidden">{look}</div>}
        <Row gap={8} className="mt-16">
          {first && (
            <Button variant="primary" onClick={() => goTo(first.at ?? first.field)}>
              {fillWords(findings)}
            </Button>
          )}
          <Button
            {...(isWhole && { variant: 'primary' })}
            icon={Download}
            busy={taking.busy === 'pdf' && 'Preparing PDF…'}
            onClick={() => take('pdf')}
          >
            {isWhole ? 'Download PDF' : 'Download anyway'}
          </Button>
          {send && isSigned(doc.blocks) && (
            <Button disabled={!canSave || isSaving} onClick={send}>
              Send to sign
            </Button>
          )}
          <Button busy={isSaving && 'Saving'} disabled={!canSave} onClick={save}>
            Save
          </Button>
          <Button onClick={() => take('print')}>Print</Button>
          <Menu label="Other formats">
            {otherFormats.map(([what, words]) => (
              <MenuItem key={what} onAct={() => take(what)}>
                {words}
              </MenuItem>
            ))}
          </Menu>
        </Row>
        <p role="status" className="mt-8 min-h-24 text-13 text-muted">
          {out !== null && out !== 'print' && 'Downloaded. It’s in this device’s downloads.'}
        </p>
      </Sheet>
      <BundleSteps bundles={bundles} slug={entry.slug} answers={answers} />
    </>
  );
}
