import { Anchor, Link } from '#ui/link.tsx';
import { Sheet } from '#ui/stationery.tsx';
import type { ProductEntry } from '../rules/contract.ts';
import { kindNames } from '../rules/product.ts';
import { AddToCart, InCart } from './add-to-cart.tsx';
import { PriceLabel, VersionMark } from './price-label.tsx';
import { ProductPicture, type PicturePlace } from './product-picture.tsx';

// Three sizes of one product, so that a page of them has a beginning and is read, not scanned.

interface EntryProps {
  entry: ProductEntry;
  /** The first of its page: its picture is fetched before anything else. */
  first?: boolean;
}

const addressOf = ({ id }: { id: string }): string => `/product/${id}`;

/** The picture leads there too, but is one stop less for the keyboard and says nothing twice. */
const PictureLink = ({ entry, first, place }: EntryProps & { place: PicturePlace }) => (
  <Anchor href={addressOf(entry)} tabIndex={-1} aria-hidden="true" className="block">
    <ProductPicture
      image={entry.image}
      place={place}
      silent
      {...(first && { soon: true, fetchPriority: 'high' })}
    />
  </Anchor>
);

const Title = ({ entry, className }: { entry: ProductEntry; className: string }) => (
  <h2 className={className}>
    <Link quiet href={addressOf(entry)}>
      {entry.title}
    </Link>
  </h2>
);

const Facts = ({ entry }: { entry: ProductEntry }) => (
  <p className="text-13 text-muted">
    {kindNames[entry.kind]} · {entry.contains} · <VersionMark {...entry} />
  </p>
);

const Buying = ({ entry, className = '' }: { entry: ProductEntry; className?: string }) => (
  <div className={`flex flex-wrap items-center gap-x-12 gap-y-8 ${className}`}>
    <PriceLabel priceCents={entry.priceCents} />
    <AddToCart product={entry} />
    <InCart id={entry.id} />
  </div>
);

/** The one on top of the stack. */
export function LeadEntry({ entry, first }: EntryProps) {
  return (
    <article className={first ? undefined : 'pb-24'}>
      <Sheet stack className="grid items-center gap-24 md:grid-cols-12">
        <div className="md:col-span-7">
          <PictureLink entry={entry} place="lead" {...(first && { first })} />
        </div>
        <div className="flex flex-col gap-12 md:col-span-5">
          <Facts entry={entry} />
          <Title entry={entry} className="text-28" />
          <p>{entry.summary}</p>
          <Buying entry={entry} className="mt-8" />
        </div>
      </Sheet>
    </article>
  );
}

export function PairEntry({ entry }: EntryProps) {
  return (
    <article className="h-full">
      <Sheet className="flex h-full flex-col gap-12">
        <PictureLink entry={entry} place="half" />
        <Facts entry={entry} />
        <Title entry={entry} className="text-21" />
        <p className="grow text-15">{entry.summary}</p>
        <Buying entry={entry} className="mt-4" />
      </Sheet>
    </article>
  );
}

/** The others, as the lines of one sheet. */
export const RowEntries = ({ entries, first }: { entries: readonly ProductEntry[]; first?: boolean }) => (
  <Sheet className="py-0">
    <ul>
      {entries.map((entry, at) => (
        <RowEntry key={entry.id} entry={entry} {...(first && at === 0 && { first })} />
      ))}
    </ul>
  </Sheet>
);

function RowEntry({ entry, first }: EntryProps) {
  return (
    <li className="border-t border-hairline first:border-t-0">
      <article className="grid grid-cols-12 items-start gap-x-16 gap-y-12 py-16 md:gap-x-24">
        <div className="col-span-4 md:row-span-2 lg:col-span-3 lg:row-span-1">
          <PictureLink entry={entry} place="row" {...(first && { first })} />
        </div>
        <div className="col-span-8 flex flex-col gap-4 lg:col-span-6">
          <Title entry={entry} className="text-17" />
          <p className="text-15">{entry.summary}</p>
          <Facts entry={entry} />
        </div>
        <Buying
          entry={entry}
          className="col-span-12 md:col-span-8 md:col-start-5 lg:col-span-3 lg:col-start-auto lg:flex-col lg:items-end"
        />
      </article>
    </li>
  );
}
