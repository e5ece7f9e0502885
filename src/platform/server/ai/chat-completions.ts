import * as z from 'zod/mini';
import { AiFailure, type AiReason } from './failure.ts';
import type { AiRequest, AiUsage } from './request.ts';

interface Endpoint {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

/** What an endpoint turned out to accept; "compatible" endpoints differ in these two. */
export interface Dialect {
  limit: 'max_tokens' | 'max_completion_tokens';
  tellsUsage: boolean;
}

const words = z.nullish(
  z.object({
    content: z.optional(z.unknown()),
    reasoning: z.optional(z.unknown()),
    reasoning_content: z.optional(z.unknown()),
  }),
);
/** A streamed chunk has a delta; the response of an endpoint that doesn't stream has a message. */
const chunk = z.object({
  choices: z.nullish(
    z.array(z.object({ delta: words, message: words, finish_reason: z.nullish(z.string()) })),
  ),
  usage: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
});
const usageOf = z.object({ prompt_tokens: z.number(), completion_tokens: z.nullish(z.number()) });

const mostCharacters = 400_000;
/** No script or tokenizer produces more per token; an endpoint that exceeds its limit is cut off. */
const charactersPerToken = 12;
/** How much of an error response is read to detect the dialect. */
const mostOfRefusal = 8_000;
/** The whole response may take this many times the longest silence. */
const silences = 4;

interface Asking {
  ask: typeof fetch;
  /** How long it may be silent. */
  silenceMs: number;
  dialect: Dialect;
}

/** One streamed call to an OpenAI-style endpoint: its text chunks, then the usage. */
export async function* chatCompletion(
  endpoint: Endpoint,
  request: AiRequest,
  { ask, silenceMs, dialect }: Asking,
): AsyncGenerator<string, AiUsage> {
  const { system, messages, signal } = request;
  const late = watchSilence(silenceMs);
  const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  const failed = (error: unknown, otherwise: 'down' | 'cut'): unknown =>
    error instanceof AiFailure || signal?.aborted
      ? error
      : new AiFailure(late.signal.aborted ? 'slow' : otherwise);

  let usage: AiUsage | null = null;
  let ending: string | null = null;
  let length = 0;
  let unseen = 0;
  try {
    const response = await post(endpoint, request, { ask, dialect, stop }).catch((error: unknown) => {
      throw failed(error, 'down');
    });
    const thoughts = withoutThoughts();
    for await (const data of answersIn(response, late.heard)) {
      if (data === '[DONE]') {
        ending ??= 'stop';
        break;
      }
      const read = chunk.safeParse(parsed(data));
      if (!read.success) throw new AiFailure('malformed');
      const { choices, error } = read.data;
      if (error) throw new AiFailure(length === 0 ? 'down' : 'cut');
      const used = usageOf.safeParse(read.data.usage);
      if (used.success)
        usage = { inputTokens: used.data.prompt_tokens, outputTokens: used.data.completion_tokens ?? 0 };
      const choice = choices?.[0];
      ending = choice?.finish_reason ?? ending;
      const said = choice?.delta ?? choice?.message;
      const piece = thoughts.push(textOf(said?.content));
      length += piece.length;
      unseen += textOf(said?.content).length - piece.length;
      unseen += textOf(said?.reasoning ?? said?.reasoning_content).length;
      if (length + unseen > Math.min(mostCharacters, request.maxOutputTokens * charactersPerToken))
        throw new AiFailure('long');
      if (piece !== '') yield piece;
    }
    const rest = thoughts.end();
    length += rest.length;
    if (rest !== '') yield rest;
  } catch (error) {
    throw failed(error, 'cut');
  } finally {
    late.end();
  }
  if (ending === null) throw new AiFailure(length === 0 ? 'empty' : 'cut');
  if (ending === 'length') throw new AiFailure('long');
  if (length === 0) throw new AiFailure('empty');
  if (usage && usage.inputTokens > 0) return usage;
  const given = messages.reduce((sum, { content }) => sum + content.length, system.length);
  return { inputTokens: Math.ceil(given / 2), outputTokens: Math.ceil((length + unseen) / 2) };
}

/**
 * Sends the request, and retries once in the endpoint's dialect if it names the unsupported parameter: such an
 * error costs nothing.
 */
async function post(
  endpoint: Endpoint,
  request: AiRequest,
  { ask, dialect, stop }: Pick<Asking, 'ask' | 'dialect'> & { stop: AbortSignal },
): Promise<Response> {
  const { baseUrl, apiKey, model } = endpoint;
  for (;;) {
    const response = await ask(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      signal: stop,
      // Following a redirect would send the key there.
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages: [{ role: 'system', content: request.system }, ...request.messages],
        [dialect.limit]: request.maxOutputTokens,
        stream: true,
        ...(dialect.tellsUsage && { stream_options: { include_usage: true } }),
      }),
    });
    if (response.ok) return response;
    const isRefused = response.status === 400 || response.status === 422;
    const why = isRefused ? await beginningOf(response) : '';
    if (!isRefused) await response.body?.cancel();
    if (dialect.limit === 'max_tokens' && why.includes('max_completion_tokens'))
      dialect.limit = 'max_completion_tokens';
    else if (dialect.tellsUsage && /stream_options|include_usage/.test(why)) dialect.tellsUsage = false;
    else throw new AiFailure(reasonOf(response.status));
  }
}

