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
import { ReceiptLine, Sheet, Stamp } from '#ui/stationery.tsx';
import { checkFunnel, measured, type Measured, pageBudget, weightKey } from '../../rules/check.ts';
import type { Funnel, WriteBody } from '../../rules/contract.ts';
import { type Finding, type FindingPlace, placeName } from '../../rules/finding.ts';
import { drawPage } from '../../rules/render/page.ts';
import { sidesOf, versionOf } from '../../rules/split.ts';
import { Published } from './publish-done.tsx';
import { Found } from './publish-found.tsx';
import type { Work } from './state.ts';
import type { OnSale } from './use-products.ts';
import { wantToPublish } from './use-wanted-publish.ts';

interface Weight {
  id: string;
  name: string;
  kilobytes: number;
}

function findingsOf(
  funnel: Funnel,
  products: OnSale[] | null,
  files: string[] | null,
): { findings: Finding[]; weights: Weight[] } {
  const drawn = new Map<string, Measured>();
  const product = (id: string) => products?.find((one) => one.id === id) ?? null;
  for (const step of funnel.steps)
    for (const side of sidesOf(step))
      drawn.set(
        weightKey(step, side),
        measured(drawPage({ funnel, step: versionOf(step, side), product }, '')),
      );
  const isOnSale = (id: string) => products === null || products.some((one) => one.id === id);
  const hasFile = (name: string) => files === null || files.includes(name);
  const findings = checkFunnel(funnel, { isOnSale, hasFile }, drawn, new Date());
  const weights = funnel.steps.flatMap((step) =>
    sidesOf(step).map((side) => {
      const id = weightKey(step, side);
      const name = placeName(step.name, step.other && side);
      return { id, name, kilobytes: Math.ceil((drawn.get(id)?.bytes ?? 0) / 1024) };
    }),
  );
  return { findings, weights };
}

/** The check before publishing, and publishing: now, at a time, or not any more. */
export function PublishDialog({ open, ...rest }: InsideProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={rest.onClose} title="Publish" wide>
      {open && <Inside {...rest} />}
    </Dialog>
  );
}

interface InsideProps {
  work: Work;
  /** To a place that is neither a page nor a block. */
  lead(to: FindingPlace): void;
  onClose(): void;
}

function Inside({ work, lead, onClose }: InsideProps) {
  const { editing, products, choose, say, giftFiles } = work;
  const { funnel, head } = editing;
  const { user, mode } = useViewer();
  const [busy, setBusy] = useState(false);
  const [at, setAt] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  const [{ findings, weights }] = useState(() => findingsOf(funnel, products, giftFiles));
  const stops = findings.filter((finding) => finding.weight === 'stop');
  const mayPublish = stops.length === 0;
  const isOut = Boolean(head?.live) && !isBehind(work);

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

  const go = ({ stepId, blockId, side, at: place }: Finding) => {
    onClose();
    if (stepId) choose(stepId, blockId, side);
    if (place) lead(place);
  };
  const looks = findings.filter(({ weight }) => weight === 'look');

  return (
    <Stack gap={16}>
      <Slip work={work} weights={weights} />
      {head?.publishAt && (
        <Notice still title={`It will be published on ${new Date(head.publishAt).toLocaleString('en')}`} />
      )}
      {(failed ?? head?.publishRefusal) && (
        <Notice kind="danger" title="Not published">
          {failed ?? head?.publishRefusal}
        </Notice>
      )}
      {isOut && head?.live && <Published work={work} slug={head.live.slug} onClose={onClose} />}
      <p>{readyWords(stops.length, looks.length, isOut)}</p>
      <Found title="Fix before publishing" toDo="to fix" findings={stops} {...{ funnel, go }} />
      <Found title="Worth a look" toDo="to check" findings={looks} isFolded={isOut} {...{ funnel, go }} />
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
                variant={isOut ? 'secondary' : 'primary'}
                busy={busy && 'Publishing'}
                onClick={() => void follow('now', `Published at /f/${funnel.slug}.`)}
              >
                {publishWords(isOut, findings.length > 0, Boolean(head?.live))}
              </Button>
            )}
            {(head?.live || head?.publishAt) && (
              <Button disabled={busy} onClick={() => void follow('off', 'Unpublished.')}>
                {head.live ? 'Unpublish' : 'Cancel schedule'}
              </Button>
            )}
          </Row>
          {mayPublish && !isOut && (
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

const isBehind = ({ editing: { head, save } }: Work): boolean =>
  Boolean(head?.live) && (head?.live?.version !== head?.contentVersion || save !== 'account');

const publishWords = (isOut: boolean, isDoubtful: boolean, isLive: boolean): string =>
  isOut ? 'Publish again' : isDoubtful ? 'Publish anyway' : isLive ? 'Publish changes' : 'Publish now';

function readyWords(stops: number, looks: number, isOut: boolean): string {
  if (stops > 0) return `Not ready yet: fix ${countOf(stops, 'thing')} first. Click one to go there.`;
  if (isOut)
    return `Visitors see what you see here.${looks > 0 ? ` ${countOf(looks, 'thing')} to check:` : ''}`;
  if (looks > 0)
    return `Ready to publish. ${countOf(looks, 'thing')} ${looks === 1 ? 'is' : 'are'} worth a look first.`;
  return 'Ready to publish. Every page can be reached and every link leads somewhere.';
}

/** The pages as they lie on top of one another: where they can be seen, and what each weighs. */
function Slip({ work, weights }: { work: Work; weights: Weight[] }) {
  const { funnel, head } = work.editing;
  const heaviest = Math.max(...weights.map(({ kilobytes }) => kilobytes));
  return (
    <Sheet stack staple>
      <Row className="items-start justify-between pl-16">
        <div className="min-w-0">
          <p className="font-bold">{funnel.name}</p>
          {head?.live ? (
            <p className="break-words">
              <Link href={`/f/${head.live.slug}`} target="_blank">
                /f/{head.live.slug}
              </Link>
              {isBehind(work) && ', without your latest changes'}
            </p>
          ) : (
            <p className="ui-mono break-words text-muted">/f/{funnel.slug}</p>
          )}
        </div>
        {head?.live && <Stamp date={dateWords(head.live.at)}>Published</Stamp>}
      </Row>
      <details className="mt-8 pl-16">
        <summary className="text-muted">
          {countOf(funnel.steps.length, 'page')}, the heaviest {heaviest} KB of {pageBudget / 1024}
        </summary>
        <ul className="mt-8" aria-label="Page sizes">
          {weights.map(({ id, name, kilobytes }) => (
            <li key={id}>
              <ReceiptLine label={name} price={`${kilobytes} KB`} />
            </li>
          ))}
        </ul>
      </details>
    </Sheet>
  );
}

const dateWords = (at: string): string =>
  new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at));

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
