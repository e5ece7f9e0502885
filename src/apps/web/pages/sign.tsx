import { SignScreen } from '#features/agreements/web/sign/sign-screen.tsx';
import { DocView } from '#features/documents/web/doc-view.tsx';
import { useSearchParams } from '#platform/web/router.tsx';

export const head = () => ({
  title: 'Sign a document',
  description: 'Read, comment on and sign a document that was sent to you.',
});

/** For somebody without an account, by the link in their email: the agreement, drawn by whoever knows documents. */
export default function Sign() {
  const [search] = useSearchParams();
  const token = search.get('t') ?? '';
  return <SignScreen key={token} token={token} doc={DocView} />;
}
