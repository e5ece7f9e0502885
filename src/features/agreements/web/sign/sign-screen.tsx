import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { usePart } from '#platform/web/use-part.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { signingApi } from '../../rules/addresses.ts';
import type { About } from '../../rules/begun.ts';
import type { SigningView } from '../../rules/contract.ts';
import type { DocPart } from '../doc-part.ts';
import { Facts } from './facts.tsx';
import { SignSheet } from './sign-sheet.tsx';
import { useSignDraft } from './use-sign-draft.ts';
import { type Signing, useSigning } from './use-signing.ts';

const talkPart = () => import('./talk.tsx');

/** What nobody needs to read and to sign comes once that can be done. */
function useTalk() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), 500);
    return () => clearTimeout(timer);
  }, []);
  return usePart(isWanted, talkPart);
}

interface SignScreenProps {
  token: string;
  doc: DocPart;
}

/** The other side's page: who sends what, the document, and everything that can be done about it. */
export function SignScreen({ token, doc }: SignScreenProps) {
  const signing = useSigning(token);
  const { view, problem } = signing;
  if (view)
    return <Agreement key={view.agreement.id} token={token} signing={signing} view={view} doc={doc} />;
  return problem ? (
    <Page kind="letter">
      <Failed signing={signing} />
    </Page>
  ) : (
    <Loading />
  );
}

/** Also what the server draws, which knows no link. */
export const Loading = () => (
  <Page kind="letter" title="Your document">
    <Skeleton shape="paper" label="Loading the document" />
  </Page>
);

/** Behind a link: whoever said by an open link that they want to sign goes on right there. */
export const signNow = '#sign';

function Failed({ signing: { problem, retry } }: { signing: Signing }) {
  if (!problem) return null;
  const isOver = problem.code === 'not_found' || problem.code === 'forbidden';
  return (
    <>
      <h1 className="sr-only" tabIndex={-1}>
        Sign a document
      </h1>
      <ErrorState
        title={isOver ? 'This link doesn’t work' : 'Couldn’t load the document'}
        safe={isOver ? 'Nothing was signed.' : 'Nothing was signed, and nothing is lost.'}
        actions={
          !isOver && (
            <Button variant="primary" onClick={retry}>
              Try again
            </Button>
          )
        }
      >
        {problem.message}
      </ErrorState>
    </>
  );
}

type Opened = 'sign' | 'decline' | 'forward' | null;

interface AgreementProps extends SignScreenProps {
  signing: Signing;
  view: SigningView;
}

