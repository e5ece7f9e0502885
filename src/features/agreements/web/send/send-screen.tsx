import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { withSession } from '#platform/web/session.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { Mini } from '#ui/mini.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { toast } from '#ui/toast.tsx';
import { agreementPath, agreementsApi, agreementsPath, most } from '../../rules/addresses.ts';
import type { SendBody } from '../../rules/contract.ts';
import { legalWords } from '../../rules/legal.ts';
import { asSent, type PartyBlock, peopleFrom, type You } from '../../rules/prefilled.ts';
import { namesOf } from '../../rules/words.ts';
import { Law } from './law.tsx';
import { PeopleFields } from './people-fields.tsx';
import { faultsOf, type Faults } from './faults.ts';
import { forgetSendDraft, keepSendDraft, newSendDraft, type SendDraft, sendDraftOf } from './send-draft.ts';

/** A saved document as whoever knows documents reads it. */
export interface ToSend extends Pick<SendBody, 'html' | 'branding' | 'slug' | 'answers'> {
  template: string;
  title: string;
  parties: PartyBlock[];
  blanks: number;
  /** What the document's own law demands of its signing. */
  formalities: { words: string; source: string }[];
}

interface SendScreenProps {
  document: ToSend;
  you: You;
  /** The document on paper. */
  paper: ReactNode;
  /** Where its blanks are filled. */
  editHref: string;
}

const spans = [3, 7, 14, 30, 60, 90];

/** Who gets a document, in which order and with which words. What is typed stays on this device until it is sent. */
export function SendScreen({ document, you, paper, editHref }: SendScreenProps) {
  const { template, title, parties, blanks } = document;
  const first = useMemo(
    () =>
      sendDraftOf(template) ??
      newSendDraft(template, title, peopleFrom(parties, document.answers ?? {}, you)),
    [template, title, parties, document.answers, you],
  );
  const [draft, setDraft] = useState<SendDraft>(first);
  const [isKept, setKept] = useState(true);
  const [faults, setFaults] = useState<Faults>({ people: {} });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isShown, setShown] = useState(false);
  const { user } = useViewer();
  const navigate = useNavigate();
  const isOffline = user?.isOffline === true;

  const set = (part: Partial<SendDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setFaults({ people: {} });
    setKept(keepSendDraft(next));
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const found = faultsOf(draft);
    setFaults(found);
    if (found.all || found.title || Object.keys(found.people).length > 0) {
      // After it was drawn: the first field that is wrong takes the focus.
      setTimeout(() => window.document.querySelector<HTMLElement>('main [aria-invalid]')?.focus());
      return;
    }
    if (blanks > 0) setAsked(true);
    else void send();
  }

  async function send() {
    setAsked(false);
    setBusy(true);
    setProblem(null);
    setKept(keepSendDraft(draft));
    const { html, branding, slug, answers } = document;
    const body: SendBody = {
      key: draft.key,
      title: draft.title.trim(),
      html,
      ...(branding && { branding }),
      ...(slug && { slug }),
      ...(answers && { answers }),
      template,
      message: draft.message.trim(),
      people: asSent(draft.people, draft.inOrder),
      expiresInDays: draft.days,
      reminders: draft.reminders,
      forwarding: draft.forwarding,
    };
    try {
      // The text is printed before it goes out: a long one takes a while.
      const { id } = await withSession(() =>
        api<{ id: string }>(agreementsApi.all, { method: 'POST', body, timeoutMs: 60_000 }),
      );
      forgetSendDraft(template);
      toast.success(saidTo(draft));
      navigate(agreementPath(id));
    } catch (thrown) {
      setProblem(thrown instanceof Problem ? thrown : new Problem('internal'));
      setBusy(false);
    }
  }

  return (
    <Page
      kind="form"
      title="Send to sign"
      lead="Everyone signs on their own device. Nobody needs an account."
      aside={<div className="max-lg:hidden">{paper}</div>}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap={32}>
          <Sheet className="flex items-start gap-16">
            <Mini kind="Document" />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{title}</p>
              <p className="text-15 text-muted">
                {blanks > 0
                  ? `${countOf(blanks, 'blank')} left. Fill them in, or leave them to the other side.`
                  : 'No blanks left'}
              </p>
              <div className="ui-actions mt-8 empty:hidden">
                <Button size="tool" className="lg:hidden" onClick={() => setShown(true)}>
                  Read it
                </Button>
                {blanks > 0 && (
                  <ButtonLink size="tool" href={editHref}>
                    Fill them in
                  </ButtonLink>
                )}
              </div>
            </div>
          </Sheet>
          <Law formalities={document.formalities} />
          <PeopleFields draft={draft} set={set} faults={faults} parties={parties} you={you} />
          <Stack gap={8}>
            <Field label="Title" hint="Names it in the email." error={faults.title}>
              <TextInput
                maxLength={most.title}
                value={draft.title}
                onChange={({ target }) => set({ title: target.value })}
              />
            </Field>
            <Field label="Message" optional hint="Stands above the document.">
              <TextArea
                rows={4}
                maxLength={most.message}
                value={draft.message}
                onChange={({ target }) => set({ message: target.value })}
              />
            </Field>
            <Field label="Answer within" compact>
              <Select value={draft.days} onChange={({ target }) => set({ days: Number(target.value) })}>
                {spans.map((days) => (
                  <option key={days} value={days}>
                    {days} days
                  </option>
                ))}
              </Select>
            </Field>
            <Checkbox
              label="Remind whoever hasn’t answered"
              hint="Three times at most. Reminders stop by themselves."
              checked={draft.reminders}
              onChange={({ target }) => set({ reminders: target.checked })}
            />
            <Checkbox
              label="They may forward it to a colleague"
              hint="You’re told who signs instead."
              checked={draft.forwarding}
              onChange={({ target }) => set({ forwarding: target.checked })}
            />
          </Stack>
          <details className="text-15">
            <summary className="flex min-h-touch items-center">What kind of signature is this?</summary>
            <p className="text-muted">{legalWords('').kind}</p>
          </details>
          {isOffline && (
            <Notice kind="warn" title="You’re working offline" still>
              What you fill in is saved on this device. Sign in when you’re back online to send it.
            </Notice>
          )}
          {problem && <Failed problem={problem} isKept={isKept} />}
          {!isKept && !problem && (
            <Notice kind="warn">
              This browser’s storage is full: what you fill in is lost when you leave.
            </Notice>
          )}
          <div className="ui-actions">
            <Button variant="primary" type="submit" disabled={isOffline} busy={isBusy && 'Sending'}>
              Send
            </Button>
            <span className="text-13 text-muted">{whoIsFirst(draft)}</span>
          </div>
        </Stack>
      </form>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={`${countOf(blanks, 'blank')} left`}
        actions={
          <>
            <ButtonLink variant="primary" href={editHref}>
              {blanks === 1 ? 'Fill it in' : 'Fill them in'}
            </ButtonLink>
            <Button onClick={() => void send()}>Yes, send it as it is</Button>
          </>
        }
      >
        <p>
          Whoever signs can fill them in on their page. What they leave empty stays blank in the signed file.
        </p>
      </Dialog>
      <Dialog open={isShown} onClose={() => setShown(false)} title={title} wide>
        {paper}
      </Dialog>
    </Page>
  );
}

