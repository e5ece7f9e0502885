import type { DocumentEntry, DocumentIndex } from '#features/documents/rules/contract.ts';
import { DocumentTable } from '#features/documents/web/document-table.tsx';
import { LeadEntry, PairEntry } from '#features/store/web/entries.tsx';
import { usePathExists } from '#platform/web/hub.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Column, Columns, Frame } from '#ui/page.tsx';
import type { HomeData } from './data.ts';
import { PlanIndex } from './plan-index.tsx';
import { Pictures } from './pictures.tsx';
import { HomeSection } from './section.tsx';
import { aiGenerator, Sentence } from './sentence.tsx';

const mostDocuments = 6;

/** Where pieces of work begin; then the first of what else there is. */
function someOf({ documents, bundles = [] }: DocumentIndex): DocumentEntry[] {
  const begins = new Set(bundles.map((bundle) => bundle.documents[0]));
  const isFirst = ({ slug }: DocumentEntry) => begins.has(slug);
  const rest = documents.filter((entry) => !isFirst(entry));
  return [...documents.filter(isFirst), ...rest].slice(0, mostDocuments);
}

/** The home page below the fold: what the hub offers, each part with a link to all of it. */
export default function Below({ data: { documents, products, plans } }: { data: HomeData }) {
  const exists = usePathExists();
  const [lead, ...others] = products?.items ?? [];
  return (
    <>
      <Frame className="pb-48 lg:pb-64">
        <Pictures products={products?.items ?? []} />
      </Frame>

      {exists(aiGenerator) && (
        <HomeSection
          title="Or describe it in one sentence"
          lead="Say who, what, how much and when. It asks for the rest. Three free drafts a month."
        >
          <Sentence />
        </HomeSection>
      )}

      {documents && (
        <HomeSection
          title="Every document, in full"
          lead="Read it before you start. Each clause has a plain-language summary."
          more={
            exists('/documents') && (
              <ButtonLink href="/documents">All {documents.documents.length} documents</ButtonLink>
            )
          }
        >
          <DocumentTable caption="Some of them" documents={someOf(documents)} />
        </HomeSection>
      )}

      {lead && (
        <HomeSection
          title="Ready to use today"
          lead="Files you can open and edit, with a license, versions and real previews."
          more={exists('/store') && <ButtonLink href="/store">Browse the store</ButtonLink>}
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
        title="Plans"
        lead="Documents, the store and your account are free. Plans raise the limits."
        more={exists('/plans') && <ButtonLink href="/plans">Compare plans</ButtonLink>}
      >
        <PlanIndex plans={plans} />
      </HomeSection>
    </>
  );
}
