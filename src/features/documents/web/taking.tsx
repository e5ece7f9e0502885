import { useEffect, useRef, useState } from 'react';
import type { FileKind, PdfRequest } from '#features/documents/rules/contract.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { fileOrHere, makePdfHere, usePdfAtHand } from './download.ts';

type Outcome = { said: 'here' } | { said: 'failed'; words: string } | null;

export interface Taking {
  busy: FileKind | null;
  outcome: Outcome;
  /** By the hub, else here where that can be. */
  take(kind: FileKind, byHub: () => Promise<void>): Promise<void>;
  /** Here, and nowhere else. */
  takeHere(): Promise<void>;
}

/** A document taken along as a file, and what became of it. */
export function useTaking(doc: Doc, branding: PdfRequest['branding'] | null): Taking {
  const [busy, setBusy] = useState<FileKind | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  usePdfAtHand(doc, branding);
  const run = async (kind: FileKind, act: () => Promise<Outcome>) => {
    setBusy(kind);
    setOutcome(null);
    setOutcome(
      await act().catch((error: unknown) => ({ said: 'failed', words: (error as Error).message }) as const),
    );
    setBusy(null);
  };
  return {
    busy,
    outcome,
    take: (kind, byHub) =>
      run(kind, async () =>
        (await fileOrHere(kind, byHub, doc, branding)) === 'here' ? { said: 'here' } : null,
      ),
    takeHere: () =>
      run('pdf', async () => {
        await makePdfHere(doc, branding);
        return null;
      }),
  };
}

/** Says who made the file when it was not the hub, and what else there is when nobody could. */
export function TakingNotice({
  outcome,
  print,
  safe,
}: {
  outcome: Outcome;
  print: () => void;
  safe: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  // Whoever is far down in the text sees it, too.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, [outcome]);
  if (outcome === null) return null;
  return (
    <div ref={place} className="mx-auto mb-16 max-w-measure">
      {outcome.said === 'here' ? (
        <Notice kind="ok" title="Created in this browser, because we can’t reach the server">
          Same words, numbers and letterhead. The online PDF has slightly better line breaks and meets the
          accessibility standard.
        </Notice>
      ) : (
        <Notice kind="warn" title={outcome.words} actions={<Button onClick={print}>Print instead</Button>}>
          {safe} You can also print to PDF, even offline.
        </Notice>
      )}
    </div>
  );
}
