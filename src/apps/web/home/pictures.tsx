import { type ReactNode, useContext } from 'react';
import { cents, formatMoney } from '#base/money.ts';
import type { ProductEntry } from '#features/store/rules/contract.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Blank } from '#ui/paper.tsx';
import { Receipt, ReceiptLine, ReceiptTotal, Sheet, Stamp } from '#ui/stationery.tsx';
import { Mono } from '#ui/text.tsx';
import { NamesContext } from './names.ts';

/** The whole hub in three pictures, which take the names that are typed above them. */
export function Pictures({ products }: { products: ProductEntry[] }) {
  const exists = usePathExists();
  const pictures: [path: string, title: string, lead: string, link: string, picture: ReactNode][] = [
    [
      '/documents',
      'Documents with your names in them',
      'Contracts, invoices, proposals. As PDF or Word, with your logo.',
      'See every document',
      <Invoice key="" />,
    ],
    [
      '/store',
      'Files people buy in a minute',
      'Card or PayPal, as a guest or a member. Downloads and receipt at once.',
      'Browse the store',
      <Order key="" products={products} />,
    ],
    [
      '/tools/funnel-builder',
      'Pages that sell, carts that come back',
      'Publish a page without code. Reminders stop once somebody buys.',
      'Build a funnel',
      <Sale key="" />,
    ],
  ];
  return (
    <ul className="grid gap-x-24 gap-y-48 lg:grid-cols-3">
      {pictures
        .filter(([path]) => exists(path))
        .map(([path, title, lead, link, picture]) => (
          <li key={path} className="grid content-start items-center gap-x-32 gap-y-16 md:max-lg:grid-cols-2">
            {picture}
            <div className="flex flex-col gap-8">
              <h2 className="text-21 font-bold">{title}</h2>
              <p className="text-muted">{lead}</p>
              <p className="mt-8">
                <ButtonLink href={path}>{link}</ButtonLink>
              </p>
            </div>
          </li>
        ))}
    </ul>
  );
}

/** What a picture says to those who listen; what is on its sheets is a sample. */
function Tray({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="ui-tray" role="img" aria-label={label}>
      {children}
    </div>
  );
}

const sums = [
  ['Onboarding design', '$3,600.00'],
  ['Two workshops', '$900.00'],
  ['Total due in 14 days', '$4,500.00'],
] as const;

function Invoice() {
  const { ours, theirs } = useContext(NamesContext);
  return (
    <Tray label="An invoice with the names typed above">
      <div className="ui-paper">
        <div className="grid gap-12 p-24 font-serif text-15">
          <p className="text-21 font-bold">Invoice 2026-041</p>
          <div className="grid grid-cols-2 gap-12">
            <p>
              <span className="block text-13 text-muted">From</span>
              <Blank name="your company" value={ours} />
            </p>
            <p>
              <span className="block text-13 text-muted">To</span>
              <Blank name="their company" value={theirs} />
            </p>
          </div>
          {sums.map(([what, sum], index) => (
            <div key={what} data-step={index + 1} className="flex justify-between border-t border-ink pt-8">
              <span>{what}</span>
              <Mono>{sum}</Mono>
            </div>
          ))}
        </div>
      </div>
    </Tray>
  );
}

function Order({ products }: { products: ProductEntry[] }) {
  const [lead, other] = products.filter(({ priceCents }) => priceCents > 0);
  if (!lead || !other) return null;
  return (
    <Tray label="A receipt for two products, stamped as paid">
      <Receipt>
        <p className="mb-8 font-bold">Order 1042</p>
        {[lead, other].map(({ id, title, priceCents, contains }, index) => (
          <div key={id} data-step={index + 1}>
            <ReceiptLine label={title} note={contains} price={formatMoney(cents(priceCents))} />
          </div>
        ))}
        <hr />
        <ReceiptTotal price={formatMoney(cents(lead.priceCents + other.priceCents))} />
        <div data-step="3" className="mt-12 flex justify-end">
          <Stamp>Paid</Stamp>
        </div>
      </Receipt>
    </Tray>
  );
}

function Sale() {
  const { ours } = useContext(NamesContext);
  return (
    <Tray label="A published page and a reminder">
      <Sheet staple stack>
        <div className="grid gap-8 pl-16">
          <p className="text-13 text-muted">{ours || 'Your company'}</p>
          <p className="text-17 font-bold">Price your next project without guessing</p>
          <p>
            <span className="inline-block rounded-4 bg-ink px-12 py-4 text-ground">Get the guide, $24</span>
          </p>
        </div>
      </Sheet>
      <div data-step="2" className="ml-32 -mt-16">
        <Sheet>
          <div className="grid gap-4">
            <p className="flex justify-between gap-8 text-13 text-muted">
              <span>To maya@example.com</span>
              <span>1 hour later</span>
            </p>
            <p className="font-bold">Still want the pricing guide?</p>
            <div className="flex items-center justify-between gap-12">
              <p className="text-muted">Your cart is waiting.</p>
              <div data-step="3">
                <Stamp date="+ $24">Recovered</Stamp>
              </div>
            </div>
          </div>
        </Sheet>
      </div>
    </Tray>
  );
}
