import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { writeStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import Ellipsis from '#ui/icons/ellipsis.ts';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { most } from '../../rules/addresses.ts';
import { talkApi } from '../../rules/talk-addresses.ts';
import { begunWords } from '../../rules/unsent.ts';
import type { ShownAnswers } from '../../rules/comment-contract.ts';
import type { AgreementComment, SigningView } from '../../rules/contract.ts';
import type { AgreementDoc } from '../doc-part.ts';
import { CompareDialog } from '../talk/compare-dialog.tsx';
import { BegunList } from '../talk/begun-list.tsx';
import type { At } from '../talk/use-older.ts';
import { type CommentBody, CommentDialog as AnyCommentDialog } from '../talk/comment-dialog.tsx';
import type { SignForm } from './use-sign-draft.ts';
import { keyOf } from './kept-link.ts';
import { problemOf } from './use-signing.ts';

/**
 * A member's agreement is opened by what this tab keeps under their name: after their logout neither a tab that still
 * shows it nor the browser's history opens it for the next person.
 */
export function KeptLink({ token, id }: Record<'token' | 'id', string>) {
  const isMembers = useViewer().user !== null;
  useEffect(() => {
    if (!isMembers) return;
    writeStored(keyOf(id), token, 'session');
    const { pathname, hash } = window.location;
    const address = `${pathname}?id=${encodeURIComponent(id)}${hash}`;
    window.history.replaceState(window.history.state, '', address);
  }, [isMembers, token, id]);
  return null;
}

/** What can be done beside signing; false where it can't. */
export const More = (acts: Record<'comment' | 'forward' | 'decline', false | (() => void)>) => (
  <Menu label={<Icon of={Ellipsis} />} name="More" chevron={false} square align="end">
    {acts.comment && <MenuItem onAct={acts.comment}>Comment on the document</MenuItem>}
    {acts.forward && <MenuItem onAct={acts.forward}>Forward to a colleague</MenuItem>}
    {acts.decline && <MenuItem onAct={acts.decline}>Decline</MenuItem>}
  </Menu>
);

const versionPath = (token: string) => (version: number) =>
  `${talkApi.version}?${new URLSearchParams({ t: token, version: String(version) })}`;

/** What is different from the text that they had read before. */
export function SeeChanges({ since, now, token }: { since: number; now: number; token: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button size="tool" onClick={() => setAsked(true)}>
        See what changed
      </Button>
      <CompareDialog
        from={isAsked ? since : null}
        to={now}
        onClose={() => setAsked(false)}
        pathOf={versionPath(token)}
      />
    </>
  );
}

interface BegunProps {
  token: string;
  form: SignForm;
  doc: AgreementDoc;
  version: number;
  onOpen(at: At): void;
}

export const Begun = ({ token, form, ...rest }: BegunProps) => (
  <BegunList
    {...rest}
    kept={form.draft.notes}
    keep={(notes) => form.set({ notes })}
    pathOf={versionPath(token)}
  />
);

export { Comments } from '../talk/comments.tsx';
export { notesFor } from '../talk/notes.tsx';
export { Standing } from './standing.tsx';

interface CommentDialogProps {
  token: string;
  at: At | null;
  onClose(): void;
  doc: AgreementDoc;
  version: number;
  comments: readonly AgreementComment[];
  youAre: number;
  form: SignForm;
  sender: string;
  send(body: CommentBody): Promise<unknown>;
}

export function CommentDialog({ token, form, sender, send, ...rest }: CommentDialogProps) {
  const [answers, setAnswers] = useState<ShownAnswers['answers']>([]);
  const isOpen = rest.at !== null;
  useEffect(() => {
    if (!isOpen) return;
    // Without them there are comments and other words.
    void api<ShownAnswers>(`${talkApi.answers}?t=${encodeURIComponent(token)}`).then(
      (found) => setAnswers(found.answers),
      () => {},
    );
  }, [isOpen, token]);
  return (
    <AnyCommentDialog
      {...rest}
      answers={answers}
      pathOf={versionPath(token)}
      kept={form.draft.notes}
      keep={(notes) => form.set({ notes })}
      send={async (body) => {
        await send(body);
        toast.success(`Sent. ${sender} is told by email.`);
      }}
    />
  );
}

/** Before they sign or approve; null where nothing would be lost. */
export function unsentNotice({ draft }: SignForm, role: SigningView['you']['role']): ReactNode {
  const unsent = begunWords(draft.notes);
  return unsent ? (
    <Notice kind="warn">
      {unsent} Go back to the text to send it. {role === 'signs' ? 'Signing' : 'Approving'} discards it.
    </Notice>
  ) : null;
}

interface DeclineDialogProps {
  open: boolean;
  onClose(): void;
  form: SignForm;
  sender: string;
  decline(reason: string): Promise<unknown>;
}

/** Ends the agreement for everybody: said before, and asked once. */
export function DeclineDialog({
  open,
  onClose,
  form: { draft, set, done },
  sender,
  decline,
}: DeclineDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const unsent = begunWords(draft.notes);
  async function send() {
    setBusy(true);
    setFailed(null);
    try {
      await decline(draft.reason.trim());
      done();
      onClose();
    } catch (thrown) {
      setFailed(`${problemOf(thrown).message} Your reason is still here.`);
    }
    setBusy(false);
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Decline this agreement?"
      actions={
        <>
          <Button onClick={onClose}>Keep it open</Button>
          <Button variant="danger" busy={isBusy && 'Declining'} onClick={() => void send()}>
            {unsent ? 'Decline without it' : 'Decline'}
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <p>
          This ends it for everyone. {sender} is told and can send a changed version. To ask for a change
          instead, comment on the text.
        </p>
        <Field label="Reason" optional hint={`${sender} gets it by email.`}>
          <TextArea
            rows={3}
            maxLength={most.reason}
            value={draft.reason}
            onChange={({ target }) => set({ reason: target.value })}
          />
        </Field>
        {unsent && <Notice kind="warn">{unsent} Declining discards it.</Notice>}
        {failed && <Notice kind="danger">{failed}</Notice>}
      </Stack>
    </Dialog>
  );
}

/** What takes the place of the document once somebody else signs it. */
export const Forwarded = ({ title, to, sender }: Record<'title' | 'to' | 'sender', string>) => (
  <Page kind="letter" title={title}>
    <Notice kind="ok" title={`Forwarded to ${to}`}>
      They were emailed a link of their own. Yours no longer works, and {sender} was told.
    </Notice>
  </Page>
);

interface ForwardDialogProps {
  open: boolean;
  onClose(): void;
  form: SignForm;
  forward(to: { name: string; email: string }): Promise<unknown>;
}

/** Somebody else takes the place of whoever was asked. */
export function ForwardDialog({ open, onClose, form, forward }: ForwardDialogProps) {
  const unsent = begunWords(form.draft.notes);
  const [to, setTo] = useState({ name: '', email: '' });
  const [faults, setFaults] = useState<{ name?: string; email?: string; all?: string }>({});
  const [isBusy, setBusy] = useState(false);
  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const missing = {
      ...(to.name.trim() === '' && { name: 'Enter a name.' }),
      ...(to.email.trim() === '' && { email: 'Enter their email address.' }),
    };
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await forward({ name: to.name.trim(), email: to.email.trim() });
      onClose();
    } catch (thrown) {
      const { details, message } = problemOf(thrown);
      const { name, email } = details.fields ?? {};
      setFaults(name || email ? { ...(name && { name }), ...(email && { email }) } : { all: message });
    }
    setBusy(false);
  }
  return (
    <Dialog open={open} onClose={onClose} title="Forward to a colleague">
      <form noValidate onSubmit={(event) => void send(event)}>
        <Stack gap={16}>
          <p>They sign in your place. We email them a link, and yours stops working.</p>
          <Field label="Their name" error={faults.name} compact>
            <TextInput
              maxLength={most.name}
              autoComplete="off"
              value={to.name}
              onChange={({ target }) => setTo({ ...to, name: target.value })}
            />
          </Field>
          <Field label="Their email address" error={faults.email} compact>
            <TextInput
              type="email"
              maxLength={320}
              autoComplete="off"
              value={to.email}
              onChange={({ target }) => setTo({ ...to, email: target.value })}
            />
          </Field>
          {unsent && <Notice kind="warn">{unsent} Forwarding discards it.</Notice>}
          {faults.all && <Notice kind="danger">{faults.all}</Notice>}
          <div className="ui-actions">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={isBusy && 'Forwarding'}>
              {unsent ? 'Forward without it' : 'Forward'}
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
