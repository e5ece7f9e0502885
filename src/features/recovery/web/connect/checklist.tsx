import { type ReactNode, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Copied } from '#ui/copied.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Icon } from '#ui/icon.tsx';
import Check from '#ui/icons/circle-check.ts';
import Open from '#ui/icons/circle.ts';
import { Row, Stack } from '#ui/page.tsx';
import { Marked, Sheet, Stamp } from '#ui/stationery.tsx';
import { recoveryApi } from '../../rules/addresses.ts';
import {
  type Connection,
  connectSteps,
  isVerified,
  signsItself,
  unsignedOf,
  type StepId,
  type Way,
} from '../../rules/connections.ts';
import type { OverviewAnswer, TestEvent } from '../../rules/contract.ts';
import { apiTestLine, signedTestLine } from '../../rules/test-lines.ts';
import { guides, testGuide, wayNames } from './guides.ts';
import { GetScript, PageKeyChanges } from './page-key.tsx';
import { Disconnect, SecretForm } from './secret-form.tsx';

const moment = (iso: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));

interface ChecklistProps {
  connection: Connection;
  keys: OverviewAnswer['connection'];
  /** Why the plan has no API keys; null where it has. */
  apiRefusal: string | null;
}

/** From nothing to a verified connection: each step is ticked by what really came, and by nothing else. */
export function Checklist({ connection, keys, apiRefusal }: ChecklistProps) {
  const { way } = connection;
  const [since] = useState(() => new Date().toISOString());
  const hasSecret = keys.shops.includes(way);
  const steps = connectSteps(connection, hasSecret);
  const isDone = isVerified(connection, hasSecret);
  const unsigned = unsignedOf(connection);
  const url = `${window.location.origin}${recoveryApi.incoming.replace(':key', keys.key).replace(':shop', way)}`;
  const left = steps.filter((step) => !step.isDone).length;
  return (
    <Sheet>
      <Stack gap={24}>
        <Row className="justify-between" gap={24}>
          <div>
            <h2 className="text-21">{wayNames[way]}</h2>
            <p className="text-15 text-muted" aria-live="polite">
              {isDone
                ? 'Verified: carts come in by themselves.'
                : `${left} of ${steps.length} steps left. Each is ticked as it happens.`}
            </p>
          </div>
          {isDone && connection.provenAt && (
            <Stamp
              date={new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(
                new Date(connection.provenAt),
              )}
            >
              Connected
            </Stamp>
          )}
        </Row>
        {unsigned && (
          <Notice title="An unsigned call came in">
            {moment(unsigned)}, without a signature that matches. It wasn’t used, and anyone who knows the URL
            can send one.{' '}
            {signsItself(way)
              ? `If it was ${wayNames[way]}, paste the secret again that it shows for this webhook.`
              : 'If it was yours, sign it with the secret below.'}
          </Notice>
        )}
        {way === 'snippet' && keys.pageKey === null && <GetScript />}
        <ol className="flex flex-col gap-24">
          {steps.map(({ id, isDone: isTicked, at }) => (
            <Step key={id} isTicked={isTicked} way={way} id={id} at={at} since={since}>
              {id === 'address' && <Copied label="Webhook URL" value={url} />}
              {id === 'secret' && signsItself(way) && <SecretForm shop={way} isSaved={hasSecret} />}
              {id === 'test' && (
                <TestButton way={way} hasSecret={!signsItself(way) || hasSecret} pageKey={keys.pageKey} />
              )}
              {id === 'shop' && <Theirs way={way} url={url} keys={keys} apiRefusal={apiRefusal} />}
            </Step>
          ))}
        </ol>
        {hasSecret && signsItself(way) && <Disconnect shop={way} />}
        {way === 'snippet' && keys.pageKey !== null && <PageKeyChanges />}
      </Stack>
    </Sheet>
  );
}

