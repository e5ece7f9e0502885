import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { withSession } from '#platform/web/session.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import { Mini } from '#ui/mini.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { toast } from '#ui/toast.tsx';
import { agreementPath, most } from '../../rules/addresses.ts';
import { agreementsApi } from '../../rules/member-addresses.ts';
import type { SendBody } from '../../rules/contract.ts';
import { fromLinkPath, openApi } from '../../rules/open-addresses.ts';
import type { OpenBody } from '../../rules/open-contract.ts';
import { legalWords } from '../../rules/legal.ts';
import { asSent, type PartyBlock, peopleFrom, type You } from '../../rules/prefilled.ts';
import { AlreadyOut } from './already-out.tsx';
import { Law } from './law.tsx';
import { PeopleFields } from './people-fields.tsx';
import { LinkFields } from '../open/link-fields.tsx';
import { newLinkDraft } from '../open/link-draft.ts';
import { faultsOf, type Faults } from './faults.ts';
import { BlanksDialog, Failed, saidTo, whoIsFirst } from './send-notices.tsx';
import { Terms } from './terms.tsx';
import {
  forgetSendDraft,
  keepSendDraft,
  newSendDraft,
  onSendDrafts,
  type SendDraft,
  sendDraftOf,
} from './send-draft.ts';

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
  const link = draft.link ?? newLinkDraft(peopleFrom(parties, document.answers ?? {}, you), you);

  // Another tab has the same form: each shows what was filled in at the other, and writes nothing over it.
  useEffect(
    () =>
      onSendDrafts(() => {
        const elsewhere = sendDraftOf(template);
        if (elsewhere) setDraft(elsewhere);
      }),
    [template],
  );
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
    if (found.all || found.title || found.most || Object.keys(found.people).length > 0) {
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
    try {
      navigate(link.isOn ? await makeLink() : await askPeople());
    } catch (thrown) {
      setProblem(thrown instanceof Problem ? thrown : new Problem('internal'));
      setBusy(false);
    }
  }

  const text = () => {
    const { html, branding, slug, answers } = document;
    return {
      key: draft.key,
      title: draft.title.trim(),
      html,
      ...(branding && { branding }),
      ...(slug && { slug }),
      ...(answers && { answers }),
      template,
      message: draft.message.trim(),
    };
  };
  /** The text is printed before it goes out: a long one takes a while. */
  async function post(path: string, body: SendBody | OpenBody): Promise<string> {
    const { id } = await withSession(() =>
      api<{ id: string }>(path, { method: 'POST', body, timeoutMs: 60_000 }),
    );
    forgetSendDraft(template);
    return id;
  }

  async function askPeople(): Promise<string> {
    const id = await post(agreementsApi.all, {
      ...text(),
      people: asSent(draft.people, draft.inOrder),
      expiresInDays: draft.days,
      reminders: draft.reminders,
      forwarding: draft.forwarding,
    });
    toast.success(saidTo(draft));
    return agreementPath(id);
  }

  async function makeLink(): Promise<string> {
    const { days, signsToo, party, ownParty } = link;
    const limit = Number(link.most);
    const id = await post(openApi.all, {
      ...text(),
      most: limit,
      endsInDays: days,
      signsToo,
      party,
      ownParty,
    });
    toast.success('Your link is ready.');
    return fromLinkPath(id);
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
          {!isOffline && <AlreadyOut template={template} />}
          <Law formalities={document.formalities} />
          <Stack gap={24}>
            <Segments
              label="Who signs"
              value={link.isOn ? 'link' : 'people'}
              onChange={(value) => set({ link: { ...link, isOn: value === 'link' } })}
              options={[
                { value: 'people', label: 'Specific people' },
                { value: 'link', label: 'Anybody with a link' },
              ]}
            />
            {link.isOn ? (
              <LinkFields
                link={link}
                set={(next) => set({ link: next })}
                parties={parties}
                fault={faults.most}
                blocksFault={faults.all}
              />
            ) : (
              <PeopleFields draft={draft} set={set} faults={faults} parties={parties} you={you} />
            )}
          </Stack>
          <Stack gap={8}>
            <Field
              label="Title"
              hint={link.isOn ? 'Names it on the page.' : 'Names it in the email.'}
              error={faults.title}
            >
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
            {!link.isOn && <Terms draft={draft} set={set} />}
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
          {!isKept && (
            <Notice kind="warn">
              This browser’s storage is full: what you fill in is lost when you leave.
            </Notice>
          )}
          <div className="ui-actions">
            <Button
              variant="primary"
              type="submit"
              disabled={isOffline}
              busy={isBusy && (link.isOn ? 'Making the link' : 'Sending')}
            >
              {link.isOn ? 'Create link' : 'Send'}
            </Button>
            <span className="text-13 text-muted">{link.isOn ? 'Emails nobody.' : whoIsFirst(draft)}</span>
          </div>
        </Stack>
      </form>
      <BlanksDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        blanks={blanks}
        editHref={editHref}
        isLink={link.isOn}
        send={() => void send()}
      />
      <Dialog open={isShown} onClose={() => setShown(false)} title={title} wide>
        {paper}
      </Dialog>
    </Page>
  );
}
