import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { startOpenAiEmulator, type Behaviour } from '#emulators/openai/server.ts';
import { fail, ok } from '#base/result.ts';
import { createAi } from './ai.ts';
import { AiFailure } from './failure.ts';
import { partialJson } from './partial-json.ts';

async function open(how: Partial<Behaviour> = {}, timeoutMs = 5000, isUsedUp = () => false) {
  const spent: number[] = [];
  const emulator = await startOpenAiEmulator();
  onTestFinished(() => emulator.close());
  emulator.behave(how);
  const ai = createAi({
    config: { ai: { baseUrl: emulator.baseUrl, apiKey: 'k', model: 'emulated' } },
    timeoutMs,
    purse: {
      reserve: async () =>
        isUsedUp() ? fail({ words: 'used up' }) : ok({ settle: async (actual) => void spent.push(actual) }),
    },
  });
  return { emulator, ai, spent };
}

const stream = (...events: string[]) => ({
  type: 'text/event-stream',
  body: `: keep-alive\n\n${events.map((event) => `data: ${event}\n\n`).join('')}`,
});
const ask = { system: 'Be kind.', messages: [{ role: 'user' as const, content: 'Hi' }], maxOutputTokens: 50 };

async function all<T, R>(pieces: AsyncGenerator<T, R>): Promise<{ pieces: T[]; end: R }> {
  const found: T[] = [];
  for (;;) {
    const next = await pieces.next();
    if (next.done) return { pieces: found, end: next.value };
    found.push(next.value);
  }
}

const reasonOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof AiFailure ? error.reason : String(error)),
  );

test('text arrives in chunks, the key is sent, and the cost is charged once', async () => {
  const { ai, emulator, spent } = await open({ text: 'One two three four five six seven.' });
  const { pieces, end } = await all(ai.stream(ask));
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join('')).toBe('One two three four five six seven.');
  expect(end).toEqual({ inputTokens: 100, outputTokens: 12 });
  expect(spent).toEqual([100 * 5 + 12 * 25]);
  expect(emulator.calls[0]).toMatchObject({ model: 'emulated', max_tokens: 50, authorization: 'Bearer k' });
});

test.each<[string, Partial<Behaviour>, string]>([
  ['a wrong key', { status: 401 }, 'refused'],
  ['too many calls', { status: 429 }, 'busy'],
  ['a model that is not there', { status: 404 }, 'unfit'],
  ['an endpoint that is down', { status: 500 }, 'down'],
  ['nothing at all', { text: '' }, 'empty'],
  ['a cut in the middle', { text: 'x'.repeat(200), cutAfter: 3 }, 'cut'],
  ['words that are no JSON', { text: 'x'.repeat(200), malformed: true }, 'malformed'],
  ['an answer longer than its room', { ending: 'length' }, 'long'],
  ['silence', { silent: true }, 'slow'],
  [
    'a page in place of an answer',
    { raw: { type: 'text/html', body: '<html>\nSign in\n</html>\n' } },
    'malformed',
  ],
  ['an error in the stream', { raw: stream('{"error":{"message":"overloaded"}}') }, 'down'],
  ['thoughts and no answer', { text: '<think>Who is Mia? </think>' }, 'empty'],
])(
  '%s is reported by its reason, without the provider’s words, and never retried',
  async (_, how, reason) => {
    const { ai, emulator, spent } = await open(how, 400);
    expect(await reasonOf(all(ai.stream(ask)))).toBe(reason);
    expect(emulator.calls).toHaveLength(1);
    expect(spent).toHaveLength(1);
    const isFree = ['refused', 'unfit', 'busy', 'down'].includes(reason);
    expect(spent).toEqual(isFree ? [0] : [expect.any(Number)]);
  },
);

