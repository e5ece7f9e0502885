import { cents } from '#base/money.ts';
import { Link } from '#ui/link.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Price } from '#ui/price.tsx';
import { Mono } from '#ui/text.tsx';
import { billingApi } from '../rules/addresses.ts';
import type { BillingInvoice } from '../rules/contract.ts';
import { useDay } from './use-billing.ts';

const pdf = (id: string, credit?: string) =>
  `${billingApi.invoice}/${encodeURIComponent(id)}${credit === undefined ? '' : `?credit=${encodeURIComponent(credit)}`}`;

const columns: [TableColumn<BillingInvoice>, ...TableColumn<BillingInvoice>[]] = [
  { head: 'Invoice', cell: (invoice) => <Numbers {...invoice} /> },
  { head: 'Date', cell: ({ at }) => <Day iso={at} /> },
  { head: 'Description', cell: ({ words }) => words },
  { head: 'Paid', numeric: true, cell: (invoice) => <Paid {...invoice} /> },
];

export const Invoices = ({ invoices }: { invoices: BillingInvoice[] }) =>
  invoices.length === 0 ? (
    <section aria-labelledby="no-invoices" className="flex flex-col gap-12 border-t border-hairline pt-16">
      <h2 id="no-invoices" className="text-17">
        Invoices
      </h2>
      <p className="text-muted">None yet. Each payment for a plan puts one here, and in your email.</p>
    </section>
  ) : (
    <Table caption="Invoices" rows={invoices} rowKey={({ id }) => id} columns={columns} />
  );

const Day = ({ iso }: { iso: string }) => useDay()(iso);

/** The invoice, and a credit note for each part of it that went back. */
function Numbers({ id, number, credits }: BillingInvoice) {
  if (number === null) return 'Receipt by email';
  return (
    <>
      <Link href={pdf(id)} download>
        <Mono>{number}</Mono>
      </Link>
      {credits.map((credit) => (
        <span key={credit}>
          {' '}
          <Link href={pdf(id, credit)} download>
            <Mono>{credit}</Mono>
          </Link>
        </span>
      ))}
    </>
  );
}

const Paid = ({ cents: paid, refundedCents }: BillingInvoice) => (
  <>
    <Price cents={cents(paid)} />
    {refundedCents > 0 && (
      <span className="block text-13 text-muted">
        <Price cents={cents(refundedCents)} /> back
      </span>
    )}
  </>
);
