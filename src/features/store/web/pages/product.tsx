import Check from '#ui/icons/check.ts';
import { cents, formatMoney } from '#base/money.ts';
import { useHub } from '#platform/web/hub.tsx';
import { useNavigate } from '#platform/web/router.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { Column, Columns, Page, Prose } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import type { ProductPage as Data } from '../../rules/contract.ts';
import { directPath } from '../../rules/direct.ts';
import { bytesInWords, filesInWords, idInWords, kindNames, type ProductFile } from '../../rules/product.ts';
import { AddToCart, InCart } from '../add-to-cart.tsx';
import { RowEntries } from '../entries.tsx';
import { Gallery } from '../gallery.tsx';
import { PriceLabel, VersionMark } from '../price-label.tsx';
import { useCheckout } from '../use-checkout.ts';

// A description too many would be two truths: search engines are told what the page says.
export const head = (product: Data | null) => ({
  title: product?.title ?? 'Product',
  description: product?.summary ?? '',
  ...(product && { jsonLd: jsonLdOf(product) }),
});

const jsonLdOf = ({ id, title, summary, images, priceCents, kind, version, updated }: Data) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: title,
  description: summary,
  sku: id,
  category: kindNames[kind],
  image: images.map(({ src }) => src),
  version,
  releaseDate: updated,
  offers: {
    '@type': 'Offer',
    url: `/product/${id}`,
    price: (priceCents / 100).toFixed(2),
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
  },
});

export default function ProductPage({ data: product }: { data: Data }) {
  return (
    <Page kind="list">
      <nav aria-label="Breadcrumb" className="mb-16 text-15 text-muted">
        <Link quiet href="/store">
          Store
        </Link>{' '}
        /{' '}
        <Link quiet href={`/store?kind=${product.kind}`}>
          {kindNames[product.kind]}
        </Link>
      </nav>
      <Columns className="lg:gap-x-48">
        <Column span={7}>
          <Gallery images={product.images} />
        </Column>
        <Column span={5}>
          <div className="lg:sticky lg:top-96">
            <Offer product={product} />
          </div>
        </Column>
        <Column span={7} className="flex flex-col gap-48 lg:mt-16">
          {/* oxlint-disable-next-line react/no-danger -- the server sanitised it when it read the product from disk */}
          <Prose dangerouslySetInnerHTML={{ __html: product.html }} />
          <Inside product={product} />
        </Column>
        <Column span={5} className="flex flex-col gap-48 lg:mt-16">
          <Licence product={product} />
          <Versions product={product} />
        </Column>
      </Columns>
      {product.related.length > 0 && (
        <section aria-labelledby="related" className="mt-64">
          <h2 id="related" className="pb-16 text-21">
            Goes well with
          </h2>
          <RowEntries entries={product.related} />
        </section>
      )}
    </Page>
  );
}

function Offer({ product }: { product: Data }) {
  const { site } = useHub();
  const checkout = useCheckout();
  const go = useNavigate();
  // Past the cart: what lies there would be charged with it.
  const direct = { ids: [product.id], funnel: null, thanks: null, seenCents: product.priceCents };
  const buyNow = () => checkout && go(directPath(checkout, direct));
  const facts = [
    `${filesInWords(product.files)}, listed below`,
    product.licence.words,
    ...(product.unlocks.length > 0
      ? [`Includes in the document generator: ${product.unlocks.map(idInWords).join(', ')}`]
      : []),
    `Version ${product.version}, ${dayInWords(product.updated, site.language)}`,
  ];
  return (
    <Sheet className="flex flex-col gap-16">
      <h1 tabIndex={-1} className="text-28 lg:text-38">
        {product.title}
      </h1>
      <p>{product.summary}</p>
      <p>
        <PriceLabel priceCents={product.priceCents} large />
      </p>
      <div className="flex flex-wrap items-center gap-12">
        {checkout && (
          <Button variant="primary" onClick={buyNow}>
            {product.priceCents === 0
              ? 'Get it now'
              : `Buy now for ${formatMoney(cents(product.priceCents))}`}
          </Button>
        )}
        <AddToCart
          product={{ ...product, image: product.images[0] }}
          variant={checkout ? 'secondary' : 'primary'}
        />
        <InCart id={product.id} />
      </div>
      <ul className="mt-8 flex flex-col gap-8 border-t border-hairline pt-16 text-15">
        {facts.map((fact) => (
          <li key={fact} className="flex gap-12">
            <span className="mt-4 shrink-0 text-muted">
              <Icon of={Check} size={16} />
            </span>
            {fact}
          </li>
        ))}
      </ul>
      {product.tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-x-12 gap-y-4 text-13 text-muted">
          {product.tags.map((tag) => (
            <li key={tag}>
              <Link quiet href={`/store?tag=${tag}`}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

const insideOf = ({ holds, pages }: ProductFile): string[] =>
  holds ? [`${holds} files`] : pages ? [`${pages} pages`] : [];

const fileColumns: readonly [TableColumn<ProductFile>, ...TableColumn<ProductFile>[]] = [
  {
    head: 'File',
    cell: ({ name, words }) => (
      <>
        <span className="ui-mono">{name}</span>
        <span className="block text-13 font-normal text-muted">{words}</span>
      </>
    ),
  },
  {
    head: 'Size',
    label: false,
    numeric: true,
    cell: (file) => [...insideOf(file), bytesInWords(file.bytes)].join(', '),
  },
];

const Inside = ({ product }: { product: Data }) => (
  <section aria-labelledby="inside">
    <h2 id="inside" className="text-21">
      What’s inside
    </h2>
    <div className="mt-12">
      <Table
        caption="Files in this product"
        hideCaption
        columns={fileColumns}
        rows={product.files}
        rowKey={({ name }) => name}
      />
    </div>
  </section>
);

const Licence = ({ product }: { product: Data }) => (
  <section aria-labelledby="licence">
    <h2 id="licence" className="text-21">
      License
    </h2>
    <p className="mt-12 font-medium">{product.licence.name}</p>
    <p className="mt-4 text-15">{product.licence.words}</p>
    <p className="mt-4 text-15 text-muted">The full text is included with the files.</p>
  </section>
);

function Versions({ product }: { product: Data }) {
  const { site } = useHub();
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="text-21">
        Versions
      </h2>
      <ol className="mt-12 flex flex-col gap-16">
        {product.changelog.map(({ version, date, changes }) => (
          <li key={version} className="border-l border-hairline pl-16 text-15">
            <p>
              <VersionMark version={version} updated={date} />{' '}
              <span className="text-muted">{dayInWords(date, site.language)}</span>
            </p>
            <p className="mt-4">{changes}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A day has no hour: in UTC it is the same day everywhere. */
const dayInWords = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
