import type { ReactNode } from 'react';
import { cents, formatMoney } from '#base/money.ts';
import { Receipt, ReceiptLine, ReceiptTotal } from './stationery.tsx';

/** What is given and to whom, as the receipt will say it; stamped once it is there. Null: the amount cannot be read yet. */
export function GiftReceipt({
  amount,
  to,
  payee,
  rhythm,
  stamp,
}: {
  amount: number | null;
  to: string;
  /** Whose account it goes to. */
  payee: string;
  rhythm: string;
  stamp?: ReactNode;
}) {
  const words = amount === null ? '–' : formatMoney(cents(amount));
  return (
    <Receipt aria-labelledby="your-gift" className="max-w-form">
      <Cup />
      <div className="mt-16 mb-8 flex items-center justify-between">
        <h2 id="your-gift" className="text-17">
          Your donation
        </h2>
        {stamp}
      </div>
      <ReceiptLine label={`To ${to}`} price={words} note={rhythm} />
      <hr />
      <ReceiptTotal price={words} />
      <p className="mt-8 text-13 text-muted">
        It goes to {payee}, in US dollars. The receipt comes by email.
      </p>
    </Receipt>
  );
}

/** In the hand of the funnels’ drawings: ink for the lines, the pen for one part. */
const Cup = () => (
  <svg
    viewBox="0 0 320 132"
    className="w-full"
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M34 124h252" />
    <path d="M122 60h76v36a24 24 0 0 1-24 24h-28a24 24 0 0 1-24-24z" />
    <path d="M198 70h10a14 14 0 0 1 0 28h-10" />
    <path d="M140 44c-8-10 8-16 0-28M160 44c-8-10 8-16 0-28M180 44c-8-10 8-16 0-28" />
    <path d="M140 78h40" stroke="var(--pen)" strokeWidth="10" strokeLinecap="butt" />
    <path d="M44 124l8-48h44l-8 48M58 92h26M56 106h18M226 124v-12h54v12M232 112v-12h42v12" />
  </svg>
);
