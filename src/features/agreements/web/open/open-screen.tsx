import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { randomText } from '#base/id.ts';
import { mailAddressWords, parseMailAddress } from '#base/mail-address.ts';
import { countOf } from '#base/count.ts';
import type { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { most } from '../../rules/addresses.ts';
import { openApi } from '../../rules/open-addresses.ts';
import type { BeginBody, Begun, OpenView } from '../../rules/open-contract.ts';
import type { DocPart } from '../doc-part.ts';
import { useDates } from '../dates.ts';
import { Fits, inShort, Loading, signNow } from '../sign/sign-screen.tsx';
import { problemOf } from '../sign/use-signing.ts';

interface OpenScreenProps {
  token: string;
  doc: DocPart;
}

/** A document that anybody can sign who has its link. Reading it makes nothing; whoever signs says first who they are. */
export function OpenScreen({ token, doc: Doc }: OpenScreenProps) {
  const [view, setView] = useState<OpenView | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tries, setTries] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    api<OpenView>(`${openApi.signing}?o=${encodeURIComponent(token)}`).then(
      (found) => isCurrent && setView(found),
      (thrown: unknown) => isCurrent && setProblem(problemOf(thrown)),
    );
    return () => void (isCurrent = false);
  }, [token, tries]);
  if (!view && !problem) return <Loading />;
  if (!view)
    return (
      <Page kind="letter">
        <h1 className="sr-only" tabIndex={-1}>
          Sign a document
        </h1>
        <ErrorState
          title={problem?.code === 'not_found' ? 'This link doesn’t work' : 'Couldn’t load the document'}
          safe="Nothing was signed."
          actions={
            problem?.code !== 'not_found' && (
              <Button
                variant="primary"
                onClick={() => {
                  setProblem(null);
                  setTries(tries + 1);
                }}
              >
                Try again
              </Button>
            )
          }
        >
          {problem?.message}
        </ErrorState>
      </Page>
    );
  const { title, sender, why, legal } = view;
  const from = sender.company ? `${sender.name}, ${sender.company}` : sender.name;
  const act = (
    <Button variant="primary" onClick={() => setOpen(true)}>
      Sign this
    </Button>
  );
  return (
    <Page
      kind="list"
      title={title}
      lead={why ? `From ${from}.` : `${from} invites you to sign this.`}
      asideFirst
      aside={
        <OpenFacts view={view}>{why === '' && <div className="mt-16 max-lg:hidden">{act}</div>}</OpenFacts>
      }
    >
      <Stack gap={24} className="pb-24">
        {why && <Notice kind="warn" title={why} />}
        {!why && legal.warning && <Fits warning={legal.warning} />}
        <Paper label={`Text of ${title}`}>
          <Doc blocks={view.doc.blocks} summary={inShort} />
        </Paper>
      </Stack>
      {why === '' && (
        <div className="ui-thumb-bar lg:hidden">
          <span className="text-13 text-muted max-md:hidden">
            Nothing is signed until you press Sign at the end.
          </span>
          {act}
        </div>
      )}
      <BeginDialog token={token} open={isOpen} onClose={() => setOpen(false)} />
    </Page>
  );
}

/** What somebody wants to know before they read. */
function OpenFacts({ view, children }: { view: OpenView; children: ReactNode }) {
  const { day } = useDates();
  const { message, sender, endsAt, pages, blanks, signsToo } = view;
  const facts: [string, string][] = [
    ['Open until', day(endsAt)],
    ['Who signs', signsToo ? `You, then ${sender.name}` : 'You'],
    ['Length', `${countOf(pages, 'page')}${blanks > 0 ? `, ${countOf(blanks, 'blank')} to fill in` : ''}`],
  ];
  return (
    <div className="ui-sheet">
      {message && (
        <figure className="mb-16 border-b border-hairline pb-16">
          <blockquote className="text-15 break-words whitespace-pre-wrap">{message}</blockquote>
          <figcaption className="mt-4 text-13 text-muted">{sender.name}</figcaption>
        </figure>
      )}
      <dl className="flex flex-col gap-12 text-15">
        {facts.map(([name, words]) => (
          <div key={name}>
            <dt className="text-13 text-muted">{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}

interface BeginDialogProps {
  token: string;
  open: boolean;
  onClose(): void;
}

/** Who signs: then they are on a page of their own, and the address is proven there. */
function BeginDialog({ token, open, onClose }: BeginDialogProps) {
  const { user } = useViewer();
  const [typed, setTyped] = useState<{ name: string; email: string } | null>(null);
  // Of one press: sent again, because its answer got lost, it makes nothing twice.
  const [key, setKey] = useState(() => randomText(24));
  const [faults, setFaults] = useState<{ name?: string; email?: string; all?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const [mailed, setMailed] = useState<string | null>(null);
  const navigate = useNavigate();
  const known = user && !user.isOffline ? { name: user.displayName ?? '', email: user.email ?? '' } : null;
  const who = typed ?? known ?? { name: '', email: '' };
  const type = (part: Partial<typeof who>) => {
    setTyped({ ...who, ...part });
    setKey(randomText(24));
    setFaults({});
  };

  async function begin(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const [name, email] = [who.name.trim(), who.email.trim()];
    const found = {
      ...(name === '' && { name: 'Enter your name.' }),
      ...(email === ''
        ? { email: 'Enter your email address.' }
        : parseMailAddress(email) === null && { email: mailAddressWords }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const body: BeginBody = { o: token, key, name, email };
      const { path } = await api<Begun>(openApi.signing, { method: 'POST', body });
      if (path === null) setMailed(email);
      else navigate(path + signNow);
    } catch (thrown) {
      const { details, message } = problemOf(thrown);
      const { name: ofName, email: ofEmail } = details.fields ?? {};
      setFaults(
        ofName || ofEmail
          ? { ...(ofName && { name: ofName }), ...(ofEmail && { email: ofEmail }) }
          : { all: message },
      );
    }
    setBusy(false);
  }

  if (mailed !== null)
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title="Check your email"
        actions={
          <>
            <Button
              onClick={() => {
                setMailed(null);
                type({ email: '' });
              }}
            >
              Use another address
            </Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        <p>
          This address has been used here before. Its link is in the inbox of{' '}
          <strong className="[overflow-wrap:anywhere]">{mailed}</strong>, sent within the last hour.
        </p>
      </Dialog>
    );
  return (
    <Dialog open={open} onClose={onClose} title="Who is signing?">
      <form noValidate onSubmit={(event) => void begin(event)}>
        <Stack gap={8}>
          <Field label="Your name" error={faults.name}>
            <TextInput
              maxLength={most.name}
              autoComplete="name"
              value={who.name}
              onChange={({ target }) => type({ name: target.value })}
            />
          </Field>
          <Field
            label="Your email address"
            hint="Gets a code to sign with, and the signed PDF."
            error={faults.email}
          >
            <TextInput
              type="email"
              maxLength={320}
              autoComplete="email"
              value={who.email}
              onChange={({ target }) => type({ email: target.value })}
            />
          </Field>
          {faults.all && <Notice kind="danger">{faults.all}</Notice>}
          <div className="ui-actions">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={isBusy && 'Opening'}>
              Continue
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
