import { useSyncExternalStore } from 'react';
import { cents } from '#base/money.ts';
import { Marked } from '#ui/stationery.tsx';
import { Price } from '#ui/price.tsx';
import { VisuallyHidden } from '#ui/text.tsx';
import { isNewOn } from '../rules/product.ts';

/** A price as it hangs on a thing: the label, with the hole for its string. */
export const PriceLabel = ({ priceCents, large }: { priceCents: number; large?: boolean }) => (
  <span
    className={`inline-flex items-center gap-8 rounded-4 border border-control bg-surface py-4 pr-12 pl-8 ${large ? 'text-28' : 'text-17'}`}
  >
    <i aria-hidden="true" className="size-8 rounded-8 border border-control bg-ground" />
    <Price cents={cents(priceCents)} free="Free" />
  </span>
);

const never = () => () => undefined;
const today = () => new Date().toISOString().slice(0, 10);

/** The version, under the marker's stroke while it is new: which a page drawn on another day cannot know. */
export function VersionMark({ version, updated }: { version: string; updated: string }) {
  const day = useSyncExternalStore(never, today, () => null);
  if (day === null || !isNewOn(updated, day)) return <>version {version}</>;
  return (
    <Marked>
      <VisuallyHidden>new </VisuallyHidden>version {version}
    </Marked>
  );
}
