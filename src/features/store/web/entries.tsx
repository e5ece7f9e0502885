import type { ReactNode } from 'react';
import { cents } from '#base/money.ts';
import { Anchor, Link } from '#ui/link.tsx';
import { Price } from '#ui/text.tsx';
import type { ProductEntry } from '../rules/contract.ts';
import { kindNames } from '../rules/product.ts';
import { AddToCart, InCart } from './add-to-cart.tsx';
import { ProductPicture } from './product-picture.tsx';

// Three sizes of one product, so that a page of them has a beginning and is read, not scanned.

const addressOf = ({ id }: { id: string }): string => `/product/${id}`;

/** The picture leads there too, but is one stop less for the keyboard and says nothing twice. */
const PictureLink = ({ entry, soon }: { entry: ProductEntry; soon?: boolean }) => (
  <Anchor href={addressOf(entry)} tabIndex={-1} aria-hidden="true" className="block">
    <ProductPicture image={entry.image} silent {...(soon && { soon })} />
  </Anchor>
);

const Title = ({ entry, className }: { entry: ProductEntry; className: string }) => (
  <h2 className={className}>
    <Link quiet href={addressOf(entry)}>
      {entry.title}
    </Link>
  </h2>
);

const Facts = ({ entry, children }: { entry: ProductEntry; children?: ReactNode }) => (
  <p className="text-13 text-muted">
    {kindNames[entry.kind]} · {entry.contains} · version {entry.version}
    {children}
  </p>
);

const Buying = ({ entry }: { entry: ProductEntry }) => (
  <div className="flex flex-wrap items-center gap-x-16 gap-y-8">
    <span className="text-17">
      <Price cents={cents(entry.priceCents)} free="Free" />
    </span>
    <AddToCart product={entry} />
    <InCart id={entry.id} />
  </div>
);

export function LeadEntry({ entry }: { entry: ProductEntry }) {
  return (
    <article className="grid items-center gap-24 pb-32 md:grid-cols-12">
      <div className="md:col-span-7">
        <PictureLink entry={entry} soon />
      </div>
      <div className="flex flex-col gap-12 md:col-span-5">
        <Facts entry={entry} />
        <Title entry={entry} className="text-28" />
        <p>{entry.summary}</p>
        <div className="mt-8">
          <Buying entry={entry} />
        </div>
      </div>
    </article>
  );
}

export function PairEntry({ entry }: { entry: ProductEntry }) {
  return (
    <article className="flex flex-col gap-12 py-24">
      <PictureLink entry={entry} soon />
      <div className="mt-4 flex grow flex-col gap-8">
        <Title entry={entry} className="text-21" />
        <p className="grow text-15">{entry.summary}</p>
        <Facts entry={entry} />
        <Buying entry={entry} />
      </div>
    </article>
  );
}

export function RowEntry({ entry }: { entry: ProductEntry }) {
  return (
    <li>
      <article className="grid grid-cols-12 items-start gap-x-24 gap-y-12 border-t border-hairline py-24">
        <div className="col-span-12 md:col-span-4 md:row-span-2 lg:col-span-3 lg:row-span-1">
          <PictureLink entry={entry} />
        </div>
        <div className="col-span-12 flex flex-col gap-4 md:col-span-8 lg:col-span-6">
          <Title entry={entry} className="text-17" />
          <p className="text-15">{entry.summary}</p>
          <Facts entry={entry} />
        </div>
        <div className="col-span-12 md:col-span-8 md:col-start-5 lg:col-span-3 lg:col-start-auto">
          <div className="flex flex-wrap items-center gap-x-16 gap-y-8 lg:flex-col lg:items-end">
            <span className="text-17">
              <Price cents={cents(entry.priceCents)} free="Free" />
            </span>
            <AddToCart product={entry} />
            <InCart id={entry.id} />
          </div>
        </div>
      </article>
    </li>
  );
}
