import { useState } from 'react';
import { Receipt, ReceiptLine, ReceiptTotal, Stamp } from '#ui/stationery.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import { type CartSource, sourceNames } from '../rules/condition.ts';
import type { CartView } from '../rules/contract.ts';
import { money } from '../rules/writing.ts';
import { day } from './moments.ts';

export type ShownCart = Pick<CartView, 'id' | 'status' | 'email' | 'name' | 'currency' | 'totalCents'> &
  Partial<CartView>;

/** A cart as its receipt: what lay in it, as far as the shop has said. */
export function CartReceipt({ cart, isSample }: { cart: ShownCart; isSample: boolean }) {
  const { currency, totalCents, items = [], email, name, createdAt, country } = cart;
  const amount = (cents: number) => money(cents, currency);
  const listed = items.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
  const isPriced = items.length > 0 && items.every(({ cents }) => cents > 0);
  const rest = totalCents - listed;
  const from = cart.source && (sourceNames[cart.source as CartSource] ?? cart.source);
  return (
    <Receipt aria-label="Cart">
      <div className="mb-12 flex items-start justify-between gap-24">
        <p className="min-w-0 text-15 [overflow-wrap:anywhere] text-muted">
          {name && email && <span className="block">{email}</span>}
          {createdAt && <span className="block">Abandoned {day(createdAt)}</span>}
          {(from || country) && (
            <span className="block">
              {[from && `From ${from}`, country && countryName(country)].filter(Boolean).join(', ')}
            </span>
          )}
        </p>
        {cart.status === 'recovered' && (
          <Stamp {...(cart.recoveredAt && { date: day(cart.recoveredAt) })}>Recovered</Stamp>
        )}
        {cart.status === 'lost' && <Stamp tone="plain">Lost</Stamp>}
      </div>
      <hr />
      {items.length === 0 && <p className="py-4 text-15 text-muted">The shop named no items.</p>}
      {items.map(({ name: what, quantity, cents, hasPicture }, index) => (
        <div key={index} className="flex items-center gap-12">
          <Thumb
            src={
              hasPicture && !isSample
                ? recoveryApi.picture.replace(':id', cart.id).replace(':index', String(index))
                : null
            }
          />
          <div className="min-w-0 grow">
            <ReceiptLine
              label={what || 'An item'}
              price={cents > 0 ? amount(cents * quantity) : quantity > 1 ? `${quantity} ×` : '–'}
              {...(quantity > 1 && cents > 0 && { note: `${quantity} × ${amount(cents)}` })}
            />
          </div>
        </div>
      ))}
      {isPriced && rest !== 0 && (
        <>
          <hr />
          <ReceiptLine
            label={rest > 0 ? 'Shipping, tax and other' : 'Discounts'}
            price={rest > 0 ? amount(rest) : `−${amount(-rest)}`}
          />
        </>
      )}
      <hr />
      <ReceiptTotal price={amount(totalCents)} />
    </Receipt>
  );
}

const countryName = (code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' }).of(code) ?? code;

/** A small sheet; with the shop's picture on it, where there is one and it arrives. */
function Thumb({ src }: { src: string | null }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className="grid size-48 shrink-0 place-items-center overflow-hidden border border-hairline bg-ground">
      {src && !isBroken ? (
        <img
          src={src}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          referrerPolicy="no-referrer"
          className="size-48 object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        <span className="h-24 w-16 border border-hairline bg-surface" />
      )}
    </span>
  );
}
