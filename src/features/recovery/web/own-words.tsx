import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { CartView, MessageView, WrittenAnswer } from '../rules/contract.ts';
import type { Words } from '../rules/writing.ts';
import { useAutomation } from './automation-provider.tsx';

/** Written by the writer, or by hand; edited before it goes. */
export function OwnWords({
  cart,
  message: { step, draft },
}: {
  cart: Pick<CartView, 'id'>;
  message: MessageView;
}) {
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
  /** What stood there before the writer wrote. */
  const [before, setBefore] = useState<{ words: Words | null } | null>(null);
  const write = () =>
    act(async () => {
      const path = recoveryApi.write.replace(':id', cart.id);
      const { note: said, ...written } = await api<WrittenAnswer>(path, { method: 'POST', body: { step } });
      setBefore({ words });
      setWords(written);
      setNote(said);
      await plan.refresh();
    });
  const keep = () =>
    act(async () => {
      const path = recoveryApi.message.replace(':id', cart.id).replace(':step', String(step));
      await api(path, { method: 'PUT', body: words });
      setBefore(null);
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
      <p className="text-13 text-muted">
        It stands where the texts of the campaign’s email do. Cart, pictures and coupon stay.
      </p>
      <Row>
        <Button variant="primary" busy={isBusy} onClick={() => void keep()}>
          Save text
        </Button>
        {before && (
          <Button
            variant="quiet"
            onClick={() => {
              setWords(before.words);
              setBefore(null);
              setNote('');
            }}
          >
            Undo
          </Button>
        )}
      </Row>
    </Stack>
  );
}
