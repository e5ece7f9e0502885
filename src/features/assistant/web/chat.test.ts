import { expect, test } from 'vitest';
import { chatPath, createChat } from './chat.ts';

const json = (body: unknown, status = 200) => Response.json(body, { status });

/** A conversation whose server answers as told. */
function talk(answer: (init: RequestInit) => Response | Promise<Response>, kept: string | null = null) {
  const asked: { url: string; body: unknown }[] = [];
  let stored = kept;
  const chat = createChat({
    fetch: async (url, init = {}) => {
      asked.push({ url: String(url), body: JSON.parse(String(init.body)) });
      return answer(init);
    },
    read: () => stored,
    write: (text) => (stored = text),
  });
  const put = (text: string | null) => (stored = text);
  return {
    chat,
    asked,
    put,
    stored: () => stored,
    texts: () => chat.state().messages.map(({ text }) => text),
  };
}

test('[CHAT-2] the first message goes as {message} alone, and the reply is read from its field', async () => {
  const { chat, asked, texts } = talk(() => json({ reply: 'Take the NDA.' }));
  await chat.send('  Which one?  ');
  expect(asked).toEqual([{ url: chatPath, body: { message: 'Which one?' } }]);
  expect(chatPath).toBe('/api/ai-chat/chat');
  expect(texts()).toEqual(['Which one?', 'Take the NDA.']);
});

test('[CHAT-3] Thinking... stands there until the reply takes its place', async () => {
  let release: (response: Response) => void = () => {};
  const { chat, texts } = talk(() => new Promise((resolve) => (release = resolve)));
  const sending = chat.send('Hi');
  expect(texts()).toEqual(['Hi', 'Thinking...']);
  await chat.send('a second one meanwhile');
  expect(texts()).toHaveLength(2);
  release(json({ reply: 'Hello.' }));
  await sending;
  expect(texts()).toEqual(['Hi', 'Hello.']);
});

test.each([{}, { reply: '' }, { reply: 7 }, { error: { code: 'internal' } }, null])(
  '[CHAT-4] the answer %j gives the words for a missing reply',
  async (body) => {
    const { chat, texts } = talk(() => json(body));
    await chat.send('Hi');
    expect(texts()).toEqual(['Hi', 'Sorry, I could not get a response.']);
  },
);

test('[CHAT-4] no connection, or a page in place of an answer, gives the words for that', async () => {
  for (const answer of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
  ]) {
    const { chat, texts } = talk(answer);
    await chat.send('Hi');
    expect(texts()).toEqual(['Hi', 'Sorry, there was an error connecting to Devpreneur AI.']);
  }
});

test('a failed question can be asked again, in the same place', async () => {
  let isUp = false;
  const { chat, texts, asked } = talk(() =>
    isUp ? json({ reply: 'Now.' }) : Promise.reject(new Error('down')),
  );
  await chat.send('Hi');
  isUp = true;
  await chat.again();
  expect(texts()).toEqual(['Hi', 'Now.']);
  expect(asked[1]?.body).toEqual({ message: 'Hi' });
});

test('a refusal that carries its words as reply is shown with them', async () => {
  const { chat, texts } = talk(() => json({ reply: 'Too many tries.', error: {} }, 429));
  await chat.send('Hi');
  expect(texts()[1]).toBe('Too many tries.');
  // It was no answer: it can be asked again, and is nothing that was talked about.
  expect(chat.state().messages[1]?.failed).toBe(true);
});

test('what was answered goes along with the next question, what failed does not', async () => {
  let isUp = false;
  const { chat, asked } = talk(() => (isUp ? json({ reply: 'Yes.' }) : json({})));
  await chat.send('lost');
  isUp = true;
  await chat.send('first');
  await chat.send('second');
  expect(asked[2]?.body).toEqual({
    message: 'second',
    context: [
      { from: 'visitor', text: 'first' },
      { from: 'assistant', text: 'Yes.' },
    ],
  });
});

const events = (...values: unknown[]) =>
  new Response(values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });

