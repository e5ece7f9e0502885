import { type FormEvent, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../../rules/addresses.ts';
import type { Way } from '../../rules/connections.ts';
import { useAutomation } from '../automation-provider.tsx';
import { wayNames } from './guides.ts';

const put = (body: { shop: Way; secret: string; remove?: true }) =>
  withSession(() => api(recoveryApi.shopSecret, { method: 'PUT', body }));
export const wordsOf = (problem: unknown) =>
  problem instanceof Problem ? problem.message : 'Can’t reach the server. Try again.';

/** Pressed again with nothing typed it changes nothing: only Disconnect disconnects. */
export function SecretForm({ shop, isSaved }: { shop: Way; isSaved: boolean }) {
  const { refresh } = useAutomation();
  const [secret, setSecret] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (secret.trim() === '')
      return setFault(
        isSaved ? 'A secret is saved already. Paste another to replace it.' : 'Paste the secret.',
      );
    setBusy(true);
    setFault(null);
    try {
      await put({ shop, secret });
      setSecret('');
      toast.success(`The secret of ${wayNames[shop]} is saved.`);
      await refresh();
    } catch (problem) {
      setFault(wordsOf(problem));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-wrap items-start gap-8">
      <Field
        label="Signing secret"
        className="min-w-0 grow"
        error={fault}
        hint={isSaved ? 'Saved. Paste another to replace it.' : undefined}
      >
        <TextInput
          mono
          type="password"
          autoComplete="off"
          placeholder={isSaved ? '••••••••••••' : undefined}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" busy={isBusy} className="mt-24">
        Save
      </Button>
    </form>
  );
}

/** Apart from everything that is pressed often, and it asks. */
export function Disconnect({ shop }: { shop: Way }) {
  const { refresh } = useAutomation();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const name = wayNames[shop];
  async function go(): Promise<void> {
    setBusy(true);
    try {
      await put({ shop, secret: '', remove: true });
      setAsked(false);
      toast.success(`${name} is disconnected. Save its secret again to reconnect it.`);
      await refresh();
    } catch (problem) {
      toast.error(wordsOf(problem));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="border-t border-hairline pt-16">
      <Button size="tool" onClick={() => setAsked(true)}>
        Disconnect {name}…
      </Button>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={`Disconnect ${name}?`}
        actions={
          <>
            <Button onClick={() => setAsked(false)}>Cancel</Button>
            <Button variant="danger" busy={isBusy} onClick={() => void go()}>
              Disconnect
            </Button>
          </>
        }
      >
        Its secret is deleted here, and calls from {name} are refused from then on. Carts that have come in
        stay, and so do their reminders.
      </Dialog>
    </div>
  );
}
