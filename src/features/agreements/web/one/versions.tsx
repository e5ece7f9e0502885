import { countOf } from '#base/count.ts';
import { Sheet } from '#ui/stationery.tsx';
import type { AgreementDetail } from '../../rules/contract.ts';
import { useDates } from '../dates.ts';

/** The texts that were sent, newest first, each by the fingerprint of its file. */
export function Versions({ versions }: Pick<AgreementDetail, 'versions'>) {
  const { moment } = useDates();
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
              <p className="mt-4 ui-mono text-13 break-all text-muted">SHA-256 {sha256}</p>
            </li>
          ))}
        </ol>
      </Sheet>
    </section>
  );
}
