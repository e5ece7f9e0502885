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
import { wantToPublish } from './use-wanted-publish.ts';

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
  const findings = checkFunnel(funnel, { isOnSale }, drawn, new Date());
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
      if (outcome === 'waiting') say('You’re offline. We’ll publish it when you’re back online.');
      // Why not stands in the dialog.
      else if (outcome === 'sent') say(words);
      if (outcome === 'waiting') onClose();
    } catch (problem) {
      setFailed(problem instanceof Problem ? problem.message : 'Couldn’t publish. Try again in a moment.');
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack gap={16}>
      {head?.live && (
        <Notice kind="ok" still title="Published">
          <Link href={`/f/${head.live.slug}`} target="_blank">
            /f/{head.live.slug}
          </Link>
          {head.live.version !== head.contentVersion || editing.save !== 'account'
            ? ' – without your latest changes'
            : ''}
        </Notice>
      )}
      {head?.publishAt && (
        <Notice still title={`It will be published on ${new Date(head.publishAt).toLocaleString('en')}`} />
      )}
      {(failed ?? head?.publishRefusal) && (
        <Notice kind="danger" title="Not published">
          {failed ?? head?.publishRefusal}
        </Notice>
      )}
      {findings.length === 0 ? (
        <Notice kind="ok" still title="No problems found">
          Every page is reachable, linked and readable.
        </Notice>
      ) : (
        <section aria-label="Check results">
          <p>
            {stops.length > 0
              ? `${countOf(stops.length, 'thing')} would block visitors. Fix ${stops.length === 1 ? 'it' : 'them'} first; click to go there.`
              : 'Nothing blocks visitors.'}
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
                    {finding.weight === 'stop' ? 'Blocks visitors' : 'Review'}
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
        <Notice still title="You need an account to publish">
          You’re working on this device only. Sign in online; you can export the funnel and import it there.
        </Notice>
      ) : (
        <>
          {(mode === 'offline' || !navigator.onLine) && (
            <Notice still title="You’re offline">
              We’ll do this when you’re back online.
            </Notice>
          )}
          <Row>
            {mayPublish && (
              <Button
                variant="primary"
                busy={busy && 'Publishing'}
                onClick={() => void follow('now', `Published at /f/${funnel.slug}.`)}
              >
                {findings.length > 0 ? 'Publish anyway' : head?.live ? 'Publish changes' : 'Publish now'}
              </Button>
            )}
            {(head?.live || head?.publishAt) && (
              <Button disabled={busy} onClick={() => void follow('off', 'Unpublished.')}>
                {head.live ? 'Unpublish' : 'Cancel schedule'}
              </Button>
            )}
          </Row>
          {mayPublish && (
            <Row className="items-end">
              <Field label="Or schedule it" compact>
                <TextInput type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
              </Field>
              <Button
                disabled={busy || at === ''}
                onClick={() => {
                  if (new Date(at) <= new Date()) setFailed('That time has passed. Choose a future time.');
                  else
                    void follow(
                      { at: new Date(at).toISOString() },
                      `It will be published on ${new Date(at).toLocaleString('en')}.`,
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
        The heaviest page is {heaviest} KB of {pageBudget / 1024}
      </summary>
      <ul className="mt-8 flex flex-col gap-4" aria-label="Page sizes">
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
  const leave = () => {
    wantToPublish(id);
    void flush();
  };
  return (
    <Notice still title="You need an account to publish">
      <p>Your funnel is saved on this device. We’ll add it to your account and bring you back here.</p>
      <Row className="mt-8">
        <ButtonLink variant="primary" href={`/signup?next=${next}`} onClick={leave}>
          Create an account
        </ButtonLink>
        <ButtonLink href={`/signin?next=${next}`} onClick={leave}>
          Sign in
        </ButtonLink>
      </Row>
    </Notice>
  );
}
