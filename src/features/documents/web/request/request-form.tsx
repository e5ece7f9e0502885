import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { requestKey } from '#features/documents/rules/answers/kept-answers.ts';
import { mostOfRequest } from '#features/documents/rules/writer/refusal.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import { EarlierNotice } from '#platform/web/earlier-notice.tsx';
import { useHub } from '#platform/web/hub.tsx';
import { FormerNotice } from '#platform/web/former-notice.tsx';
import { PricedDocument } from '../generator/sale.tsx';
import { Clarify } from './clarify.tsx';
import { type KeptDraft, keepRequest, keptDrafts, keptRequest } from './kept-drafts.ts';
import { putAside } from './library.ts';
import { Streamed } from './streamed.tsx';
import { type Drafter, useDrafting } from './use-drafting.ts';

interface RequestFormProps {
  drafter: Drafter;
  /** How much of the allowance is used, and by whom it is written. */
  allowance: ReactNode;
  /** What lifts a limit, beside its words. */
  atLimit: ReactNode;
  onOpen: (id: string) => void;
  /** A draft whose request is read again, for other facts or another document. */
  again: Pick<KeptDraft, 'request' | 'slug'> | null;
}

const examples = [
  'A freelance contract with Mia Chen: she designs our onboarding for 4,500 EUR, starting 1 March, German law',
  'A mutual NDA between Wren Studio Ltd and Halden Analytics GmbH, 2 years, Irish law',
  'Invoice Acme Inc for 12 hours of development at $95 per hour, due in 14 days',
  'A landing page outline for Trackly, a time tracker for freelancers, $9 a month',
];

const mostShown = 140;
const tail = (words: string): string => (words.length > mostShown ? `…${words.slice(-mostShown)}` : words);

const never = () => () => undefined;

export const tool = '/tools/template-generator';

