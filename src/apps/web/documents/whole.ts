import { useEffect, useMemo, useState } from 'react';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import { wholeOf } from '#features/documents/web/request/library.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { useOwner } from '../connected-generator.tsx';

type Shown = DocumentDetail & { isComing?: boolean };

/** A document with its full text as soon as the server returns it; until then, and for anyone else, its beginning. */
export function useWhole<D extends DocumentDetail | null>(detail: D): Shown | D {
  const [search] = useSearchParams();
  const order = search.get('order');
  const owner = useOwner();
  const slug = detail?.isPreview ? detail.entry.slug : null;
  const wanted = slug !== null && (order !== null || owner(slug) !== null) ? slug : null;
  const [answer, setAnswer] = useState<{ to: string; whole: DocumentDetail | null } | null>(null);
  useEffect(() => {
    if (wanted === null) return undefined;
    let isHere = true;
    const answered = (whole: DocumentDetail | null) => isHere && setAnswer({ to: wanted, whole });
    // Offline, and no copy is stored: the beginning is all there is.
    wholeOf(wanted, order).then(answered, () => answered(null));
    return () => {
      isHere = false;
    };
  }, [wanted, order]);
  return useMemo(() => {
    if (wanted === null || detail === null) return detail;
    if (answer?.to !== wanted) return { ...detail, isComing: true };
    return answer.whole ?? detail;
  }, [wanted, detail, answer]);
}
