import { type Act, type ChatAnswer, cutTurn, mostTurns, type Turn } from '../rules/contract.ts';
import { isOwnPath } from '../rules/reply.ts';
import { chatWords } from '../rules/words.ts';

export interface Message {
  from: Turn['from'];
  text: string;
  /** Why the answer is another one than might be expected. */
  notice?: string;
  /** The one press that it offers. */
  act?: Act;
  /** What else may be meant: to be asked with one press. */
  offers?: string[];
  /** Said without having been asked here; a person's answer by its id, to be shown once. */
  told?: string;
  /** No answer: it is not part of what was talked about. */
  failed?: true;
}

export interface ChatState {
  messages: readonly Message[];
  /** Waiting for a reply, or reading one. */
  busy: boolean;
}

interface ChatParts {
  fetch: typeof fetch;
  /** What this tab remembers. */
  read(): string | null;
  write(kept: string): void;
  patienceMs?: number;
}

export const chatPath = '/api/ai-chat/chat';
/** In this tab's own storage; the button's module clears both when somebody signs out. */
export const chatKey = 'aiChat';
export const draftKey = 'aiChatDraft';
const mostKept = 60;
const stopped = 'Stopped.';

/** A conversation in this tab. It outlives the panel that shows it, and a reload. */
export function createChat({ fetch: ask, read, write, patienceMs = 75_000 }: ChatParts) {
  const listeners = new Set<() => void>();
  let state: ChatState = { messages: readKept(read()), busy: false };
  let stop: AbortController | null = null;

  let kept = read();
  const keep = (messages: readonly Message[]) => {
    write(JSON.stringify(messages.slice(-mostKept)));
    kept = read();
  };
  /** What a guest had asked joins the account a moment after they signed in; what is somebody else's by now is gone. */
  const takeJoined = () => {
    const now = read();
    if (now !== kept) state = { ...state, messages: readKept(now) };
  };
  /**
   * An answer takes the place of what stands for it in what is kept: while it was on its way, the question may have joined
   * an account's conversation, or its asker may have left.
   */
  const answered = (last: Message) => {
    const now = read();
    if (now === kept) return replaceLast(last, false);
    const there = readKept(now);
    const question = state.messages.at(-2)?.text;
    const at = there.findIndex(
      ({ failed, text }, n) => failed && text === stopped && isQuestion(there[n - 1], question),
    );
    set(at < 0 ? there : there.with(at, last), false);
  };
  const set = (messages: readonly Message[], busy: boolean) => {
    state = { messages, busy };
    if (!busy) keep(messages);
    for (const hear of listeners) hear();
  };
  const replaceLast = (last: Message, busy: boolean) => set([...state.messages.slice(0, -1), last], busy);

  async function send(text: string): Promise<void> {
    const message = text.trim();
    if (message === '' || state.busy) return;
    takeJoined();
    const context = turnsOf(state.messages);
    const mine = (stop = new AbortController());
    const asked: Message[] = [...state.messages, { from: 'visitor', text: message }];
    set([...asked, { from: 'assistant', text: chatWords.thinking }], true);
    // A page that goes before the answer comes stopped it; the question is there to be asked again.
    keep([...asked, { from: 'assistant', text: stopped, failed: true }]);
    let soFar = '';
    // Cleared meanwhile: what still comes belongs to nothing.
    const isMine = () => stop === mine;
    try {
      const response = await ask(chatPath, {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json' },
        body: JSON.stringify({ message, ...(context.length > 0 && { context }) }),
        signal: AbortSignal.any([mine.signal, AbortSignal.timeout(patienceMs)]),
      });
      const answer = await readAnswer(response, (piece) => {
        soFar += piece;
        if (isMine()) replaceLast({ from: 'assistant', text: soFar }, true);
      });
      if (isMine()) answered(messageOf(answer, soFar, response.ok));
    } catch {
      if (!isMine()) return;
      if (mine.signal.aborted)
        answered({ from: 'assistant', text: soFar || stopped, ...(!soFar && { failed: true }) });
      else answered({ from: 'assistant', text: chatWords.noConnection, failed: true });
    }
  }

  return {
    state: () => state,
    subscribe(hear: () => void) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    send,
    /** Somebody else is here, or known by now: what is theirs is shown. */
    look() {
      if (state.busy || read() === kept) return;
      takeJoined();
      kept = read();
      for (const hear of listeners) hear();
    },
    stop: () => stop?.abort(),
    /** What is said without having been asked here: that a message is on its way, or a person's answer. */
    tell(message: Omit<Message, 'from'> & { told: string }) {
      const isKnown = state.messages.some(({ told }) => told === message.told);
      // What is being answered stays last.
      if (state.busy || isKnown) return;
      takeJoined();
      set([...state.messages, { from: 'assistant', ...message }], false);
    },
    /** Asks the last question once more, in place of the answer that did not come. */
    async again() {
      const asked = state.messages.at(-2);
      if (state.busy || asked?.from !== 'visitor') return;
      set(state.messages.slice(0, -2), false);
      await send(asked.text);
    },
    clear() {
      const last = stop;
      stop = null;
      last?.abort();
      set([], false);
    },
  };
}

