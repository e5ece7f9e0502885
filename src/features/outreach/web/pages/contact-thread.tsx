import { type FormEvent, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useHub } from '#platform/web/hub.tsx';
import { useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Field, TextArea } from '#ui/field.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import type { ContactThread, Reply } from '../../rules/contract.ts';

export const head = () => ({
  title: 'Your conversation with us',
  description: 'What you wrote to us, and our answer.',
});

const path = '/api/contact/thread';
const linkKey = (name: string) => `hub.threadLink:${name}` as const;
const incomplete = new Problem('not_found', 'This link is incomplete. Open it from the email.');

/** A message and its answers, for the side whose link it is. Opening it changes nothing. */
export default function ContactThreadPage() {
  const [search] = useSearchParams();
  const given = search.get('t') ?? '';
  const name = search.get('id') ?? '';
  const [opened, setOpened] = useState<{ token: string; thread: ContactThread } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    const token = given || (readStored(linkKey(name), 'session') ?? '');
    let isCurrent = true;
    const asked = token
      ? api<ContactThread>(`${path}?t=${encodeURIComponent(token)}`)
      : Promise.reject(incomplete);
    asked.then(
      (thread) => isCurrent && (setOpened({ token, thread }), setProblem(null)),
      (thrown: unknown) =>
        isCurrent && setProblem(thrown instanceof Problem ? thrown : new Problem('unavailable')),
    );
    return () => void (isCurrent = false);
  }, [given, name, tries]);

  // A member's conversation is opened by what this tab keeps under their name: after their logout neither a tab that still
  // shows it nor the browser's history opens it for the next person.
  const isMembers = useViewer().user !== null;
  useEffect(() => {
    if (!isMembers || !opened) return;
    const whose = `${opened.thread.you}.${opened.thread.id}`;
    writeStored(linkKey(whose), opened.token, 'session');
    const address = `${window.location.pathname}?id=${encodeURIComponent(whose)}`;
    window.history.replaceState(window.history.state, '', address);
  }, [isMembers, opened]);
  const thread = opened?.thread;

  return (
    <Page
      kind="form"
      title={thread?.you === 'operator' ? `Answer ${thread.name}` : 'Your conversation with us'}
    >
      {opened && thread ? (
        <Conversation
          thread={thread}
          token={opened.token}
          onChange={(next) => setOpened({ token: opened.token, thread: next })}
        />
      ) : problem ? (
        <Failed problem={problem} again={() => setTries(tries + 1)} />
      ) : (
        <Skeleton rows={4} label="Loading the conversation" />
      )}
    </Page>
  );
}

function Failed({ problem, again }: { problem: Problem; again(): void }) {
  const isOver = problem.code === 'not_found';
  return (
    <ErrorState
      title={isOver ? 'This link doesn’t work' : 'Can’t reach the server'}
      safe={problem.message}
      actions={
        isOver ? (
          <ButtonLink variant="primary" href="/contact">
            Write to us
          </ButtonLink>
        ) : (
          <Button variant="primary" onClick={again}>
            Try again
          </Button>
        )
      }
    />
  );
}

interface ConversationProps {
  thread: ContactThread;
  token: string;
  onChange(thread: ContactThread): void;
}

function Conversation({ thread, token, onChange }: ConversationProps) {
  const { site } = useHub();
  const isOperator = thread.you === 'operator';
  const nameOf = (author: Reply['author']) =>
    author === thread.you ? 'You' : author === 'operator' ? site.name : thread.name;
  return (
    <Stack gap={24}>
      {isOperator && (
        <p className="text-muted">
          {thread.topic} · {thread.email}
        </p>
      )}
      {thread.conversation.length > 0 && (
        <details>
          <summary>What they asked the assistant ({thread.conversation.length} messages)</summary>
          <Stack gap={12}>
            {thread.conversation.map(({ from, text }, at) => (
              <Said key={at} who={from === 'visitor' ? thread.name : site.assistantName} text={text} />
            ))}
          </Stack>
        </details>
      )}
      <Stack gap={16}>
        <Said who={nameOf('visitor')} text={thread.message} at={thread.at} />
        {thread.replies.map(({ author, text, at }, n) => (
          <Said key={n} who={nameOf(author)} text={text} at={at} />
        ))}
      </Stack>
      <ReplyForm
        key={`${thread.you} ${thread.id}`}
        id={thread.id}
        isOperator={isOperator}
        token={token}
        onSent={onChange}
      />
    </Stack>
  );
}

const Said = ({ who, text, at }: { who: string; text: string; at?: string }) => (
  <article className="border-l-2 border-hairline pl-16">
    <p className="text-13 text-muted">
      {who}
      {at && (
        <>
          {' · '}
          <time dateTime={at}>
            {new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        </>
      )}
    </p>
    <p className="break-words whitespace-pre-wrap">{text}</p>
  </article>
);

interface ReplyFormProps {
  id: string;
  isOperator: boolean;
  token: string;
  onSent(thread: ContactThread): void;
}

function ReplyForm({ id, isOperator, token, onSent }: ReplyFormProps) {
  // Each conversation has its own: what was begun for one person must not be sent to another.
  const draftKey = `hub.replyDraft:${isOperator ? 'operator' : 'visitor'}:${id}` as const;
  const [text, setText] = useState(() => readStored(draftKey, 'session') ?? '');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const type = (typed: string) => {
    setText(typed);
    writeStored(draftKey, typed, 'session');
  };
  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() === '') return setError('Write a message.');
    setBusy(true);
    setError(null);
    try {
      const thread = await api<ContactThread>(path, { method: 'POST', body: { t: token, text } });
      setText('');
      removeStored(draftKey, 'session');
      onSent(thread);
      toast.success(isOperator ? 'Answer sent' : 'Reply sent');
    } catch (thrown) {
      const { message } = thrown instanceof Problem ? thrown : new Problem('unavailable');
      setError(`${message} Your text is still here.`);
    }
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={12}>
        <Field
          label={isOperator ? 'Your answer' : 'Your reply'}
          {...(isOperator && {
            hint: 'It is mailed to them, and appears in their chat if they are a member.',
          })}
          {...(error && { error })}
        >
          <TextArea name="text" rows={6} value={text} onChange={(event) => type(event.target.value)} />
        </Field>
        <Row>
          <Button variant="primary" type="submit" busy={isBusy && 'Sending'}>
            {isOperator ? 'Send answer' : 'Send reply'}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
