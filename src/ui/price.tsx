import { formatMoney } from '#base/money.ts';
import type { Cents } from '#base/money.ts';
import { VisuallyHidden } from './text.tsx';

interface PriceProps {
  cents: Cents;
  currency?: string;
  /** The price before a reduction, struck through and named for those who listen. */
  was?: Cents;
  per?: 'month' | 'year';
  /** What to say for nothing, where "Free" is meant and not "$0". */
  free?: string;
}

export function Price({ cents, currency = 'USD', was, per, free }: PriceProps) {
  return (
    <span className="ui-price">
      {was !== undefined && was > cents && (
        <>
          <s className="ui-mono">
            <VisuallyHidden>Before </VisuallyHidden>
            {formatMoney(was, currency)}
          </s>{' '}
        </>
      )}
      {free && cents === 0 ? free : <span className="ui-mono">{formatMoney(cents, currency)}</span>}
      {per && <small> / {per}</small>}
    </span>
  );
}
