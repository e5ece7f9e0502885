import { useSyncExternalStore } from 'react';
import { lazyPage } from '#platform/web/chunks.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { Start } from '../start.tsx';
import { useOwner } from '../use-funnels.ts';
import { Suspense } from 'react';

export const head = () => ({
  title: 'Funnel Builder',
  description:
    'Build opt-in, sales, upsell and thank-you pages, publish them, collect leads, and see how they convert.',
});

const editor = lazyPage(() => import('../editor/editor.tsx'));
const never = () => () => undefined;

/** The start, and the editor once a funnel is open: its code comes only then. */
export default function FunnelBuilder() {
  const [search] = useSearchParams();
  const owner = useOwner();
  // What the server draws is the same for everybody.
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const id = isHere ? search.get('id') : null;
  if (!id || !/^[\w-]{1,64}$/.test(id)) return <Start />;
  return (
    <Suspense fallback={<Opening />}>
      {owner === null ? <Opening /> : <Loaded key={`${owner} ${id}`} owner={owner} id={id} />}
    </Suspense>
  );
}

const Opening = () => (
  <Page kind="list" title="Funnel Builder">
    <Skeleton shape="form" label="Loading the editor" />
  </Page>
);

function Loaded(props: { owner: string; id: string }) {
  const Editor = editor.read().default as unknown as typeof import('../editor/editor.tsx').default;
  return <Editor {...props} />;
}
