import { Fragment, memo, Suspense, useState } from 'react';
import { NdaHero } from '#features/documents/web/nda-hero.tsx';
import { lazyPage } from '#platform/web/chunks.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Link } from '#ui/link.tsx';
import { Frame } from '#ui/page.tsx';
import type { HomeData } from '../home/data.ts';
import { NamesContext, noNames } from '../home/names.ts';

// Describing the hub in one sentence is up to the operator.
export const head = () => ({ title: '' });

// Below the fold: server-rendered, and interactive once its code has loaded.
const below = lazyPage(() => import('../home/below.tsx'));
export const parts = [below];

const others = new Set(['freelance-project', 'contractor-agreement', 'invoice', 'proposal']);

export default function Home({ data }: { data: HomeData }) {
  const { site } = useHub();
  const { documents } = data;
  const [names, setNames] = useState(noNames);
  return (
    <main id="main">
      <Frame className="py-24 md:py-48 lg:py-64">
        {documents?.opening ? (
          <NdaHero
            opening={documents.opening}
            title={site.tagline}
            lead={
              <>
                Free, no account. Type your client’s name: the agreement{' '}
                <span className="lg:hidden">below</span>
                <span className="max-lg:hidden">on the right</span> is already theirs.
              </>
            }
            onNames={(ours, theirs) => setNames({ ours, theirs })}
          >
            <OtherStarts documents={documents} />
          </NdaHero>
        ) : (
          <h1 className="text-38 font-bold lg:text-52" tabIndex={-1}>
            {site.tagline}
          </h1>
        )}
      </Frame>
      <NamesContext value={names}>
        <Suspense fallback={null}>
          <Below data={data} />
        </Suspense>
      </NamesContext>
    </main>
  );
}

/** The other documents that people come for most, by name. */
function OtherStarts({ documents: { documents } }: { documents: NonNullable<HomeData['documents']> }) {
  // “Free” stands above it.
  const starts = documents.filter(({ slug, price }) => others.has(slug) && price === 0);
  return (
    <p className="border-t border-hairline pt-16 text-15">
      <span className="text-muted">Or begin with: </span>
      {starts.map(({ slug, title }, index) => (
        <Fragment key={slug}>
          {index > 0 && ', '}
          <Link href={`/documents/${slug}`}>{title}</Link>
        </Fragment>
      ))}
    </p>
  );
}

/** A letter typed above draws only what takes the names. */
const Below = memo(function Below({ data }: { data: HomeData }) {
  const { default: Sections } = below.read();
  return <Sections data={data as never} params={{}} />;
});
