import { countOf } from '#base/count.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Column, Columns, Page } from '#ui/page.tsx';
import { Pagination } from '#ui/table.tsx';
import { browseAddress } from '../../rules/browse.ts';
import type { ProductList } from '../../rules/contract.ts';
import { kindNames } from '../../rules/product.ts';
import { LeadEntry, PairEntry, RowEntries } from '../entries.tsx';
import { Filters, useBrowse } from '../filters.tsx';

export const head = () => ({
  title: 'Store',
  description:
    'Working files for people who build and sell software: templates, spreadsheets, checklists, code and icons. See every file before you buy.',
});

export default function StorePage({ data }: { data: ProductList }) {
  const { browse, items, total } = data;
  const asked = useBrowse();
  const isNarrowed = Boolean(browse.q || browse.kind || browse.tag);
  // Shown as an index of its own only where nobody asked for something particular.
  const isFront = !isNarrowed && browse.page === 1 && browse.sort === 'featured';
  const [lead, ...others] = items;
  const pair = isFront ? others.slice(0, 2) : [];
  const rows = isFront ? others.slice(2) : items;
  return (
    <Page
      kind="list"
      title="Store"
      lead="Files that save you a weekend of work. Each product page shows what’s inside: names, sizes, versions and the license."
    >
      <noscript>
        <p className="mb-24 border border-hairline bg-surface p-16 text-15">
          You can browse and search without JavaScript; the cart needs it.
        </p>
      </noscript>
      <Columns className="lg:gap-x-48">
        <Column span={3}>
          <Filters list={data} />
        </Column>
        <Column span={9} className="flex flex-col gap-24">
          {isNarrowed && <Narrowed list={data} />}
          {total === 0 && <Nothing list={data} isNarrowed={isNarrowed} />}
          {isFront && lead && <LeadEntry entry={lead} first />}
          {pair.length > 0 && (
            <div className="grid gap-24 md:grid-cols-2">
              {pair.map((entry) => (
                <PairEntry key={entry.id} entry={entry} />
              ))}
            </div>
          )}
          {rows.length > 0 && <RowEntries entries={rows} first={!isFront} />}
          {total > data.pageSize && (
            <Pagination
              page={browse.page}
              pageSize={data.pageSize}
              total={total}
              of="products"
              href={(page) => browseAddress(asked, { page })}
            />
          )}
        </Column>
      </Columns>
    </Page>
  );
}

/** What was asked for, in words, each part with a way out of it. */
function Narrowed({ list: { browse, total } }: { list: ProductList }) {
  const go = useNavigate();
  const asked = useBrowse();
  const parts = [
    ...(browse.q ? [{ words: `“${browse.q}”`, to: browseAddress(asked, { q: '' }) }] : []),
    ...(browse.kind ? [{ words: kindNames[browse.kind], to: browseAddress(asked, { kind: null }) }] : []),
    ...(browse.tag ? [{ words: browse.tag, to: browseAddress(asked, { tag: null }) }] : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-8 text-15">
      <p role="status" className="mr-8 text-muted">
        {countOf(total, 'product')} for
      </p>
      {parts.map(({ words, to }) => (
        <ButtonLink key={words} size="tool" href={to} aria-label={`${words}: remove this filter`}>
          {words} <span aria-hidden="true">×</span>
        </ButtonLink>
      ))}
      <Button size="tool" variant="quiet" onClick={() => go('/store')}>
        Clear filters
      </Button>
    </div>
  );
}

function Nothing({ list: { browse, meant }, isNarrowed }: { list: ProductList; isNarrowed: boolean }) {
  if (!isNarrowed) return <EmptyState title="No products yet">Come back soon.</EmptyState>;
  return (
    <EmptyState
      title={browse.q ? `No results for “${browse.q}”` : 'No products match both filters'}
      action={<ButtonLink href="/store">Show all products</ButtonLink>}
    >
      {meant ? (
        <>
          Did you mean <Link href={browseAddress(browse, { q: meant, kind: null, tag: null })}>{meant}</Link>?
        </>
      ) : (
        'Try fewer words, or remove a filter.'
      )}
    </EmptyState>
  );
}
