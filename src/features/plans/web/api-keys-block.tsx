import Copy from '#ui/icons/copy.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { withSession } from '#platform/web/session.ts';
import { fitting, useDraft } from '#platform/web/use-draft.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink, IconButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Mono, Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import { plansApi } from '../rules/addresses.ts';
import { type ApiScope, apiScopeNames, apiScopes, keyNameMax } from '../rules/api-keys.ts';
import type { ApiKey, KeysAnswer, NewKeyAnswer } from '../rules/contract.ts';
import { SubscriptionProvider, useSubscription } from './subscription-provider.tsx';

/** API keys on the dashboard: for programs of one's own, each as far as it needs to go. */
export default function ApiKeysBlock() {
  return (
    <SubscriptionProvider>
      <ApiKeys />
    </SubscriptionProvider>
  );
}

function ApiKeys() {
  const { user } = useViewer();
  const { gate, standing, currentPlan } = useSubscription();
  const exists = usePathExists();
  if (!user) return null;
  if (user.isOffline)
    return <Notice still>API keys are only available online. Sign in again when you’re connected.</Notice>;
  if (standing === 'asking' && currentPlan === null)
    return <Skeleton rows={3} label="Loading your API keys" />;
  const access = gate('apiAccess');
  return (
    <Stack gap={24}>
      {!access.allowed && (
        <Notice still actions={exists('/plans') && <ButtonLink href="/plans">Compare plans</ButtonLink>}>
          {access.refusal.words}
        </Notice>
      )}
      <HowTo />
      <Keys mayMake={access.allowed} />
    </Stack>
  );
}

/** What a key is good for, also for who has none yet. */
function HowTo() {
  const sample = `curl ${typeof location === 'undefined' ? '' : location.origin}${plansApi.subscription} \\\n  -H "Authorization: Bearer key_…"`;
  return (
    <Sheet className="flex flex-col gap-12">
      <h2 className="text-21">What a key can do</h2>
      <ul className="list-disc pl-24">
        {apiScopeNames.map((scope) => (
          <li key={scope}>
            {apiScopes[scope]}{' '}
            <span className="text-13 text-muted">
              <Mono>{scope}</Mono>
            </span>
          </li>
        ))}
      </ul>
      <p className="text-15 text-muted">Send it with every request:</p>
      <pre className="border border-hairline bg-sunken p-16 text-13 whitespace-pre-wrap" translate="no">
        <code>{sample}</code>
      </pre>
      <p className="text-15">
        <a className="ui-link inline-flex min-h-touch items-center" href="/api/openapi.json">
          API reference (OpenAPI)
        </a>
      </p>
    </Sheet>
  );
}

const problemOf = (error: unknown): Problem => (error instanceof Problem ? error : new Problem('internal'));
const ask = <T,>(path: string, options?: Parameters<typeof api>[1]) =>
  withSession(() => api<T>(path, options));

/** Keys of before stay to be seen and revoked, also under a plan that makes no new ones. */
function Keys({ mayMake }: { mayMake: boolean }) {
  const [keys, setKeys] = useState<ApiKey[] | Problem | null>(null);
  const [made, setMade] = useState<NewKeyAnswer | null>(null);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  const load = () => ask<KeysAnswer>(plansApi.keys).then((answer) => answer.keys, problemOf);
  useEffect(() => {
    let isHere = true;
    void load().then((found) => isHere && setKeys(found));
    return () => {
      isHere = false;
    };
  }, []);

  if (keys === null) return <Skeleton shape="table" rows={2} label="Loading your API keys" />;
  if (keys instanceof Problem) {
    return (
      <ErrorState
        title="Couldn’t load your API keys"
        safe={keys.message}
        actions={<Button onClick={() => void load().then(setKeys)}>Try again</Button>}
      />
    );
  }
  return (
    <>
      {keys.length > 0 && <KeyTable keys={keys} onRevoke={setLeaving} />}
      {made && <NewSecret made={made} />}
      {mayMake && (
        <NewKey
          onMade={(answer) => {
            setMade(answer);
            setKeys([answer.key, ...keys]);
          }}
        />
      )}
      <Revoke
        leaving={leaving}
        onDone={(left) => {
          setLeaving(null);
          if (!left) return;
          setKeys(left);
          // A key that opens nothing is not worth copying.
          if (left.some(({ id, revokedAt }) => id === made?.key.id && revokedAt)) setMade(null);
        }}
      />
    </>
  );
}

interface KeyTableProps {
  keys: ApiKey[];
  onRevoke(key: ApiKey): void;
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const { site } = useHub();
  const day = (iso: string) =>
    new Intl.DateTimeFormat(site.language, { dateStyle: 'medium' }).format(new Date(iso));
  const columns = columnsOf({ day, onRevoke });
  return <Table caption="Your API keys" hideCaption rows={keys} rowKey={({ id }) => id} columns={columns} />;
}