function reasonOf(status: number): AiReason {
  if (status === 401 || status === 403) return 'refused';
  if (status === 429) return 'busy';
  return status < 500 ? 'unfit' : 'down';
}

/** Ends a call that is silent for too long or never finishes. */
function watchSilence(silenceMs: number) {
  const controller = new AbortController();
  const end = () => controller.abort();
  const whole = setTimeout(end, silenceMs * silences);
  let silence = setTimeout(end, silenceMs);
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(silence);
      silence = setTimeout(end, silenceMs);
    },
    end() {
      clearTimeout(silence);
      clearTimeout(whole);
    },
  };
}

/** A reasoning model may think aloud between two tags before it answers; that isn't part of the response. */
function withoutThoughts() {
  const [open, close] = ['<think>', '</think>'];
  let held: string | null = '';
  return {
    push(piece: string): string {
      if (held === null || piece === '') return piece;
      held += piece;
      const begun = held.trimStart();
      if (begun.length < open.length && open.startsWith(begun)) return '';
      const at = begun.startsWith(open) ? begun.indexOf(close) : 0;
      if (at < 0) return '';
      const said = at === 0 ? held : begun.slice(at + close.length).trimStart();
      held = null;
      return said;
    },
    end: () => (held !== null && !held.trimStart().startsWith(open) ? held : ''),
  };
}

/** Plain text, or parts of which some are text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (part as { text?: unknown } | null)?.text)
    .filter((text) => typeof text === 'string')
    .join('');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON texts of a response: every event of a stream, or the single one of an endpoint that doesn't stream. */
async function* answersIn(response: Response, heard: () => void): AsyncGenerator<string> {
  if (!response.body) return;
  const isOne = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  const decoder = new TextDecoder();
  let rest = '';
  let isStream = false;
  let isOther = false;
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    heard();
    rest += decoder.decode(bytes, { stream: true });
    if (rest.length > mostCharacters) throw new AiFailure('malformed');
    if (isOne) continue;
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      isStream ||= line.startsWith('data:');
      isOther ||= !/^(?:$|:|data:|event:|id:|retry:)/.test(line);
      if (line.startsWith('data:')) yield line.slice(5).trim();
    }
  }
  if (isOne) {
    yield rest;
    yield '[DONE]';
  } else if (!isStream && (isOther || rest.trim() !== '')) throw new AiFailure('malformed');
}

async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > mostOfRefusal) break;
  }
  return text;
}