function Step({
  way,
  id,
  isTicked,
  at,
  since,
  children,
}: {
  way: Way;
  id: StepId;
  isTicked: boolean;
  at: string | null;
  /** What came after this was watched coming. */
  since: string;
  children: ReactNode;
}) {
  const { title, words } = (id === 'test' ? testGuide : guides[way][id]) ?? testGuide;
  return (
    <li className="flex gap-12">
      <span className={isTicked ? 'mt-4 text-ok' : 'mt-4 text-muted'}>
        <Icon of={isTicked ? Check : Open} />
        <span className="sr-only">{isTicked ? 'Done:' : 'To do:'}</span>
      </span>
      <Stack gap={8} className="min-w-0 grow">
        <h3 className="text-17">{title}</h3>
        <p className="max-w-measure text-15 text-muted">{words}</p>
        {children}
        {at && (
          <p className="text-15" role="status">
            {at > since ? <Marked>Arrived {moment(at)}</Marked> : `Arrived ${moment(at)}.`}
          </p>
        )}
      </Stack>
    </li>
  );
}

/** Signed by the hub with the shop's secret, sent by this browser to the very address that the shop calls. */
function TestButton({ way, hasSecret, pageKey }: { way: Way; hasSecret: boolean; pageKey: string | null }) {
  const isOpen = way === 'snippet' ? pageKey !== null : hasSecret;
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function send(): Promise<void> {
    if (way === 'snippet') {
      const body = new URLSearchParams({ what: 'test', data: '{}' });
      await told(await fetch(recoveryApi.seen.replace(':key', pageKey ?? ''), { method: 'POST', body }));
      return;
    }
    const event = await withSession(() =>
      api<TestEvent>(recoveryApi.shopTest, { method: 'POST', body: { shop: way } }),
    );
    const { path, headers, body } = event;
    await told(await fetch(path, { method: 'POST', headers, body, credentials: 'omit' }));
  }
  const press = () => {
    setBusy(true);
    setFault(null);
    send()
      .catch((problem: unknown) =>
        setFault(
          problem instanceof Problem ? problem.message : 'The test event didn’t get through. Try again.',
        ),
      )
      .finally(() => setBusy(false));
  };
  return (
    <div>
      <Button busy={isBusy} disabled={!isOpen} onClick={press}>
        Send a test event
      </Button>
      {!isOpen && (
        <p className="mt-4 text-13 text-muted">
          {way === 'snippet' ? 'Get the script first.' : 'Save the signing secret first.'}
        </p>
      )}
      {fault && (
        <p className="mt-4 text-15 text-danger" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

async function told(response: Response): Promise<void> {
  if (response.ok) return;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Problem('unavailable', message ?? 'The test event was refused.');
}

/** What the shop, or its owner's own program, needs for the last step. */
function Theirs({
  way,
  url,
  keys,
  apiRefusal,
}: {
  way: Way;
  url: string;
  keys: OverviewAnswer['connection'];
  apiRefusal: string | null;
}) {
  const { origin } = window.location;
  if (way === 'snippet')
    return keys.pageKey === null ? null : (
      <Copied
        label="Script"
        rows={3}
        value={`<script src="${origin}${recoveryApi.snippet}?key=${keys.pageKey}" defer></script>`}
      />
    );
  if (way === 'hub')
    return (
      <Stack gap={12}>
        <Copied label="URL" value={url} />
        <Copied label="Secret" value={keys.secret} />
        <Copied label="Test from a terminal" rows={5} value={signedTestLine(url, keys.secret)} />
      </Stack>
    );
  if (way !== 'api') return null;
  return (
    <Stack gap={12}>
      {apiRefusal && <p className="text-15">{apiRefusal}</p>}
      <Row>
        <ButtonLink href={apiRefusal ? '/plans' : '/dashboard'}>
          {apiRefusal ? 'Compare plans' : 'Make an API key'}
        </ButtonLink>
      </Row>
      <Copied label="URL for carts" value={`${origin}${recoveryApi.carts}`} />
      <Copied label="URL for orders" value={`${origin}${recoveryApi.purchases}`} />
      <Copied label="Test from a terminal" rows={3} value={apiTestLine(`${origin}${recoveryApi.carts}`)} />
    </Stack>
  );
}
