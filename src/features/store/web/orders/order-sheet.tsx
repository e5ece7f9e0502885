import Download from '#ui/icons/download.ts';
import { countOf } from '#base/count.ts';
import { cents } from '#base/money.ts';
import { useHub } from '#platform/web/hub.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Row } from '#ui/page.tsx';
import { Receipt, ReceiptLine, ReceiptTotal, Stamp } from '#ui/stationery.tsx';
import { Price } from '#ui/price.tsx';
import { Mono } from '#ui/text.tsx';
import type { OrderView } from '../../rules/order-contract.ts';
import { orderNumber } from '../../rules/order-number.ts';
import { bytesInWords } from '../../rules/product.ts';
import { percentWords } from '../../rules/tax.ts';
import { OrderLines, useDay } from './order-parts.tsx';

/** An order as a stamped receipt: who sold what and when, every file of it, and what was paid. */
export function OrderSheet({ order }: { order: OrderView }) {
  const { seller, name } = useHub().site;
  const day = useDay();
  return (
    <Receipt aria-label="Receipt">
      <div className="flex flex-wrap items-start justify-between gap-16">
        <div className="min-w-0 text-13 text-muted">
          <p className="text-17 font-medium text-ink">{seller.legalName || name}</p>
          <p className="[overflow-wrap:anywhere]">
            Order <Mono>{orderNumber(order.id)}</Mono>
          </p>
          <p>{day(order.paidAt ?? order.placedAt)}</p>
        </div>
        <OrderStamp order={order} />
      </div>
      <hr />
      <OrderLines order={order} />
      <Given order={order} />
      <hr />
      <Sums order={order} />
      <Papers order={order} />
    </Receipt>
  );
}

function OrderStamp({ order }: { order: OrderView }) {
  const day = useDay();
  if (order.state === 'refunded') return <Stamp tone="danger">Refunded</Stamp>;
  if (order.withdrawnAt)
    return (
      <Stamp tone="plain" date={day(order.withdrawnAt)}>
        Withdrawn
      </Stamp>
    );
  return <Stamp date={day(order.paidAt ?? order.placedAt)}>{order.totalCents === 0 ? 'Free' : 'Paid'}</Stamp>;
}

const Sums = ({ order }: { order: OrderView }) => (
  <>
    {order.discountCents > 0 && (
      <ReceiptLine
        label={`Coupon ${order.couponCode ?? ''}`}
        price={
          <>
            −<Price cents={cents(order.discountCents)} />
          </>
        }
      />
    )}
    {order.taxCents > 0 && (
      <ReceiptLine
        label={`Tax, ${percentWords(order.taxBasisPoints)}`}
        price={<Price cents={cents(order.taxCents)} />}
      />
    )}
    {order.reverseCharge && <ReceiptLine label="Tax" price="Reverse charge" />}
    <ReceiptTotal price={<Price cents={cents(order.totalCents)} free="Free" />} />
    {order.refundedCents > 0 && (
      <ReceiptLine
        label={order.refundedCents < order.totalCents ? 'Partly refunded' : 'Refunded'}
        price={
          <>
            −<Price cents={cents(order.refundedCents)} />
          </>
        }
      />
    )}
  </>
);

/** What was given to this order alone. */
function Given({ order }: { order: OrderView }) {
  if (order.given.length === 0) return null;
  return (
    <>
      <hr />
      <p className="font-medium">For you</p>
      <Row className="py-12">
        {order.given.map(({ name, bytes, href }) => (
          <ButtonLink
            key={href}
            size="tool"
            className="whitespace-normal [overflow-wrap:anywhere]"
            icon={Download}
            href={href}
            download
          >
            <bdi>{name}</bdi> ({bytesInWords(bytes)})
          </ButtonLink>
        ))}
      </Row>
    </>
  );
}

/** The invoice and its credit notes, as PDFs. */
function Papers({ order }: { order: OrderView }) {
  if (!order.invoiceNumber && order.credits.length === 0) return null;
  // A member's is opened by their session: its address, left in a list of downloads, opens nothing for anybody else.
  const invoice = `/api/orders/invoice?order=${encodeURIComponent(order.isMine ? order.id : order.token)}`;
  return (
    <Row className="py-12">
      {order.invoiceNumber && (
        <ButtonLink size="tool" href={invoice} download>
          Invoice {order.invoiceNumber}
        </ButtonLink>
      )}
      {order.corrections.flatMap(({ replaces, creditNumber }) => [
        <ButtonLink key={replaces} size="tool" href={`${invoice}&number=${replaces}`} download>
          Invoice {replaces}, cancelled
        </ButtonLink>,
        <ButtonLink key={creditNumber} size="tool" href={`${invoice}&number=${creditNumber}`} download>
          Credit note {creditNumber}
        </ButtonLink>,
      ])}
      {order.credits.map(({ number }) => (
        <ButtonLink key={number} size="tool" href={`${invoice}&credit=${number}`} download>
          Credit note {number}
        </ButtonLink>
      ))}
    </Row>
  );
}

/** The newest files of the whole order in one ZIP; nothing where there is one file or none. */
export function DownloadAll({ order, isMain }: { order: OrderView; isMain?: boolean }) {
  if (!order.archive) return null;
  const files = order.lines.flatMap(({ versions }) => versions[0]?.files ?? []);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <ButtonLink
      {...(isMain ? { variant: 'primary' } : { size: 'tool' })}
      className="whitespace-normal"
      icon={Download}
      href={order.archive}
      download
    >
      Download all ({countOf(files.length, 'file')}, {bytesInWords(bytes)})
    </ButtonLink>
  );
}
