import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { CartView, MessageView, PreviewAnswer } from '../rules/contract.ts';
import { stoppedByHand } from '../rules/sequence.ts';
import { useAutomation } from './automation-provider.tsx';
import { CartReceipt, type ShownCart } from './cart-receipt.tsx';
import { moment } from './moments.ts';
import { OwnWords } from './own-words.tsx';

const stateWords: Record<MessageView['state'], string> = {
  planned: 'Scheduled',
  handed: 'Sending',
  sent: 'Sent',
  'not sent': 'Not sent',
};

/** One cart as its receipt: what went out, what will, why something did not, and words of its own for what comes next. */
export function CartDialog({
  cart,
  isSample,
  campaigns,
  close,
}: {
  cart: ShownCart | undefined;
  isSample: boolean;
  /** To the tab where one is turned on. */
  campaigns: () => void;
  close: () => void;
}) {
  return (
    <Dialog open={cart !== undefined} onClose={close} wide title={cart?.name || cart?.email || 'Cart'}>
      {cart && (
        <Stack gap={32}>
          <CartReceipt cart={cart} isSample={isSample} />
          {cart.messages && (
            <Messages
              cart={{ ...cart, messages: cart.messages }}
              isSample={isSample}
              goOn={() => {
                close();
                campaigns();
              }}
            />
          )}
        </Stack>
      )}
    </Dialog>
  );
}

type Mailed = ShownCart & Pick<CartView, 'messages'>;

function Messages({ cart, isSample, goOn }: { cart: Mailed; isSample: boolean; goOn: () => void }) {
  const { campaigns } = useAutomation();
  const campaign = campaigns.find(({ id }) => id === cart.campaignId)?.['name'];
  const planned = cart.messages.find(({ state }) => state === 'planned');
  return (
    <Stack gap={16}>
      {typeof campaign === 'string' && <p className="text-15 text-muted">Campaign: {campaign}</p>}
      {cart.messages.length === 0 ? (
        <Notice
          still
          actions={
            cart.status === 'abandoned' &&
            !isSample && (
              <Button size="tool" onClick={goOn}>
                Open campaigns
              </Button>
            )
          }
        >
          No message is scheduled:{' '}
          {cart.status === 'abandoned'
            ? 'no active campaign matched when this cart was abandoned.'
            : 'this cart is closed.'}
        </Notice>
      ) : (
        <Table
          caption="Messages"
          hideCaption
          rows={cart.messages}
          rowKey={({ step }) => step}
          columns={[
            { head: 'Message', cell: ({ step }) => `Message ${step}` },
            { head: 'State', label: false, cell: ({ state }) => stateWords[state] },
            { head: 'When', label: false, cell: ({ sentAt, dueAt }) => moment(sentAt ?? dueAt) },
            {
              head: 'Why',
              label: false,
              cell: ({ reason, clickedAt }) => reason ?? (clickedAt ? `opened ${moment(clickedAt)}` : ''),
            },
          ]}
        />
      )}
      {!isSample && <Acts cart={cart} planned={planned} />}
      {planned && !isSample && <OwnWords key={`${cart.id} ${planned.step}`} cart={cart} message={planned} />}
    </Stack>
  );
}

/** What can be done about this cart from here: each says what it did, and stopping can be taken back. */
function Acts({ cart, planned }: { cart: Mailed; planned: MessageView | undefined }) {
  const { refresh } = useAutomation();
  const [mail, setMail] = useState<PreviewAnswer | null>(null);
  const [busy, setBusy] = useState<'see' | 'send' | 'stop' | null>(null);
  const step = planned?.step ?? 0;
  const at = (path: string) => path.replace(':id', cart.id).replace(':step', String(step));
  const act = async (which: NonNullable<typeof busy>, work: () => Promise<void>) => {
    setBusy(which);
    await withSession(work).catch((error: unknown) =>
      toast.error(error instanceof Problem ? error.message : 'Can’t reach the server. Nothing has changed.'),
    );
    setBusy(null);
  };
  const see = () => act('see', async () => setMail(await api<PreviewAnswer>(at(recoveryApi.message))));
  const send = () =>
    act('send', async () => {
      await api(at(recoveryApi.messageNow), { method: 'POST', body: {} });
      toast.success(`Message ${step} goes out within a few seconds.`);
      await refresh();
    });
  const stop = (stopped: boolean) =>
    act('stop', async () => {
      await api(at(recoveryApi.reminders), { method: 'PUT', body: { stopped } });
      if (stopped)
        toast.success('Reminders for this cart are stopped.', {
          action: { label: 'Undo', onAct: () => void stop(false) },
        });
      else toast.success('Reminders for this cart go on.');
      await refresh();
    });
  const isStopped = cart.messages.some(
    ({ state, reason }) => state === 'not sent' && reason === stoppedByHand,
  );
  const shop = cart.restoreUrl && URL.canParse(cart.restoreUrl) ? new URL(cart.restoreUrl).host : null;
  return (
    <Stack gap={16}>
      <Row>
        {planned && (
          <Button busy={busy === 'send'} onClick={() => void send()}>
            Send message {step} now
          </Button>
        )}
        {planned && (
          <Button
            busy={busy === 'see'}
            aria-expanded={mail !== null}
            onClick={() => (mail ? setMail(null) : void see())}
          >
            {mail ? 'Hide email' : 'See email'}
          </Button>
        )}
        {cart.restoreUrl && shop && (
          <ButtonLink href={cart.restoreUrl} target="_blank" rel="noopener noreferrer">
            Open cart on {shop}
          </ButtonLink>
        )}
        {planned && (
          <Button variant="quiet" busy={busy === 'stop'} onClick={() => void stop(true)}>
            Stop reminders
          </Button>
        )}
        {!planned && isStopped && cart.status === 'abandoned' && (
          <Button busy={busy === 'stop'} onClick={() => void stop(false)}>
            Resume reminders
          </Button>
        )}
      </Row>
      {mail && (
        <div>
          <p className="text-15 text-muted">
            From {mail.from.name}: <strong className="font-medium text-ink">{mail.subject}</strong>
          </p>
          <iframe
            title={`Email: ${mail.subject}`}
            sandbox=""
            srcDoc={mail.html.replace('<head>', '<head><base target="_blank">')}
            className="mt-8 aspect-9/8 w-full border border-hairline bg-surface"
          />
        </div>
      )}
    </Stack>
  );
}
