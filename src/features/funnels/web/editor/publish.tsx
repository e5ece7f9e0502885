import { countOf } from '#base/count.ts';
import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { checkFunnel, type Finding, measured, type Measured, pageBudget } from '../../rules/check.ts';
import type { Funnel, WriteBody } from '../../rules/contract.ts';
import { drawPage } from '../../rules/render/page.ts';
import type { Work } from './state.ts';
import type { OnSale } from './use-products.ts';

interface Weight {
  id: string;
  name: string;
  kilobytes: number;
}

function findingsOf(funnel: Funnel, products: OnSale[] | null): { findings: Finding[]; weights: Weight[] } {
  const drawn = new Map<string, Measured>();
  for (const step of funnel.steps) {
    const html = drawPage(
      { funnel, step, product: (id) => products?.find((one) => one.id === id) ?? null },
      '',
    );
    drawn.set(step.id, measured(html));
  }
  const isOnSale = (id: string) => products === null || products.some((one) => one.id === id);
  const findings = checkFunnel(funnel, { isOnSale }, drawn);
  const weights = funnel.steps.map(({ id, name }) => ({
    id,
    name,
    kilobytes: Math.ceil((drawn.get(id)?.bytes ?? 0) / 1024),
  }));
  return { findings, weights };
}

/** The check before publishing, and publishing: now, at a time, or not any more. */
export function PublishDialog({ work, open, onClose }: { work: Work; open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Publish" wide>
      {open && <Inside work={work} onClose={onClose} />}
    </Dialog>
  );
}

function Inside({ work, onClose }: { work: Work; onClose(): void }) {
  const { editing, products, choose, say } = work;
  const { funnel, head } = editing;
  const { user, mode } = useViewer();
  const [busy, setBusy] = useState(false);
  const [at, setAt] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  const [{ findings, weights }] = useState(() => findingsOf(funnel, products));
  const stops = findings.filter((finding) => finding.weight === 'stop');
  const mayPublish = stops.length === 0;

  const follow = async (wish: NonNullable<WriteBody['publish']>, words: string) => {
    setBusy(true);
    setFailed(null);
    try {
      const outcome = await editing.publish(wish, findings.length > 0);
      if (outcome === 'waiting') say('You are offline. It is published as soon as the hub can be reached.');
      // Why not stands in the dialog.
      else if (outcome === 'sent') say(words);
      if (outcome === 'waiting') onClose();
    } catch (problem) {
      setFailed(
        problem instanceof Problem ? problem.message : 'It could not be published. Try again in a moment.',
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack gap={16}>
      {head?.live && (
        <Notice kind="ok" still title="This funnel is published">
          <Link href={`/f/${head.live.slug}`} target="_blank">
            /f/{head.live.slug}
          </Link>
          {head.live.version !== head.contentVersion || editing.save !== 'account'
            ? ' – with words from before your last changes'
            : ''}
        </Notice>
      )}
      {head?.publishAt && (
        <Notice still title={`It will be published on ${new Date(head.publishAt).toLocaleString('en')}`} />
      )}
      {(failed ?? head?.publishRefusal) && (
        <Notice kind="danger" title="It is not published">
          {failed ?? head?.publishRefusal}
        </Notice>
      )}
      {findings.length === 0 ? (
        <Notice kind="ok" still title="The check found nothing">
          Every page is reached, leads on and can be read.
        </Notice>
      ) : (
        <section aria-label="What the check found">
          <p>
            {stops.length > 0
              ? `${countOf(stops.length, 'thing')} would stop a visitor. Change ${stops.length === 1 ? 'it' : 'them'} first; a press leads there.`
              : 'Nothing would stop a visitor.'}
          </p>
          <ul className="mt-8 flex flex-col">
            {findings.map((finding, index) => (
              <li key={index} className="border-t border-hairline">
                <button
                  type="button"
                  className="w-full p-8 text-left hover:underline"
                  onClick={() => {
                    if (finding.stepId) choose(finding.stepId, finding.blockId);
                    onClose();
                  }}
                >
                  <span className={finding.weight === 'stop' ? 'text-danger' : 'text-muted'}>
                    {finding.weight === 'stop' ? 'Stops' : 'Worth a look'}
                  </span>{' '}
                  {funnel.steps.find(({ id }) => id === finding.stepId)?.name}: {finding.words}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Weights weights={weights} />
      {!user ? (
        <NeedsAccount id={funnel.id} flush={editing.flush} />
      ) : user.isOffline ? (
        <Notice still title="Publishing needs an account">
          You work on this device alone. Sign in when you are online: the funnel can be exported and imported
          there.
        </Notice>
      ) : (
        <>
          {(mode === 'offline' || !navigator.onLine) && (
            <Notice still title="You are offline">
              What you choose here is done as soon as the hub can be reached.
            </Notice>
          )}
          <Row>
            {mayPublish && (
              <Button
                variant="primary"
                busy={busy && 'Publishing'}
                onClick={() => void follow('now', `Published at /f/${funnel.slug}.`)}
              >
                {findings.length > 0
                  ? 'Publish all the same'
                  : head?.live
                    ? 'Publish the changes'
                    : 'Publish now'}
              </Button>
            )}
            {(head?.live || head?.publishAt) && (
              <Button disabled={busy} onClick={() => void follow('off', 'It is not published any more.')}>
                {head.live ? 'Unpublish' : 'Cancel schedule'}
              </Button>
            )}
          </Row>
          {mayPublish && (
            <Row className="items-end">
              <Field label="Or at a time" compact>
                <TextInput type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
              </Field>
              <Button
                disabled={busy || at === ''}
                onClick={() => {
                  if (new Date(at) <= new Date())
                    setFailed('That time has passed. Choose one that is still to come.');
                  else
                    void follow(
                      { at: new Date(at).toISOString() },
                      `It is published on ${new Date(at).toLocaleString('en')}.`,
                    );
                }}
              >
                Schedule
              </Button>
            </Row>
          )}
        </>
      )}
    </Stack>
  );
}

/** What each page costs those who come, beside what it may cost; its pictures come on top. */
function Weights({ weights }: { weights: Weight[] }) {
  const heaviest = Math.max(...weights.map(({ kilobytes }) => kilobytes));
  return (
    <details>
      <summary className="text-muted">
        The heaviest page weighs {heaviest} KB of {pageBudget / 1024}
      </summary>
      <ul className="mt-8 flex flex-col gap-4" aria-label="Weight of each page">
        {weights.map(({ id, name, kilobytes }) => (
          <li key={id} className="flex justify-between gap-16">
            <span className="line-clamp-1">{name}</span>
            <span className="ui-mono text-13">{kilobytes} KB</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NeedsAccount({ id, flush }: { id: string; flush(): Promise<void> }) {
  const next = encodeURIComponent(`/tools/funnel-builder?id=${id}`);
  return (
    <Notice still title="Publishing needs an account">
      <p>Your funnel is on this device. It moves into your account by itself, and you go on right here.</p>
      <Row className="mt-8">
        <ButtonLink variant="primary" href={`/signup?next=${next}`} onClick={() => void flush()}>
          Make an account
        </ButtonLink>
        <ButtonLink href={`/signin?next=${next}`} onClick={() => void flush()}>
          Sign in
        </ButtonLink>
      </Row>
    </Notice>
  );
}
