import { useState } from 'react';
import { cents } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Marked } from '#ui/stationery.tsx';
import { Price } from '#ui/price.tsx';
import { Mono } from '#ui/text.tsx';
import type { OrderView, OrderViewLine } from '../../rules/order-contract.ts';
import { isInForce } from '../../rules/owned-templates.ts';
import { bytesInWords } from '../../rules/product.ts';

const generator = '/tools/classic-template-generator';

interface Shown {
  order: OrderView;
  onChange: (order: OrderView) => void;
}

export const useDay = (): ((iso: string) => string) => {
  const { language } = useHub().site;
  return (iso) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(iso));
};

/** Every line with its files, the newest version first, and its keys. */
export const OrderLines = ({ order }: { order: OrderView }) => (
  <ul className="flex flex-col gap-16">
    {order.lines.map((line) => (
      <li key={line.position}>
        <Line line={line} order={order} />
      </li>
    ))}
  </ul>
);

function Line({ line, order }: { line: OrderViewLine; order: OrderView }) {
  const hasGenerator = usePathExists()(generator);
  // Whoever bought without an account opens a document by their order, as they do its files.
  const by = order.isMine ? '' : `&order=${encodeURIComponent(order.token)}`;
  const [newest, ...older] = line.versions;
  return (
    <Stack gap={8}>
      <div className="ui-receipt-line">
        <h3 className="min-w-0 text-17 [overflow-wrap:anywhere]">
          {line.onSale ? (
            <Link quiet href={`/product/${line.productId}`}>
              {line.title}
            </Link>
          ) : (
            line.title
          )}
          {line.quantity > 1 && ` × ${line.quantity}`}
        </h3>
        <i aria-hidden="true" />
        <Price cents={cents(line.lineCents)} free="Free" />
      </div>
      {newest && <Files version={newest} isNewer={newest.version !== line.version} />}
      {line.unlocks.length > 0 && isInForce(order) && (
        <p className="text-15">
          Open in the generator:{' '}
          {line.unlocks.map((slug, at) => (
            <span key={slug}>
              {at > 0 && ', '}
              <Link href={hasGenerator ? `${generator}?document=${slug}${by}` : `/documents/${slug}`}>
                {slug.replaceAll('-', ' ')}
              </Link>
            </span>
          ))}
        </p>
      )}
      {line.keys.map((key) => (
        <LicenceKey key={key} value={key} />
      ))}
      {older.length > 0 && (
        <details>
          <summary className="cursor-pointer py-12 text-15">
            {older.length === 1 ? 'One earlier version' : `${older.length} earlier versions`}
          </summary>
          {older.map((version) => (
            <Files key={version.version} version={version} isNewer={false} />
          ))}
        </details>
      )}
    </Stack>
  );
}

function Files({ version, isNewer }: { version: OrderViewLine['versions'][number]; isNewer: boolean }) {
  return (
    <div>
      <p className="text-13 text-muted">
        Version {version.version} {isNewer && <Marked>new since you bought it</Marked>}
      </p>
      <ul className="mt-4 border-t border-hairline">
        {version.files.map((file) => (
          <li
            key={file.name}
            className="flex items-center justify-between gap-16 border-b border-hairline py-8"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {file.words}
              <span className="block text-13 text-muted">
                {file.name}, {bytesInWords(file.bytes)}
              </span>
            </span>
            <ButtonLink size="tool" href={file.href} download aria-label={`Download ${file.name}`}>
              Download
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function LicenceKey({ value }: { value: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <Row>
      <span className="min-w-0 text-13 [overflow-wrap:anywhere]">
        <span className="text-muted">License key</span> <Mono>{value}</Mono>
      </span>
      <Button size="tool" onClick={copy}>
        {copied ? 'Copied' : 'Copy key'}
      </Button>
    </Row>
  );
}

const wordsOf = (error: unknown): string =>
  error instanceof Problem ? error.message : 'That didn’t work. Try again in a moment.';

/** Being told of new versions, and the right to change one's mind. */
export function OrderChoices({ order, onChange }: Shown) {
  const [words, setWords] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const day = useDay();
  const act = (path: string, body: object) => {
    setBusy(true);
    setWords('');
    api<OrderView>(path, { method: 'POST', body: { order: order.token, ...body } })
      .then(onChange, (error: unknown) => setWords(wordsOf(error)))
      .finally(() => {
        setBusy(false);
        setAsking(false);
      });
  };
  if (order.state !== 'paid') return null;
  return (
    <Stack gap={8}>
      {isInForce(order) && (
        <Switch
          label="Email me about updates"
          checked={order.wantsNews}
          onChange={(event) => act('/api/orders/news', { wantsNews: event.target.checked })}
        />
      )}
      {order.withdrawnAt && (
        <p className="text-15">You withdrew from this order on {day(order.withdrawnAt)}.</p>
      )}
      {order.withdrawUntil && (
        <Row>
          <Button size="tool" onClick={() => setAsking(true)}>
            Withdraw from contract
          </Button>
          <span className="text-13 text-muted">Available until {day(order.withdrawUntil)}.</span>
        </Row>
      )}
      {words && <Notice kind="danger">{words}</Notice>}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Withdraw from this contract?"
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep the order</Button>
            <Button variant="danger" busy={isBusy} onClick={() => act('/api/orders/withdraw', {})}>
              Confirm withdrawal
            </Button>
          </>
        }
      >
        <p>
          We refund what you paid within 14 days, the way you paid. This order’s files, keys and documents
          close at once. We’ll email a confirmation to {order.email}.
        </p>
      </Dialog>
    </Stack>
  );
}