export type Chat = ReturnType<typeof createChat>;

const isQuestion = (message: Message | undefined, text: string | undefined): boolean =>
  message?.from === 'visitor' && message.text === text;

/** A refusal carries its words as a reply: shown like one, and no part of what was talked about. */
function messageOf(answer: Partial<ChatAnswer> | null, soFar: string, isAnswer: boolean): Message {
  if (typeof answer?.reply === 'string' && answer.reply !== '')
    return {
      from: 'assistant',
      text: answer.reply,
      ...(!isAnswer && { failed: true }),
      ...(typeof answer.notice === 'string' && { notice: answer.notice }),
      ...(isAct(answer.act) && { act: answer.act }),
      ...(isOffers(answer.offers) && { offers: answer.offers }),
    };
  return soFar
    ? { from: 'assistant', text: soFar }
    : { from: 'assistant', text: chatWords.noReply, failed: true };
}

async function readAnswer(
  response: Response,
  hear: (piece: string) => void,
): Promise<Partial<ChatAnswer> | null> {
  if (!response.headers.get('content-type')?.includes('text/event-stream') || !response.body)
    return (await response.json()) as Partial<ChatAnswer> | null;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  let last: Partial<ChatAnswer> | null = null;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return last;
    const events = (held + value).split('\n\n');
    held = events.pop() ?? '';
    for (const event of events) {
      const data = JSON.parse(event.replace(/^data: /, '')) as { piece?: unknown; reply?: unknown };
      if (typeof data.piece === 'string') hear(data.piece);
      else last = data as Partial<ChatAnswer>;
    }
  }
}

/** What was said and answered, as the server takes it: nothing that failed, and no question without its answer. */
export function turnsOf(messages: readonly Message[]): Turn[] {
  const answered = messages.filter(
    (message, at) => !message.failed && !(message.from === 'visitor' && messages[at + 1]?.failed),
  );
  return answered.slice(-mostTurns).map(({ from, text }) => ({ from, text: cutTurn(text) }));
}

function readKept(text: string | null): Message[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isMessage) : [];
  } catch {
    return [];
  }
}

const isMessage = (value: unknown): value is Message => {
  const { from, text, notice, act, told, offers } = (value ?? {}) as Record<string, unknown>;
  return (
    (from === 'visitor' || from === 'assistant') &&
    typeof text === 'string' &&
    isTextOrNone(notice) &&
    isTextOrNone(told) &&
    (act === undefined || isAct(act)) &&
    (offers === undefined || isOffers(offers))
  );
};

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isOffers = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isAct(value: unknown): value is Act {
  const { label, href, product, request } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof label === 'string' &&
    typeof href === 'string' &&
    isOwnPath(href) &&
    isTextOrNone(product) &&
    isTextOrNone(request)
  );
}
