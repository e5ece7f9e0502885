import { useState } from 'react';
import { countOf } from '#base/count.ts';
import { usePart } from '#platform/web/use-part.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/stationery.tsx';
import type { AgreementDetail } from '../../rules/contract.ts';
import { agreementsApi } from '../../rules/member-addresses.ts';
import { useDates } from '../dates.ts';

const comparePart = () => import('../talk/compare-dialog.tsx');

/** The texts that were sent, newest first, each by the fingerprint of its file. */
export function Versions({ agreement, versions }: Pick<AgreementDetail, 'agreement' | 'versions'>) {
  const { moment } = useDates();
  const [asked, setAsked] = useState<number | null>(null);
  const part = usePart(asked !== null, comparePart);
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="agreement-versions">
      <h2 id="agreement-versions" className="mb-12 text-21">
        {versions.length > 1 ? 'Versions' : 'File'}
      </h2>
      <Sheet>
        <ol className="flex flex-col gap-16 text-15">
          {versions.toReversed().map(({ version, at, words, pages, sha256 }) => (
            <li key={version}>
              <p className="flex flex-wrap justify-between gap-x-12">
                <span>Version {version}</span>
                <span className="text-13 text-muted">
                  {countOf(pages, 'page')} · {moment(at)}
                </span>
              </p>
              {words && <p className="mt-4 break-words">{words}</p>}
              {version > 1 && (
                <Button
                  size="tool"
                  className="mt-8"
                  aria-label={`See what changed in version ${version}`}
                  onClick={() => setAsked(version)}
                >
                  See what changed
                </Button>
              )}
              <p className="mt-4 ui-mono text-13 break-all text-muted">SHA-256 {sha256}</p>
            </li>
          ))}
        </ol>
      </Sheet>
      {part && (
        <part.CompareDialog
          from={asked === null ? null : asked - 1}
          to={asked ?? 0}
          onClose={() => setAsked(null)}
          pathOf={(version) => agreementsApi.version(agreement.id, version)}
        />
      )}
    </section>
  );
}