function Failed({ problem: { code, message }, isKept }: { problem: Problem; isKept: boolean }) {
  const safe = isKept ? 'What you filled in is saved on this device.' : '';
  if (code === 'unavailable')
    return (
      <Notice kind="danger" title="Not sent yet">
        {message} {safe} Choose Send again: it never goes out twice.
      </Notice>
    );
  if (code === 'conflict')
    return (
      <Notice
        kind="warn"
        title="Already sent"
        actions={<ButtonLink href={agreementsPath}>Open agreements</ButtonLink>}
      >
        {message} {safe}
      </Notice>
    );
  if (code === 'forbidden')
    return (
      <Notice
        kind="danger"
        title="Not sent"
        actions={<ButtonLink href="/dashboard/account">Open account</ButtonLink>}
      >
        {message} {safe}
      </Notice>
    );
  return (
    <Notice kind="danger" title="Not sent">
      {message} {safe}
    </Notice>
  );
}

const asked = ({ people, inOrder }: SendDraft): string[] => {
  const acting = people.filter(({ role }) => role !== 'copy').map(({ name }) => name.trim());
  return inOrder ? acting.slice(0, 1) : acting;
};

const whoIsFirst = (draft: SendDraft): string => {
  const names = asked(draft).filter(Boolean);
  if (names.length === 0) return '';
  const rest = draft.inOrder && draft.people.length > 1 ? ' first, then the others in turn' : '';
  return `Emails ${namesOf(names)}${rest}.`;
};

const saidTo = (draft: SendDraft): string => {
  const rest = draft.inOrder && draft.people.filter(({ role }) => role !== 'copy').length > 1;
  return `Sent to ${namesOf(asked(draft))}.${rest ? ' The others follow in turn.' : ''}`;
};
