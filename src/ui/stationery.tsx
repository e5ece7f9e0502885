import type { ComponentProps, ReactNode } from 'react';
import { Mono } from './text.tsx';

/** A sheet with interface text on it; a document's own paper is `Paper`, and an empty state is `EmptyState`. */
export function Sheet({
  stack,
  staple,
  className,
  ...rest
}: ComponentProps<'div'> & {
  /** More sheets below it. */
  stack?: boolean;
  /** Several that belong together. */
  staple?: boolean;
}) {
  return (
    <div
      className={className ? `ui-sheet ${className}` : 'ui-sheet'}
      data-stack={stack ? '' : undefined}
      data-staple={staple ? '' : undefined}
      {...rest}
    />
  );
}

/** What is bought, or was: lines, a dashed `<hr />` between parts, a total, and a torn edge. */
export function Receipt({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={className ? `ui-receipt ${className}` : 'ui-receipt'} {...rest} />;
}

interface ReceiptLineProps {
  label: ReactNode;
  price: ReactNode;
  note?: ReactNode;
}

export function ReceiptLine({ label, price, note }: ReceiptLineProps) {
  return (
    <div className="ui-receipt-line">
      <span>
        {label}
        {note && <small>{note}</small>}
      </span>
      <i aria-hidden="true" />
      <span>{price}</span>
    </div>
  );
}

export function ReceiptTotal({ label = 'Total', price }: { label?: ReactNode; price: ReactNode }) {
  return (
    <div className="ui-receipt-line" data-total="">
      <span>{label}</span>
      <i aria-hidden="true" style={{ borderBottomColor: 'transparent' }} />
      <Mono>{price}</Mono>
    </div>
  );
}

interface StampProps {
  tone?: 'ok' | 'danger' | 'plain';
  /** Below the word, as it is to be read. */
  date?: ReactNode;
  children: ReactNode;
}

/** What is settled: PAID, SENT, REFUNDED. */
export function Stamp({ tone = 'ok', date, children }: StampProps) {
  return (
    <span className="ui-stamp" data-tone={tone}>
      {children}
      {date && <small>{date}</small>}
    </span>
  );
}

/** The marker's stroke, for what is new. */
export const Marked = ({ children }: { children: ReactNode }) => (
  <mark className="ui-marked">{children}</mark>
);
