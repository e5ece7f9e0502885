import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { CartView, MessageView, WrittenAnswer } from '../rules/contract.ts';
import type { Words } from '../rules/writing.ts';
import { useAutomation } from './automation-provider.tsx';
import { CartReceipt, type ShownCart } from './cart-receipt.tsx';
import { moment } from './moments.ts';

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
  close,
}: {
  cart: ShownCart | undefined;
  isSample: boolean;
  close: () => void;
}) {
  return (
    <Dialog open={cart !== undefined} onClose={close} wide title={cart?.name || cart?.email || 'Cart'}>
      {cart && (
        <Stack gap={32}>
          <CartReceipt cart={cart} isSample={isSample} />
          {cart.messages && <Messages cart={{ ...cart, messages: cart.messages }} isSample={isSample} />}
        </Stack>
      )}
    </Dialog>
  );
}

type Mailed = ShownCart & Pick<CartView, 'messages'>;

function Messages({ cart, isSample }: { cart: Mailed; isSample: boolean }) {
  const { campaigns } = useAutomation();
  const campaign = campaigns.find(({ id }) => id === cart.campaignId)?.['name'];
  const planned = cart.messages.find(({ state }) => state === 'planned');
  return (
    <Stack gap={16}>
      {typeof campaign === 'string' && <p className="text-15 text-muted">Campaign: {campaign}</p>}
      {cart.messages.length === 0 ? (
        <Notice still>
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
      {planned && !isSample && <OwnWords key={`${cart.id} ${planned.step}`} cart={cart} message={planned} />}
    </Stack>
  );
}

/** Written by the writer, or by hand; edited before it goes. */
function OwnWords({ cart, message: { step, draft } }: { cart: Pick<CartView, 'id'>; message: MessageView }) {
  const { plan, refresh } = useAutomation();
  const [words, setWords] = useState<Words | null>(draft && { subject: draft.subject, body: draft.body });
  const [note, setNote] = useState(
    draft?.by === 'writer' ? 'Written for this cart. It will be sent as is unless you edit it.' : '',
  );
  const [isBusy, setBusy] = useState(false);
  const decision = plan.gate('aiEmails');
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    await withSession(work).catch((error: unknown) =>
      toast.error(error instanceof Problem ? error.message : 'Can’t reach the server.'),
    );
    setBusy(false);
  };
  const write = () =>
    act(async () => {
      const path = recoveryApi.write.replace(':id', cart.id);
      const { note: said, ...written } = await api<WrittenAnswer>(path, { method: 'POST', body: { step } });
      setWords(written);
      setNote(said);
      await plan.refresh();
    });
  const keep = () =>
    act(async () => {
      const path = recoveryApi.message.replace(':id', cart.id).replace(':step', String(step));
      await api(path, { method: 'PUT', body: words });
      toast.success('Saved for this cart.');
      await refresh();
    });
  if (!words)
    return (
      <div>
        <Button busy={isBusy} disabled={!decision.allowed} onClick={() => void write()}>
          Write message {step} for this cart
        </Button>
        {!decision.allowed && <p className="text-13 text-muted">{decision.refusal.words}</p>}
      </div>
    );
  return (
    <Stack>
      {note && <p className="text-15 text-muted">{note}</p>}
      <Field label="Subject" compact>
        <TextInput
          value={words.subject}
          onChange={(event) => setWords({ ...words, subject: event.currentTarget.value })}
        />
      </Field>
      <Field label="Text" compact>
        <TextArea
          rows={8}
          value={words.body}
          onChange={(event) => setWords({ ...words, body: event.currentTarget.value })}
        />
      </Field>
      <div>
        <Button variant="primary" busy={isBusy} onClick={() => void keep()}>
          Save text
        </Button>
      </div>
    </Stack>
  );
}
