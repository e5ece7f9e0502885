import Copy from '#ui/icons/copy.ts';
import Eraser from '#ui/icons/eraser.ts';
import X from '#ui/icons/x.ts';
import {
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useHub } from '#platform/web/hub.tsx';
import { onOwner } from '#platform/web/owner.ts';
import { readStored, writeStored } from '#platform/web/storage.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { longestMessage } from '../rules/contract.ts';
import { plainReply } from '../rules/reply.ts';
import { chatWords, startingPoints } from '../rules/words.ts';
import { ActButton, type ChatActs } from './act-button.tsx';
import { type Chat, chatKey, createChat, draftKey, type Message, turnsOf } from './chat.ts';
import { ReplyView } from './reply-view.tsx';

const gap = 12;
const own: { chat?: Chat } = {};

const theChat = (): Chat =>
  (own.chat ??= createChat({
    fetch: (...args) => fetch(...args),
    read: () => readStored(chatKey, 'session'),
    write: (kept) => void writeStored(chatKey, kept, 'session'),
  }));

/** The conversation beside the page: it hides nothing that one needs, and goes on while one moves about. */
interface PanelProps {
  onClose(): void;
  acts: ChatActs;
  chat?: Chat;
}

export function ChatPanel({ onClose, acts, chat = theChat() }: PanelProps) {
  const { site } = useHub();
  const id = useId();
  const { messages, busy } = useSyncExternalStore(chat.subscribe, chat.state, chat.state);
  const [draft, setDraft] = useState(() => readStored(draftKey, 'session') ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const isTooLong = draft.length > longestMessage;
  const [isWriting, setWriting] = useState(false);
  usePersonAnswers(chat, acts);

  useEffect(() => field.current?.focus(), []);
  // Neither a closed panel nor a reload loses what was typed.
  const type = (text: string) => {
    setDraft(text);
    writeStored(draftKey, text, 'session');
  };
  // Whoever turns out to be here may have begun a question before; one that is being typed goes on.
  useEffect(
    () =>
      onOwner(() => {
        chat.look();
        setDraft((now) => now || (readStored(draftKey, 'session') ?? ''));
      }),
    [chat],
  );
  // The last question stands on top, so that its answer is read from its beginning; so does what came by itself.
  useLayoutEffect(() => {
    const asked = [...(log.current?.querySelectorAll<HTMLElement>('[data-first]') ?? [])].at(-1);
    if (log.current && asked) log.current.scrollTop = asked.offsetTop - log.current.offsetTop - gap;
  }, [messages]);

  function ask(text: string) {
    if (busy || text.trim() === '' || text.length > longestMessage) return;
    if (text === draft) type('');
    void chat.send(text);
    field.current?.focus();
  }
  // A button that goes away with its press leaves the focus where one goes on.
  const then = (act: () => void) => () => {
    act();
    field.current?.focus();
  };
  function keys(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }
  // On a phone the panel lies over the page that the link leads to.
  const follow = () => {
    if (window.matchMedia('(max-width: 767.98px)').matches) onClose();
  };

  return (
    <section role="dialog" aria-labelledby={`${id}t`} className="ui-chat print:hidden" onKeyDown={keys}>
      <header className="flex items-center gap-4 border-b border-hairline py-8 pr-8 pl-16">
        <h2 id={`${id}t`} className="mr-auto text-17">
          {site.assistantName}
        </h2>
        {messages.length > 0 && (
          <IconButton icon={Eraser} label="Clear the conversation" size="tool" onClick={then(chat.clear)} />
        )}
        <IconButton icon={X} label="Close the chat" size="tool" onClick={onClose} />
      </header>
      {isWriting && (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <acts.PersonForm
            said={turnsOf(messages)}
            onBack={() => setWriting(false)}
            onSent={(words) => {
              setWriting(false);
              chat.tell({ text: words, told: `sent ${Date.now()}` });
            }}
          />
        </div>
      )}
      <div
        ref={log}
        role="log"
        aria-label="Conversation"
        aria-live="polite"
        aria-busy={busy && messages.at(-1)?.text !== chatWords.thinking}
        // A long answer is scrolled with the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        hidden={isWriting}
        className="flex min-h-0 flex-1 flex-col gap-16 overflow-y-auto overscroll-contain p-16"
      >
        <Greeting onAsk={ask} name={site.name} />
        {messages.map((message, at) => (
          <MessageView
            key={at}
            message={message}
            onFollow={follow}
            onPerson={() => setWriting(true)}
            acts={acts}
            {...(message.failed && at === messages.length - 1 && { onAgain: then(() => void chat.again()) })}
            isDone={!busy || at < messages.length - 1}
            onAsk={busy ? undefined : ask}
          />
        ))}
      </div>
      <form
        hidden={isWriting}
        className="flex flex-col gap-8 border-t border-hairline p-12"
        onSubmit={(event) => {
          event.preventDefault();
          ask(draft);
        }}
      >
        <textarea
          ref={field}
          className="ui-input resize-none"
          rows={2}
          aria-invalid={isTooLong}
          aria-label="Your question"
          placeholder="Ask about a document, a price, a problem"
          value={draft}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            ask(draft);
          }}
        />
        <div className="flex items-center gap-8">
          <p className="mr-auto text-13 text-muted" role="status">
            {roomWords(draft.length)}
          </p>
          <Button size="tool" variant="quiet" onClick={() => setWriting(true)}>
            Ask a person
          </Button>
          {busy ? (
            <Button size="tool" onClick={then(chat.stop)}>
              Stop
            </Button>
          ) : (
            <Button
              type="submit"
              size="tool"
              variant="primary"
              aria-disabled={draft.trim() === '' || isTooLong}
            >
              Send
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

const everyMinute = 60_000;

/** A person's answer comes when it comes: it is asked for while the panel is open and seen. */
function usePersonAnswers(chat: Chat, acts: ChatActs): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      acts.answers().then(
        (answers) => {
          for (const { id, text, notice, link } of answers)
            chat.tell({ text, notice, told: id, act: { label: 'Reply', href: link } });
        },
        // Without the connection there is nothing new; the next minute may bring it.
        () => {},
      );
    };
    look();
    const timer = setInterval(look, everyMinute);
    return () => clearInterval(timer);
  }, [chat, acts]);
}