/** A request in somebody's own words, and everything until its draft stands. */
export function RequestForm({ drafter, allowance, atLimit, onOpen, again }: RequestFormProps) {
  const [typed, setTyped] = useState<string | null>(again?.request ?? null);
  const kept = useSyncExternalStore(never, keptRequest, () => '');
  const text = typed ?? kept;
  const drafting = useDrafting(drafter, onOpen);
  const { stage } = drafting;
  // AI only where a model is connected.
  const heading = useHub().runtime.hasModel ? 'AI Template Generator' : 'Describe a document';
  const isTyping = ['request', 'thinking', 'refused', 'nothing'].includes(stage.at);
  const isAway = stage.at === 'asking' || stage.at === 'writing' || stage.at === 'cut';
  const place = useRef<HTMLDivElement>(null);
  const { begin } = drafting;
  const isBegun = useRef(false);
  useEffect(() => {
    if (!again || isBegun.current) return;
    isBegun.current = true;
    setTyped(again.request);
    void begin(again.request, { slug: again.slug, isPriceKnown: true, asks: true });
  }, [again, begin]);
  // So that it is here when the network is not.
  useEffect(() => {
    const timer = setTimeout(putAside, 1500);
    return () => clearTimeout(timer);
  }, []);
  // What was pressed is gone and may have been far down: one goes on reading where the next thing begins.
  useEffect(() => {
    const here = isAway ? place.current : null;
    here?.focus({ preventScroll: true });
    if (here && here.getBoundingClientRect().top < 0) here.scrollIntoView({ block: 'start' });
  }, [isAway, stage.at]);
  const [isKept, setKept] = useState(true);
  const type = (next: string) => {
    setTyped(next);
    setKept(keepRequest(next));
  };
  // Typed before this page was awake: it is in the box, and nobody was told.
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const early = form.current?.querySelector('textarea')?.value ?? '';
    if (early === '') return;
    setTyped(early);
    setKept(keepRequest(early));
  }, []);
  const isTooLong = text.length > mostOfRequest;

  return (
    <Page
      kind="list"
      title={heading}
      lead="Say it in your own words. Get a complete document to fill in, brand, save and export."
      {...(isTyping && {
        aside: (
          <Stack gap={32}>
            {allowance}
            {text.trim() === '' && <Examples onPick={type} />}
            {stage.at === 'request' && <Earlier />}
          </Stack>
        ),
      })}
    >
      <div className="max-w-measure">
        <EarlierNotice of={requestKey} what="This request was" />
        <FormerNotice of={requestKey} what="this request" />
        {(stage.at === 'writing' || stage.at === 'cut') && allowance}
        {isTyping && (
          <form
            ref={form}
            onSubmit={(event) => {
              event.preventDefault();
              void drafting.begin(text);
            }}
          >
            <Field
              label="What do you need?"
              hint="Who, what, how much, until when, which law. English works best; German, French and Spanish work too."
              error={
                isTooLong
                  ? `${text.length.toLocaleString('en')} of 20,000 characters. Shorten it by ${(text.length - mostOfRequest).toLocaleString('en')}.`
                  : undefined
              }
            >
              <TextArea
                rows={8}
                value={text}
                placeholder={examples[0]}
                onFocus={putAside}
                onChange={({ target }) => type(target.value)}
              />
            </Field>
            <Row gap={8} className="mt-8">
              <Button
                type="submit"
                variant="primary"
                busy={stage.at === 'thinking' && 'Reading your request'}
              >
                Write the draft
              </Button>
            </Row>
            {stage.at === 'refused' && (
              <div className="mt-16">
                <Notice kind="warn" title={stage.words} actions={atLimit}>
                  {isKept
                    ? 'Your text stays on this device.'
                    : 'This browser doesn’t save data for this site, so your text is only on this page.'}
                </Notice>
              </div>
            )}
            {stage.at === 'nothing' && (
              <div className="mt-16">
                <Notice
                  kind={stage.isVague ? 'info' : 'warn'}
                  title={stage.words}
                  actions={stage.nearest.map(({ slug, title }) => (
                    <Button key={slug} onClick={() => void drafting.begin(text, { slug })}>
                      {title}
                    </Button>
                  ))}
                />
              </div>
            )}
          </form>
        )}
      </div>
      <div ref={place} tabIndex={-1} className="scroll-mt-96 outline-none">
        {stage.at === 'priced' && (
          <div className="mt-24 max-w-measure">
            <PricedDocument
              {...stage.detail}
              onWrite={() => void drafting.begin(text, { slug: stage.detail.entry.slug, isPriceKnown: true })}
              from={
                stage.from && {
                  short: stage.from.short,
                  onBack: () => stage.from && void drafting.backTo(stage.from),
                }
              }
              onChange={drafting.back}
            />
          </div>
        )}
        {stage.at === 'asking' && (
          <div className="mt-24">
            <Clarify
              key={stage.template.slug}
              asking={stage}
              owns={(slug) => drafter.owns(slug)}
              onGiven={(given) => drafting.given(stage, given)}
              onBack={drafting.back}
              onChoose={(slug, given) => void drafting.choose(stage, slug, given)}
              onDone={(facts, answers, clauses) => drafting.answer(stage, facts, answers, clauses)}
            />
          </div>
        )}
        {(stage.at === 'writing' || stage.at === 'cut') && (
          <Stack gap={16} className="mt-24">
            {stage.at === 'writing' ? (
              <Row gap={12} className="items-center">
                <span role="status">Writing {stage.template.title.toLowerCase()}…</span>
                {!stage.isDone && <Button onClick={drafting.stop}>Stop</Button>}
              </Row>
            ) : (
              <Notice
                kind="warn"
                title={stage.words}
                actions={
                  <>
                    <Button variant="primary" onClick={() => drafting.again(stage.template, stage.answers)}>
                      Try again
                    </Button>
                    <Button onClick={() => drafting.keepPartial(stage)}>
                      {stage.hasSome ? 'Keep what’s written' : 'Use the built-in writer'}
                    </Button>
                    <Button variant="quiet" onClick={drafting.back}>
                      Change the request
                    </Button>
                  </>
                }
              >
                {stage.counts === false && 'It wasn’t counted. '}
                {stage.counts === true && 'It counts, because writing had begun. '}
                {stage.hasSome
                  ? 'The complete sentences written so far are below.'
                  : 'What your request already says is below.'}
              </Notice>
            )}
            {stage.at === 'writing' && stage.coming && (
              <p aria-hidden="true" className="min-h-48 max-w-measure break-words text-muted">
                <strong>{stage.coming.label}</strong> {tail(stage.coming.words)}
              </p>
            )}
            <Streamed
              template={stage.template}
              answers={stage.answers}
              sections={stage.sections}
              isDone={stage.at === 'writing' && stage.isDone}
              onShown={drafting.shown}
            />
          </Stack>
        )}
      </div>
    </Page>
  );
}

function Examples({ onPick }: { onPick: (text: string) => void }) {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples" className="text-15 font-bold">
        For example
      </h2>
      <ul className="mt-8 flex list-none flex-col">
        {examples.map((example) => (
          <li key={example} className="border-t border-hairline">
            <button
              type="button"
              className="min-h-touch w-full py-8 text-left text-15 hover:text-pen"
              onClick={() => onPick(example)}
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Drafts of this device, to go on with. */
function Earlier() {
  const count = useSyncExternalStore(
    never,
    () => keptDrafts().length,
    () => 0,
  );
  if (count === 0) return null;
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier" className="text-15 font-bold">
        Earlier drafts on this device
      </h2>
      <ul className="mt-8 flex list-none flex-col">
        {keptDrafts().map(({ id, title, request }) => (
          <li key={id} className="border-t border-hairline py-8">
            <Link quiet href={`${tool}?draft=${id}`}>
              {title}
            </Link>
            <span className="block text-13 text-muted">
              {request.length > 140 ? `${request.slice(0, 140)}…` : request}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
