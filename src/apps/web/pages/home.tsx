import { Suspense } from 'react';
import { NdaHero } from '#features/documents/web/nda-hero.tsx';
import { lazyPage } from '#platform/web/chunks.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Frame } from '#ui/page.tsx';
import type { HomeData } from '../home/data.ts';

// Describing the hub in one sentence is up to the operator.
export const head = () => ({ title: '' });

// Below the fold: server-rendered, and interactive once its code has loaded.
const below = lazyPage(() => import('../home/below.tsx'));
export const parts = [below];

export default function Home({ data }: { data: HomeData }) {
  const { site } = useHub();
  const { documents } = data;
  return (
    <main id="main">
      <Frame className="py-48 lg:py-64">
        {documents?.opening ? (
          <NdaHero
            opening={documents.opening}
            title="An agreement in two minutes"
            lead={
              <>
                Type your client’s name. The agreement <span className="lg:hidden">below</span>
                <span className="max-lg:hidden">on the right</span> is already theirs.
              </>
            }
          />
        ) : (
          <h1 className="text-38 font-bold lg:text-52" tabIndex={-1}>
            {site.tagline}
          </h1>
        )}
      </Frame>
      <Suspense fallback={null}>
        <Below data={data} />
      </Suspense>
    </main>
  );
}

function Below({ data }: { data: HomeData }) {
  const { default: Sections } = below.read();
  return <Sections data={data as never} params={{}} />;
}