/** What was pasted is never cut: it says by how much it has to be shortened. */
function roomWords(length: number): string {
  if (length <= longestMessage * 0.8) return '';
  const room = longestMessage - length;
  return room >= 0
    ? `${room} characters left`
    : `${(-room).toLocaleString('en')} characters over the limit of ${longestMessage.toLocaleString('en')}`;
}

function Greeting({ name, onAsk }: { name: string; onAsk(text: string): void }) {
  return (
    <div className="flex flex-col gap-8">
      <p>
        Hello. I can help with {name} and with questions about building and selling software. Where would you
        like to start?
      </p>
      <div className="flex flex-wrap gap-8">
        {startingPoints.map(({ label, asks }) => (
          <Button key={label} size="tool" onClick={() => onAsk(asks)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface MessageProps {
  message: Message;
  isDone: boolean;
  onFollow(): void;
  onPerson(): void;
  acts: ChatActs;
  onAgain?: () => void;
  onAsk?: ((text: string) => void) | undefined;
}

function MessageView({ message, isDone, onFollow, onPerson, acts, onAgain, onAsk }: MessageProps) {
  const { from, text, notice, failed, act, told, offers } = message;
  if (from === 'visitor')
    return (
      <p
        data-first=""
        className="ml-32 self-end rounded-8 bg-sunken px-12 py-8 break-words whitespace-pre-wrap"
      >
        <span className="sr-only">You: </span>
        {text}
      </p>
    );
  return (
    <div className="flex flex-col gap-8 break-words" {...(told && { 'data-first': '' })}>
      {told && notice && <p className="text-13 text-muted">{notice}</p>}
      <ReplyView text={text} onFollow={onFollow} {...(onAsk && { onAsk })} {...(offers && { offers })} />
      {!told && notice && <p className="text-13 text-muted">{notice}</p>}
      {isDone && act && (
        <p>
          <ActButton act={act} acts={acts} onFollow={onFollow} onPerson={onPerson} />
        </p>
      )}
      {isDone && (
        <div className="-ml-8 flex gap-4">
          {onAgain && (
            <Button size="tool" onClick={onAgain}>
              Ask again
            </Button>
          )}
          {!failed && !told && (
            <IconButton icon={Copy} label="Copy the answer" size="tool" onClick={() => void copy(text)} />
          )}
        </div>
      )}
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(plainReply(text));
    toast.success('Copied');
  } catch {
    toast.error('Your browser blocked copying. Select the text and copy it yourself.');
  }
}
