import { keptLink } from '#features/agreements/web/sign/kept-link.ts';
import { Loading, SignScreen } from '#features/agreements/web/sign/sign-screen.tsx';
import { DocView } from '#features/documents/web/doc-view.tsx';
import { useSearchParams } from '#platform/web/router.tsx';
import { usePart } from '#platform/web/use-part.ts';

export const head = () => ({
  title: 'Sign a document',
  description: 'Read, comment on and sign a document that was sent to you.',
});

const openPart = () => import('#features/agreements/web/open/open-screen.tsx');

/** For somebody without an account, by the link in their email or by one that is open to all: the agreement, drawn by whoever knows documents. */
export default function Sign() {
  const [search] = useSearchParams();
  const token = search.get('t') ?? keptLink(search.get('id') ?? '');
  const open = search.get('o');
  const part = usePart(open !== null, openPart);
  if (open !== null) return part ? <part.OpenScreen key={open} token={open} doc={DocView} /> : <Loading />;
  return <SignScreen key={token} token={token} doc={DocView} />;
}
