import Minus from '#ui/icons/minus.ts';
import Plus from '#ui/icons/plus.ts';
import { useState } from 'react';
import { cents } from '#base/money.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import { Tag } from '#ui/text.tsx';
import type { CartLine } from '../rules/cart-lines.ts';
import { isProductId } from '../rules/product.ts';
import { mostOfOne, type QuoteLine } from '../rules/quote.ts';
import { cartEdits } from './cart-edits.ts';
import { ProductPicture } from './product-picture.tsx';

/** A line of the cart with what the server says about it, as far as it has spoken. */
export interface PricedLine extends CartLine {
  quote: QuoteLine | null;
  /** The server's answer is about this very cart. */
  isAsked: boolean;
}

/** Nobody can buy it: the server says so, or it never was a product. */
export const isGone = ({ id, quote }: PricedLine): boolean => quote?.state === 'gone' || !isProductId(id);

export function CartRow({ line, onRemove }: { line: PricedLine; onRemove: () => void }) {
  const { id, quantity, known, quote } = line;
  const gone = isGone(line);
  const title = quote?.title ?? known.title;
  const image = quote?.image ?? (known.image ? { src: known.image, alt: '' } : null);
  const unit = quote && !gone ? quote.unitCents : known.seenCents;
  return (
    <li
      className="grid grid-cols-12 items-start gap-x-16 gap-y-12 border-t border-hairline py-16 first:border-t-0"
      data-product={id}
    >
      <div className="col-span-3 md:col-span-2">
        <ProductPicture image={image} place="thumb" silent soon />
      </div>
      <div className="col-span-9 min-w-0 md:col-span-5">
        <p className="font-medium [overflow-wrap:anywhere]">
          {gone ? (
            title
          ) : (
            <Link quiet href={`/product/${id}`}>
              {title}
            </Link>
          )}
        </p>
        {gone ? (
          <p className="mt-4 text-15">
            <Tag tone="warn">No longer sold</Tag>{' '}
            <span className="text-muted">Not included in the total.</span>
          </p>
        ) : (
          unit !== undefined && (
            <p className="mt-4 text-15 text-muted">
              <Price cents={cents(unit)} free="Free" /> each
              {!quote && ' when you added it'}
            </p>
          )
        )}
      </div>
      <div className="col-span-8 flex items-center md:col-span-3">
        {!gone && (
          <Quantity title={title} quantity={quantity} onChange={(next) => cartEdits.setQuantity(id, next)} />
        )}
      </div>
      <div className="col-span-4 flex justify-end md:col-span-2">
        <Button
          variant="quiet"
          size="tool"
          data-flush="end"
          onClick={onRemove}
          aria-label={`Remove ${title}`}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

function Quantity({
  title,
  quantity,
  onChange,
}: {
  title: string;
  quantity: number;
  onChange: (quantity: number) => void;
}) {
  // Only while somebody types; otherwise the cart's own number shows, also when another tab changes it.
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    const next = /^\d{1,9}$/.test(typed?.trim() ?? '')
      ? Math.max(1, Math.min(mostOfOne, Number(typed)))
      : quantity;
    setTyped(null);
    if (next !== quantity) onChange(next);
  };
  return (
    <div role="group" aria-label={`Quantity of ${title}`} className="density-tool flex items-center gap-4">
      <IconButton
        icon={Minus}
        label="Decrease"
        variant="secondary"
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      />
      <Field label={`Quantity of ${title}`} hideLabel compact className="w-64">
        <TextInput
          mono
          inputMode="numeric"
          value={typed ?? String(quantity)}
          className="text-center"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => event.key === 'Enter' && settle()}
        />
      </Field>
      <IconButton
        icon={Plus}
        label="Increase"
        variant="secondary"
        disabled={quantity >= mostOfOne}
        onClick={() => onChange(quantity + 1)}
      />
    </div>
  );
}
