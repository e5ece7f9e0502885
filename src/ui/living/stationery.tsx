import { Column, Columns, Row, Stack } from '../page.tsx';
import { Marked, Receipt, ReceiptLine, ReceiptTotal, Sheet, Stamp } from '../stationery.tsx';

export const Stationery = () => (
  <Columns>
    <Column span={6}>
      <Stack gap={32}>
        <Sheet>
          A sheet: <Marked>New</Marked> is marked, as everywhere.
        </Sheet>
        <Sheet stack>Several that lie on each other.</Sheet>
        <Sheet stack staple>
          <div className="pl-24">Several that belong together: a funnel and its pages.</div>
        </Sheet>
      </Stack>
    </Column>
    <Column span={6}>
      <Receipt aria-label="A receipt">
        <ReceiptLine label="Desk icons" price="$15" />
        <ReceiptLine label="Proposal and invoice pack" note="2 × $34" price="$68" />
        <hr />
        <ReceiptLine label="Coupon WELCOME" price="−$8.30" />
        <ReceiptTotal price="$74.70" />
      </Receipt>
      <Row gap={32} className="mt-48">
        <Stamp date="Nov 23, 2026">Paid</Stamp>
        <Stamp tone="danger">Refunded</Stamp>
        <Stamp tone="plain">Draft</Stamp>
      </Row>
    </Column>
  </Columns>
);
