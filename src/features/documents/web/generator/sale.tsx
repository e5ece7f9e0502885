import type { ReactNode } from 'react';
import { cents, formatMoney } from '#base/money.ts';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';

type Premium = Pick<DocumentDetail, 'entry' | 'offer'>;

const words = ({ entry }: Premium) => `This document costs ${formatMoney(cents(entry.price))}`;

const Buy = ({ offer }: Premium) =>
  offer && (
    <ButtonLink variant="primary" href={offer.path}>
      Buy {offer.title}
    </ButtonLink>
  );

/** Before the first question: what it costs, and the way to buy it. */
export const PriceNotice = ({ children, ...premium }: Premium & { children?: ReactNode }) => (
  <Notice
    still
    title={words(premium)}
    actions={
      <>
        <Buy {...premium} />
        <ButtonLink href={`/api/documents/${premium.entry.slug}/sample.pdf`} target="_blank">
          Sample PDF
        </ButtonLink>
        {children}
      </>
    }
  >
    {premium.offer
      ? `It comes with “${premium.offer.title}”, paid once. Filling it in is free; what you answer stays here.`
      : 'It is not on sale at the moment. Filling it in is free; what you answer stays here.'}
  </Notice>
);

/** Bought as far as this browser knows, and the hub has not handed its text over. */
export const NotHandedOver = () => (
  <Notice still kind="warn" title="Only the beginning of this document is here">
    Its whole text comes with the purchase. Sign in to the account that bought it, or open it from your order:{' '}
    <Link href="/find-order">have the link mailed again</Link>.
  </Notice>
);

/** Somebody wants to take along what is not theirs yet. */
export const SaleDialog = ({
  open,
  onClose,
  ...premium
}: Premium & { open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={words(premium)}
    actions={
      <>
        <Button onClick={onClose}>Keep editing</Button>
        <Buy {...premium} />
      </>
    }
  >
    <p>
      {premium.offer
        ? `It comes with “${premium.offer.title}”. Once bought, it is saved, edited and downloaded here; your answers wait on this device.`
        : 'It is not on sale at the moment. Your answers stay on this device.'}
    </p>
  </Dialog>
);
