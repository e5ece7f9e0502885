import { Suspense, useDeferredValue, useEffect, useSyncExternalStore } from 'react';
import { decoded } from '#base/decode.ts';
import { useHub } from '#platform/web/hub.tsx';
import { countHands, onOwner } from '#platform/web/owner.ts';
import { Reveal } from '#platform/web/reveal.tsx';
import { documentTitle } from './head.ts';
import type { Matched } from './match.ts';
import type { PageData } from './page-data.ts';
import { PageBoundary } from './boundaries.tsx';
import { notFound } from './routes.tsx';
import { useLocation } from '#platform/web/router.tsx';
import { ChunkLoadError } from '#platform/web/chunks.ts';
import { pressAgain } from '#ui/press-again.ts';

/** The current page: loaded lazily, with its data, and with a way forward if something is missing. */
export function PageHost({ data, matched }: { data: PageData; matched: Matched }) {
  const location = useLocation();
  // What a page has read from this device may belong to someone else by now: it is read again.
  const hands = useSyncExternalStore(onOwner, countHands, () => 0);
  const retry = async (error: unknown) => {
    data.forget(matched.dataPath);
    matched.route.page.forget();
    if (!(error instanceof ChunkLoadError)) return;
    // A newer release may have replaced this page's code; then its document references the new one.
    await matched.route.page.preload().catch(async () => {
      const there = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      if (there?.ok) window.location.reload();
    });
  };

  // The same page with another search: the current content stays until the response arrives.
  const before = { pathname: useDeferredValue(location.pathname), path: useDeferredValue(matched.dataPath) };
  const dataPath = before.pathname === location.pathname ? before.path : matched.dataPath;
  return (
    <PageBoundary
      key={`b ${hands} ${location.pathname}`}
      place={matched.dataPath ?? ''}
      retry={retry}
      missing={<NotFoundPage />}
    >
      <Reveal
        key={location.pathname}
        ready={() => Promise.all([matched.route.page.preload(), data.ready(dataPath)])}
        fallback={<PageFallback />}
      >
        <Page matched={matched} dataPath={dataPath} data={data} />
      </Reveal>
    </PageBoundary>
  );
}

interface PageProps {
  matched: Matched;
  dataPath: string | null;
  data: PageData;
}

function Page({ matched, dataPath, data }: PageProps) {
  const { site } = useHub();
  const location = useLocation();
  const module = matched.route.page.read();
  const value = data.read(dataPath) as never;
  const Component = module.default;
  const title = documentTitle(module.head?.(value, matched.params), site);
  useArrival(location, title);
  return <Component data={value} params={matched.params} />;
}

function NotFoundPage() {
  const module = notFound.page.read();
  const Component = module.default;
  return (
    <Suspense fallback={<PageFallback />}>
      <Component data={null as never} params={{}} />
    </Suspense>
  );
}

/** On navigation: sets the title, scrolls to the top, and focuses the heading for keyboards and screen readers. */
function useArrival(place: ReturnType<typeof useLocation>, title: string) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  const { pathname, hash, isFirst, by } = place;
  useEffect(() => {
    // From here on, clicks are handled; tests wait for it.
    document.documentElement.dataset['alive'] = '';
    pressAgain();
    // The browser itself loaded the first page and handles this.
    if (isFirst) return;
    const anchor = hash.slice(1);
    const target = anchor ? document.getElementById(decoded(anchor) ?? anchor) : null;
    if (target) target.scrollIntoView();
    else if (by === 'link') window.scrollTo(0, 0);
    const heading = target ?? document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname, hash, isFirst, by]);
}

export function PageFallback() {
  return (
    <main id="main" className="ui-page" data-kind="reading" role="status">
      <p>Loading... Please wait while we load the page...</p>
    </main>
  );
}