test('a stream grows in place, and its whole reply is what counts', async () => {
  const { chat, texts } = talk(() =>
    events({ piece: 'One ' }, { piece: 'two' }, { reply: 'One two.', notice: 'n' }),
  );
  const seen = new Set<string | undefined>();
  chat.subscribe(() => seen.add(texts()[1]));
  await chat.send('Count');
  expect([...seen]).toEqual(['Thinking...', 'One ', 'One two', 'One two.']);
  expect(chat.state().messages[1]?.notice).toBe('n');
});

test('stopping keeps what has come, and clearing forgets all and lets nothing late in', async () => {
  const waiting = (init: RequestInit) =>
    new Promise<Response>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  const { chat, texts, stored } = talk(waiting);
  const first = chat.send('Hi');
  chat.stop();
  await first;
  expect(texts()).toEqual(['Hi', 'Stopped.']);
  const second = chat.send('Hi again');
  chat.clear();
  await second;
  expect(texts()).toEqual([]);
  expect(stored()).toBe('[]');
});

test('the conversation is there after a reload, and damaged memory does no harm', async () => {
  const { chat, stored } = talk(() => json({ reply: 'Hello.' }));
  await chat.send('Hi');
  expect(talk(() => json({}), stored()).texts()).toEqual(['Hi', 'Hello.']);
  for (const damaged of ['{', '7', 'null', '[1,{"from":"x","text":1},null]'])
    expect(talk(() => json({}), damaged).texts()).toEqual([]);
});

test('a question whose page goes before the answer comes is there after a reload, to be asked again', async () => {
  const { chat, stored } = talk(() => new Promise(() => {}));
  void chat.send('Which one?');
  const next = talk(() => json({ reply: 'The NDA.' }), stored());
  expect(next.texts()).toEqual(['Which one?', 'Stopped.']);
  expect(next.chat.state().messages.at(-1)?.failed).toBe(true);
  await next.chat.again();
  expect(next.texts()).toEqual(['Which one?', 'The NDA.']);
});

test('what joins after signing up stays above the next question, and what went is gone', async () => {
  const { chat, put, stored, texts } = talk(() => json({ reply: 'Yes.' }));
  put(JSON.stringify([{ from: 'visitor', text: 'Asked as a guest' }]));
  await chat.send('Asked as a member');
  expect(texts()).toEqual(['Asked as a guest', 'Asked as a member', 'Yes.']);
  expect(stored()).toContain('Asked as a guest');
  put(null);
  await chat.send('Asked by the next person');
  expect(texts()).toEqual(['Asked by the next person', 'Yes.']);
});

test('an answer that comes after its question joined an account leaves what was asked there before', async () => {
  let release: (response: Response) => void = () => {};
  const { chat, put, stored, texts } = talk(() => new Promise((resolve) => (release = resolve)));
  const sending = chat.send('Asked as a guest');
  const before = [
    { from: 'visitor', text: 'Asked by the member' },
    { from: 'assistant', text: 'Answered.' },
  ];
  put(JSON.stringify([...(JSON.parse(stored() ?? '[]') as unknown[]), ...before]));
  release(json({ reply: 'Yes.' }));
  await sending;
  expect(texts()).toEqual(['Asked as a guest', 'Yes.', 'Asked by the member', 'Answered.']);
  expect(stored()).toContain('Asked by the member');
});

test('an answer that comes when its asker has left is kept for nobody', async () => {
  let release: (response: Response) => void = () => {};
  const { chat, put, stored, texts } = talk(() => new Promise((resolve) => (release = resolve)));
  const sending = chat.send('Mine alone');
  put(null);
  release(json({ reply: 'Yes.' }));
  await sending;
  expect(texts()).toEqual([]);
  expect(stored()).not.toContain('Mine alone');
});

test('when it is known who is here, what they asked before stands there', async () => {
  const { chat, put, texts } = talk(() => json({ reply: 'Yes.' }));
  put(JSON.stringify([{ from: 'visitor', text: 'Asked by the member' }]));
  chat.look();
  expect(texts()).toEqual(['Asked by the member']);
});
