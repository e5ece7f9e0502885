import { useEffect } from 'react';
import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { safeReturnPath } from '../../rules/return-path.ts';
import { useAuth } from '../auth-context.ts';
import { entryDraft } from './draft.ts';

/** Whoever is somebody by now, from this form or another tab, goes on to the page that was wanted. */
export function useReturn(): { next: string; carry: string } {
  const { authReady, user } = useAuth();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const wanted = search.get('next');
  const next = safeReturnPath(wanted);
  const isIn = authReady && user !== null;
  useEffect(() => {
    if (!isIn) return;
    entryDraft.drop();
    void navigate(next, { replace: true });
  }, [isIn, navigate, next]);
  // The sister pages lead back to the same place.
  return { next, carry: wanted === null ? '' : `?next=${encodeURIComponent(next)}` };
}
