import { costSentence } from '#features/documents/rules/cost-sentence.ts';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Row } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';

type Premium = Pick<DocumentDetail, 'entry' | 'offer'>;

const words = ({ entry }: Premium) => costSentence(entry);

const Buy = ({ offer }: Premium) =>
  offer && (
    <ButtonLink variant="primary" href={offer.path}>
      Buy {offer.title}
    </ButtonLink>
  );

/** Before the first question: what it costs, and the way to buy it. */
export const PriceNotice = (premium: Premium) => (
  <Notice
    still
    title={words(premium)}
    actions={
      <>
        <Buy {...premium} />
        <ButtonLink href={`/api/documents/${premium.entry.slug}/sample.pdf`} target="_blank">
          Sample PDF
        </ButtonLink>
      </>
    }
  >
    {premium.offer
      ? `It comes with “${premium.offer.title}”, a one-time purchase. You can fill it in for free; your answers stay here.`
      : 'It isn’t on sale right now. You can fill it in for free; your answers stay here.'}
  </Notice>
);

interface PricedProps extends Premium {
  onWrite: () => void;
  /** The document that was left for it, and the way back. */
  from: { short: string; onBack: () => void } | null;
  onChange: () => void;
}

/** A request asks for a document that is sold: which one, what it costs, and that trying it costs nothing. */
export const PricedDocument = ({ onWrite, from, onChange, ...premium }: PricedProps) => (
  <Sheet>
    <h2 className="text-21 font-bold">{premium.entry.title}</h2>
    <p className="mt-4 text-muted">{premium.entry.description}</p>
    <p className="mt-16 font-bold">{words(premium)}.</p>
    <p className="mt-4 max-w-measure">
      {premium.offer
        ? `It comes with “${premium.offer.title}”, a one-time purchase. Writing and reading your draft is free; the purchase lets you save and download it.`
        : 'It isn’t on sale right now. Writing and reading your draft is free.'}
    </p>
    <Row gap={8} className="mt-16">
      <Button variant="primary" onClick={onWrite}>
        Write the draft, buy later
      </Button>
      {premium.offer && <ButtonLink href={premium.offer.path}>Buy {premium.offer.title}</ButtonLink>}
    </Row>
    <Row gap={8} className="-mx-12 mt-8">
      <ButtonLink
        variant="quiet"
        size="tool"
        href={`/api/documents/${premium.entry.slug}/sample.pdf`}
        target="_blank"
      >
        Sample PDF
      </ButtonLink>
      {from && (
        <Button variant="quiet" size="tool" onClick={from.onBack}>
          Back to {from.short}
        </Button>
      )}
      <Button variant="quiet" size="tool" onClick={onChange}>
        Change the request
      </Button>
    </Row>
  </Sheet>
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
