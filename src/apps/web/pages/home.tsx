import type { DocumentIndex } from '#features/documents/rules/contract.ts';
import { NdaHero } from '#features/documents/web/nda-hero.tsx';
import { DocumentTable } from '#features/documents/web/document-table.tsx';
import { PlanList, PlanTable } from '#features/plans/web/plan-table.tsx';
import type { ProductList } from '#features/store/rules/contract.ts';
import { LeadEntry, PairEntry } from '#features/store/web/entries.tsx';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Column, Columns, Frame } from '#ui/page.tsx';
import { HomeSection } from '../home/section.tsx';
import { SaleMap } from '../home/sale-map.tsx';

/** What `/api/home` answers: a part is null where this hub does not have it. */
export interface HomeData {
  documents: DocumentIndex | null;
  products: ProductList | null;
}

export const head = () => ({
  title: '',
  description: 'Write contracts in two minutes, sell digital products and win back abandoned carts, on a hub that you can run yourself.',
});

const mostDocuments = 6;

export default function Home({ data }: { data: HomeData }) {
  const { site } = useHub();
  const exists = usePathExists();
  const { documents, products } = data;
  const [lead, ...others] = products?.items ?? [];
  return (
    <main id="main">
      <Frame className="py-48 lg:py-64">
        {documents?.opening ? (
          <NdaHero
            opening={documents.opening}
            title="An agreement in two minutes"
            lead="Type your client's name. The agreement on the right is already theirs."
          />
        ) : (
          <h1 className="text-38 font-bold lg:text-52" tabIndex={-1}>
            {site.tagline}
          </h1>
        )}
      </Frame>

      {documents && (
        <HomeSection
          title="Every document, in full"
          lead="Read it before you answer a single question. Each clause has a summary in plain words."
          more={exists('/documents') && <ButtonLink href="/documents">All {documents.documents.length} documents</ButtonLink>}
        >
          <DocumentTable documents={documents.documents.slice(0, mostDocuments)} />
        </HomeSection>
      )}

      {lead && (
        <HomeSection
          title="Made to be used on Monday"
          lead="Files you open and change, with their licence, their versions and their real pages in the picture."
          more={exists('/store') && <ButtonLink href="/store">See the store</ButtonLink>}
        >
          <LeadEntry entry={lead} />
          <Columns>
            {others.slice(0, 2).map((entry) => (
              <Column key={entry.id} span={6} tablet={6}>
                <PairEntry entry={entry} />
              </Column>
            ))}
          </Columns>
        </HomeSection>
      )}

      <HomeSection
        title="From a page to a sale, and back again"
        lead="A visitor who leaves a full cart is reminded, never pestered: once they have bought, every reminder stops in the same moment."
      >
        <SaleMap />
      </HomeSection>

      <HomeSection
        title="Plans"
        lead="Documents, the store and your account cost nothing. Plans lift the limits."
        more={exists('/plans') && <ButtonLink href="/plans">Compare in detail</ButtonLink>}
      >
        <div className="hidden lg:block">
          <PlanTable cycle="monthly" present={null} action={() => null} />
        </div>
        <div className="lg:hidden">
          <PlanList cycle="monthly" present={null} action={() => null} />
        </div>
      </HomeSection>
    </main>
  );
}