type Columns = [TableColumn<ApiKey>, ...TableColumn<ApiKey>[]];

const columnsOf = ({
  day,
  onRevoke,
}: Pick<KeyTableProps, 'onRevoke'> & { day(iso: string): string }): Columns => [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Access', cell: ({ scopes }) => <Mono>{scopes.join(', ')}</Mono> },
  { head: 'Created', cell: ({ createdAt }) => day(createdAt) },
  { head: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? day(lastUsedAt) : 'Never') },
  {
    head: <span className="sr-only">Revoke</span>,
    label: false,
    align: 'end',
    cell: (key) => <RevokeButton apiKey={key} onRevoke={onRevoke} />,
  },
];

function RevokeButton({ apiKey, onRevoke }: Pick<KeyTableProps, 'onRevoke'> & { apiKey: ApiKey }) {
  if (apiKey.revokedAt) return <Tag>Revoked</Tag>;
  return (
    <Button size="tool" aria-label={`Revoke ${apiKey.name}`} onClick={() => onRevoke(apiKey)}>
      Revoke
    </Button>
  );
}

function NewSecret({ made: { key, secret } }: { made: NewKeyAnswer }) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast.success('Copied.'),
      () => toast.error('Your browser blocked copying. Select the key and copy it yourself.'),
    );
  return (
    <Notice kind="ok" title={`${key.name} is ready. Copy the key now. You won’t see it again.`}>
      <div className="mt-8 flex items-end gap-8">
        <Field label={`Key of ${key.name}`} hideLabel compact className="grow">
          <TextInput mono readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
        </Field>
        <IconButton icon={Copy} label="Copy the key" variant="secondary" onClick={() => void copy()} />
      </div>
    </Notice>
  );
}

function NewKey({ onMade }: { onMade(answer: NewKeyAnswer): void }) {
  const [typed, setTyped] = useDraft('plans-api-key', fitting({ name: '' }));
  const name = typed?.name ?? '';
  const [scopes, setScopes] = useState<ApiScope[]>([...apiScopeNames]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const make = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      onMade(await ask<NewKeyAnswer>(plansApi.keys, { method: 'POST', body: { name, scopes } }));
      setTyped(null);
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  const { name: nameError, scopes: scopesError } = problem?.details.fields ?? {};
  const others = problem && !nameError && !scopesError ? problem.message : null;

  return (
    <form
      method="post"
      className="flex max-w-form flex-col gap-16"
      onSubmit={(event) => void make(event)}
      noValidate
    >
      <Field label="Key name" hint="For example, the program that will use it." error={nameError ?? others}>
        <TextInput
          name="name"
          value={name}
          maxLength={keyNameMax}
          autoComplete="off"
          onChange={({ target: { value } }) => setTyped(value === '' ? null : { name: value })}
        />
      </Field>
      <fieldset className="flex flex-col gap-8">
        <legend className="ui-label">Access</legend>
        {apiScopeNames.map((scope) => (
          <Checkbox
            key={scope}
            label={apiScopes[scope]}
            checked={scopes.includes(scope)}
            onChange={({ target }) =>
              setScopes((all) => (target.checked ? [...all, scope] : all.filter((each) => each !== scope)))
            }
          />
        ))}
        {scopesError && (
          <p role="alert" className="text-15 text-danger">
            {scopesError}
          </p>
        )}
      </fieldset>
      <Row>
        <Button type="submit" variant="primary" busy={isBusy}>
          Create key
        </Button>
      </Row>
    </form>
  );
}

function Revoke({ leaving, onDone }: { leaving: ApiKey | null; onDone(left: ApiKey[] | null): void }) {
  const [isBusy, setBusy] = useState(false);
  const revoke = async () => {
    if (!leaving) return;
    setBusy(true);
    try {
      onDone((await ask<KeysAnswer>(`${plansApi.keys}/${leaving.id}`, { method: 'DELETE' })).keys);
    } catch (error) {
      toast.error(problemOf(error).message);
    }
    setBusy(false);
  };
  return (
    <Dialog
      open={leaving !== null}
      onClose={() => onDone(null)}
      title={`Revoke ${leaving?.name ?? 'this key'}?`}
      actions={
        <>
          <Button onClick={() => onDone(null)}>Cancel</Button>
          <Button variant="danger" busy={isBusy} onClick={() => void revoke()}>
            Revoke
          </Button>
        </>
      }
    >
      <p>Programs that use this key will stop working. This can’t be undone, but you can create a new key.</p>
    </Dialog>
  );
}
