import { cents } from '#base/money.ts';
import { Link } from '#ui/link.tsx';
import { Table } from '#ui/table.tsx';
import { Mono, Price } from '#ui/text.tsx';
import { billingApi } from '../rules/addresses.ts';
import type { BillingInvoice } from '../rules/contract.ts';
import { useDay } from './use-billing.ts';

const pdf = (id: string, credit?: string) =>
  `${billingApi.invoice}/${encodeURIComponent(id)}${credit === undefined ? '' : `?credit=${encodeURIComponent(credit)}`}`;

export function Invoices({ invoices }: { invoices: BillingInvoice[] }) {
  const day = useDay();
  if (invoices.length === 0) return null;
  return (
    <Table
      caption="Invoices"
      rows={invoices}
      rowKey={({ id }) => id}
      columns={[
        {
          head: 'Invoice',
          cell: ({ id, number, credits }) => (
            <>
              {number === null ? (
                'Receipt by mail'
              ) : (
                <Link href={pdf(id)} download>
                  <Mono>{number}</Mono>
                </Link>
              )}
              {credits.map((credit) => (
                <span key={credit}>
                  {' '}
                  <Link href={pdf(id, credit)} download>
                    <Mono>{credit}</Mono>
                  </Link>
                </span>
              ))}
            </>
          ),
        },
        { head: 'Date', cell: ({ at }) => day(at) },
        { head: 'For', cell: ({ words }) => words },
        {
          head: 'Paid',
          numeric: true,
          cell: ({ cents: paid, refundedCents }) => (
            <>
              <Price cents={cents(paid)} />
              {refundedCents > 0 && (
                <span className="block text-13 text-muted">
                  <Price cents={cents(refundedCents)} /> back
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