function Agreement({ token, signing, view, doc: Doc }: AgreementProps) {
  const { agreement, you, canAct, why, forwarding, sender } = view;
  const [opened, setOpened] = useState<Opened>(location.hash === signNow ? 'sign' : null);
  // Consent is given to the text that was open: where another one comes in between, that is read first.
  const [read, setRead] = useState(signing.news);
  const [at, setAt] = useState<Pick<About, 'version' | 'place'> | null>(null);
  const [forwarded, setForwarded] = useState<string | null>(null);
  const form = useSignDraft(token, you.name);
  const isOpen = agreement.state === 'out';
  const { version } = signing;
  const talk = useTalk();
  const notes = useMemo(
    () => (isOpen && talk ? talk.notesFor(view.comments, (place) => setAt({ version, place })) : null),
    [isOpen, talk, view.comments, version],
  );
  const { done } = form;
  useEffect(() => {
    // Nothing can be said any more: what was begun doesn't wait in this tab for whoever comes next.
    if (!isOpen) done();
  }, [isOpen, done]);
  const file = `${signingApi.signingFile}?t=${encodeURIComponent(token)}`;
  const from = sender.company ? `${sender.name}, ${sender.company}` : sender.name;
  const isSigning = you.role === 'signs';
  if (forwarded !== null && talk)
    return <talk.Forwarded title={agreement.title} to={forwarded} sender={sender.name} />;

  const more = talk ? (
    <talk.More
      comment={isOpen && (() => setAt({ version, place: '' }))}
      forward={canAct && forwarding && (() => setOpened('forward'))}
      decline={canAct && (() => setOpened('decline'))}
    />
  ) : (
    <span className="size-touch" />
  );
  const act = (
    <Button
      variant="primary"
      onClick={() => {
        setRead(signing.news);
        setOpened('sign');
      }}
    >
      {isSigning ? 'Review and sign' : 'Review and approve'}
    </Button>
  );

  return (
    <Page
      kind="list"
      title={agreement.title}
      lead={leadOf(view, from)}
      asideFirst={canAct}
      aside={
        <Facts view={view} file={file}>
          {canAct && <div className="flex gap-8 max-lg:hidden">{[act, more].map(keyed)}</div>}
        </Facts>
      }
    >
      <Stack gap={24} className="pb-24">
        {talk && <talk.KeptLink token={token} id={agreement.id} />}
        <Changed signing={signing}>
          {talk && <talk.SeeChanges since={signing.since} now={signing.version} token={token} />}
        </Changed>
        {!canAct && (talk ? <talk.Standing view={view} file={file} token={token} /> : <Notice title={why} />)}
        {canAct && view.legal.warning && <Fits warning={view.legal.warning} />}
        {isOpen && talk && (
          <talk.Begun token={token} form={form} doc={view.doc} version={version} onOpen={setAt} />
        )}
        {isOpen && (
          <p className="text-15 text-muted">
            Choose a paragraph to comment on it or propose other words. Only the people of this agreement see
            it.
          </p>
        )}
        <Paper
          label={`Text of ${agreement.title}`}
          className={isOpen ? 'ui-talked' : undefined}
          {...notes?.press}
        >
          <Doc blocks={view.doc.blocks} {...(notes && { around: notes.around })} summary={inShort} />
        </Paper>
        {talk && view.comments.length > 0 && (
          <talk.Comments
            comments={view.comments}
            youAre={you.n}
            doc={view.doc}
            version={version}
            onOpen={isOpen ? setAt : undefined}
          />
        )}
      </Stack>
      {canAct && (
        <div className="ui-thumb-bar lg:hidden">
          <span className="text-13 text-muted max-md:hidden">
            {isSigning ? 'Nothing is signed until you press Sign at the end.' : 'Nothing is approved yet.'}
          </span>
          {act}
          {more}
        </div>
      )}
      <SignSheet
        // What was proven and agreed to was of the former text.
        key={signing.version}
        open={opened === 'sign' && canAct && read === signing.news}
        onClose={() => setOpened(null)}
        view={view}
        file={file}
        form={form}
        signing={signing}
        token={token}
        unsent={talk?.unsentNotice(form, view.you.role)}
      />
      {talk && (
        <>
          <talk.DeclineDialog
            open={opened === 'decline'}
            onClose={() => setOpened(null)}
            form={form}
            sender={sender.name}
            decline={(reason) => signing.act(signingApi.decline, { reason })}
          />
          <talk.ForwardDialog
            open={opened === 'forward'}
            onClose={() => setOpened(null)}
            form={form}
            forward={async (to) => {
              await api(signingApi.forward, { method: 'POST', body: { t: token, ...to } });
              form.done();
              setForwarded(to.name);
            }}
          />
          <talk.CommentDialog
            token={token}
            at={at}
            onClose={() => setAt(null)}
            doc={view.doc}
            version={version}
            comments={view.comments}
            youAre={you.n}
            form={form}
            sender={sender.name}
            send={(body) => signing.act(signingApi.comment, { ...body })}
          />
        </>
      )}
    </Page>
  );
}

const keyed = (part: ReactNode, index: number) => <span key={index}>{part}</span>;

/** What law the reader should know about first: a line, until they want it. */
export const Fits = ({ warning }: { warning: string }) => (
  <Notice kind="warn" title="Check before you sign" still>
    <details>
      <summary className="flex min-h-touch items-center">
        Whom this document fits, and where it doesn’t
      </summary>
      {warning}
    </details>
  </Notice>
);

export const inShort = (words: ReactNode) => (
  <p className="mb-12 font-sans text-13 text-muted">In short: {words}</p>
);

const asks = { signs: 'asks you to sign this.', approves: 'asks you to approve this.' } as const;

function leadOf({ you, canAct }: SigningView, from: string): string {
  if (you.role === 'copy') return `${from} sends you a copy of this.`;
  return canAct ? `${from} ${asks[you.role]}` : `From ${from}.`;
}

/** The document is another one than the one that was read before. */
function Changed({ signing: { news }, children }: { signing: Signing; children: ReactNode }) {
  if (news === null) return null;
  return (
    <Notice kind="warn" title="The sender changed this since you last looked" actions={children}>
      {news || 'Read it again before you sign.'}
    </Notice>
  );
}
