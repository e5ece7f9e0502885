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
      ? `It comes with “${premium.offer.title}”, a one-time purchase. You can fill it in for free; your answers stay here.`
      : 'It isn’t on sale right now. You can fill it in for free; your answers stay here.'}
  </Notice>
);

/** Bought as far as this browser knows, and the hub has not handed its text over. */
export const NotHandedOver = () => (
  <Notice still kind="warn" title="This is only the beginning of the document">
    The full text comes with the purchase. Sign in to the account that bought it, or open it from your order:{' '}
    <Link href="/find-order">email me the link again</Link>.
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
        ? `It comes with “${premium.offer.title}”. Buy it to save, edit and download this document. Your answers stay on this device.`
        : 'It isn’t on sale right now. Your answers stay on this device.'}
    </p>
  </Dialog>
);