test.each<[string, Partial<Behaviour>, string]>([
  ['newer models name the limit otherwise', { refuses: ['max_tokens'], text: 'Yes.' }, 'Yes.'],
  ['some know no usage', { refuses: ['stream_options'], text: 'Yes.' }, 'Yes.'],
  [
    'a reasoning model thinks aloud first',
    { text: '<think>\nHm. {"a": 1}\n</think>\n\nThe answer.' },
    'The answer.',
  ],
  ['what only begins like a thought is an answer', { text: '<thin ice>' }, '<thin ice>'],
  [
    'an endpoint that does not stream answers at once',
    {
      raw: {
        type: 'application/json; charset=utf-8',
        body: JSON.stringify({
          choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }],
          usage: null,
        }),
      },
    },
    'Yes.',
  ],
  [
    'a local one keeps the line alive, reasons beside it and tells half a usage',
    {
      raw: stream(
        '{"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning":"Hm"},"finish_reason":null}]}',
        '{"choices":[{"delta":{"content":[{"type":"text","text":"Ye"}]}}]}',
        '{"choices":[{"delta":{"content":"s."},"finish_reason":"stop"}],"usage":{"total_tokens":9}}',
      ),
    },
    'Yes.',
  ],
])('%s, and it is understood', async (_, how, words) => {
  const { ai, emulator } = await open(how);
  const { pieces } = await all(ai.stream(ask));
  expect(pieces.join('')).toBe(words);
  const asked = emulator.calls.length;
  await all(ai.stream(ask));
  // The learned dialect isn't probed again.
  expect(emulator.calls).toHaveLength(asked + 1);
});

test('with the budget used up no model is called; a stopped stream is charged for what arrived', async () => {
  let isUsedUp = false;
  const { ai, emulator, spent } = await open({ text: 'y'.repeat(2000), delayMs: 5 }, 5000, () => isUsedUp);
  const stop = new AbortController();
  const pieces = ai.stream({ ...ask, signal: stop.signal });
  await pieces.next();
  stop.abort();
  await expect(all(pieces)).rejects.toThrow(/abort/i);
  expect(spent).toHaveLength(1);
  isUsedUp = true;
  expect(await reasonOf(all(ai.stream(ask)))).toBe('budget');
  expect(emulator.calls).toHaveLength(1);
  expect(await reasonOf(all(createAi({ config: { ai: undefined } }).stream(ask)))).toBe('off');
});

test('an object grows as it is written, is validated, and may be in a code fence', async () => {
  const schema = z.object({ title: z.string(), parts: z.array(z.string()) });
  const value = { title: 'A title that takes some pieces', parts: ['one', 'two "quoted"'] };
  const { ai, emulator } = await open({ text: `\`\`\`json\n${JSON.stringify(value)}\n\`\`\`` });
  const { pieces, end } = await all(ai.object({ ...ask, schema }));
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces).toContainEqual(expect.objectContaining({ title: expect.stringMatching(/^A tit/) }));
  expect(end.value).toEqual(value);
  expect(emulator.calls[0]?.messages[0]?.content).toContain('"parts"');
  emulator.behave({ text: '{"title": 3}' });
  expect(await reasonOf(all(ai.object({ ...ask, schema })))).toBe('malformed');
});

test('every prefix of a JSON text parses to what it says so far, and nothing more', () => {
  const text = '{"a":"x\\"\\u00e9","b":[1,2.5,{"c":null}],"d":true}';
  for (let at = 1; at <= text.length; at++) {
    const value = partialJson(text.slice(0, at));
    expect(Object.keys(value ?? {}).filter((key) => !'abd'.includes(key))).toEqual([]);
  }
  expect(partialJson(text)).toEqual({ a: 'x"é', b: [1, 2.5, { c: null }], d: true });
  expect(partialJson('{"a":"half')).toEqual({ a: 'half' });
  expect(partialJson('{"a":1,"b')).toEqual({ a: 1 });
  expect(partialJson('no object')).toBeUndefined();
  expect(partialJson('With {{name}} and {this} it is:\n{"a": 1} }')).toEqual({ a: 1 });
});
