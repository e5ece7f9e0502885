import { useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useHub } from '#platform/web/hub.tsx';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import { accountApi } from '../../rules/account-api.ts';
import type { PasskeyList } from '../../rules/contract.ts';
import { accountWords } from '../../rules/words.ts';
import { FormError, Submit } from '../forms/fields.tsx';
import { passkeys as device, useHasPasskeys } from '../forms/passkey.tsx';
import { useForm } from '../forms/use-form.ts';
import { assertPresence, usePresence } from './presence.tsx';
import { Section } from './section.tsx';

type Passkey = PasskeyList['passkeys'][number];

/** Ways in that a device or a password manager keeps. */
export function Passkeys() {
  const { site } = useHub();
  const has = useHasPasskeys();
  const [known, setKnown] = useState<Passkey[] | Problem | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const { whenPresent, dialog } = usePresence();
  useEffect(() => {
    let isHere = true;
    void read().then((found) => isHere && setKnown(found));
    return () => {
      isHere = false;
    };
  }, []);

  const act = async (what: string, send: () => Promise<PasskeyList>, done: string) => {
    setBusy(what);
    try {
      const answer = await whenPresent(send);
      if (!answer) return;
      setKnown(answer.passkeys);
      toast.success(done);
    } catch (error) {
      toast.error(problemOf(error).message);
    } finally {
      setBusy(null);
    }
  };
  const add = async () => {
    // Before the device is asked: what it made would be left over.
    await assertPresence();
    return post(accountApi.addPasskey, await (await device()).makePasskey());
  };
  const remove = ({ id }: Passkey) =>
    act(id, () => post(accountApi.removePasskey, { id }), 'Passkey removed.');
  const day = (iso: string) =>
    new Intl.DateTimeFormat(site.language, { dateStyle: 'medium' }).format(new Date(iso));

  return (
    <Section
      title="Passkeys"
      about="Sign in with your fingerprint, face or device PIN. No password or code needed."
    >
      {known === null && <Skeleton shape="table" rows={1} label="Loading your passkeys" />}
      {known instanceof Problem && (
        <ErrorState
          title="Couldn’t load your passkeys"
          safe={known.message}
          actions={<Button onClick={() => void read().then(setKnown)}>Try again</Button>}
        />
      )}
      {Array.isArray(known) && known.length > 0 && (
        <Table
          caption="Your passkeys"
          hideCaption
          rows={known}
          rowKey={({ id }) => id}
          columns={columnsOf({ day, busy, rename: setRenamed, remove: (which) => void remove(which) })}
        />
      )}
      {has ? (
        <div>
          <Button
            busy={busy === 'add'}
            onClick={() => void act('add', add, 'Passkey added. You can sign in with it now.')}
          >
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className="text-15 text-muted">{accountWords.passkeysNeedName}</p>
      )}
      {renamed && (
        <Rename
          passkey={renamed}
          done={(answer) => {
            if (answer) setKnown(answer.passkeys);
            setRenamed(null);
          }}
        />
      )}
      {dialog}
    </Section>
  );
}

interface Doing {
  day(iso: string): string;
  busy: string | null;
  rename(which: Passkey): void;
  remove(which: Passkey): void;
}

const columnsOf = (doing: Doing): [TableColumn<Passkey>, ...TableColumn<Passkey>[]] => [
  { head: 'Name', cell: (passkey) => <Named passkey={passkey} day={doing.day} /> },
  { head: 'Last used', cell: ({ usedAt }) => (usedAt ? doing.day(usedAt) : 'Never') },
  {
    head: <span className="sr-only">Change</span>,
    label: false,
    align: 'end',
    cell: (passkey) => <Change passkey={passkey} doing={doing} />,
  },
];

const Named = ({
  passkey: { name, isSynced, createdAt },
  day,
}: Pick<Doing, 'day'> & { passkey: Passkey }) => (
  <>
    {name}
    <span className="block text-13 text-muted">
      {isSynced ? 'Synced' : 'This device only'}, since {day(createdAt)}
    </span>
  </>
);

function Change({ passkey, doing }: { passkey: Passkey; doing: Doing }) {
  const { id, name } = passkey;
  return (
    <Row>
      <Button size="tool" aria-label={`Rename the passkey ${name}`} onClick={() => doing.rename(passkey)}>
        Rename
      </Button>
      <Button
        size="tool"
        aria-label={`Remove the passkey ${name}`}
        busy={doing.busy === id}
        onClick={() => doing.remove(passkey)}
      >
        Remove
      </Button>
    </Row>
  );
}

const post = (path: string, body: unknown) =>
  withSession(() => api<PasskeyList>(path, { method: 'POST', body }));

const read = (): Promise<Passkey[] | Problem> =>
  withSession(() => api<PasskeyList>(accountApi.passkeys)).then(({ passkeys }) => passkeys, problemOf);

function Rename({ passkey, done }: { passkey: Passkey; done: (answer: PasskeyList | null) => void }) {
  const form = useForm(
    (contract) => contract.PasskeyNameForm,
    async ({ name }) => done(await post(accountApi.renamePasskey, { id: passkey.id, name })),
  );
  return (
    <Dialog open onClose={() => done(null)} title="Rename this passkey">
      <form {...form.form} className="flex flex-col gap-16">
        <Field label="Name" hint="For example, the device it’s on." error={form.fields['name']}>
          <TextInput name="name" defaultValue={passkey.name} autoComplete="off" required />
        </Field>
        <FormError form={form} />
        <Row>
          <Submit form={form} busyWords="Saving">
            Save
          </Submit>
          <Button variant="quiet" onClick={() => done(null)}>
            Cancel
          </Button>
        </Row>
      </form>
    </Dialog>
  );
}

const problemOf = (error: unknown): Problem => (error instanceof Problem ? error : new Problem('internal'));
