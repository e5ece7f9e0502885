import * as z from 'zod/mini';
import { AiFailure } from './failure.ts';
import type { AiRequest, AiUsage } from './request.ts';

interface Endpoint {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

const chunk = z.object({
  choices: z.optional(
    z.array(
      z.object({
        delta: z.optional(z.nullable(z.object({ content: z.optional(z.nullable(z.string())) }))),
        finish_reason: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  usage: z.optional(
    z.nullable(z.object({ prompt_tokens: z.number(), completion_tokens: z.optional(z.number()) })),
  ),
});

const mostCharacters = 400_000;

/** One streamed call of an OpenAI-style endpoint: its pieces of text, then what was used. */
export async function* chatCompletion(
  { baseUrl, apiKey, model }: Endpoint,
  { system, messages, maxOutputTokens, signal }: AiRequest,
  { ask, timeoutMs }: { ask: typeof fetch; timeoutMs: number },
): AsyncGenerator<string, AiUsage> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const failed = (error: unknown, otherwise: 'down' | 'cut'): unknown =>
    error instanceof AiFailure || signal?.aborted
      ? error
      : new AiFailure(timeout.aborted ? 'slow' : otherwise);

  let response: Response;
  try {
    response = await ask(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      signal: stop,
      // An endpoint that sends us elsewhere would get the key there.
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages: [{ role: 'system', content: system }, ...messages],
        max_tokens: maxOutputTokens,
        stream: true,
        stream_options: { include_usage: true },
      }),
    });
  } catch (error) {
    throw failed(error, 'down');
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new AiFailure(reasonOf(response.status));
  }

  let usage: AiUsage = { inputTokens: 0, outputTokens: 0 };
  let ending: string | null = null;
  let length = 0;
  try {
    for await (const data of serverEvents(response.body)) {
      if (data === '[DONE]') {
        ending ??= 'stop';
        break;
      }
      const read = chunk.safeParse(parsed(data));
      if (!read.success) throw new AiFailure('malformed');
      const { choices, usage: said } = read.data;
      if (said) usage = { inputTokens: said.prompt_tokens, outputTokens: said.completion_tokens ?? 0 };
      const choice = choices?.[0];
      ending = choice?.finish_reason ?? ending;
      const piece = choice?.delta?.content ?? '';
      length += piece.length;
      if (length > mostCharacters) throw new AiFailure('long');
      if (piece !== '') yield piece;
    }
  } catch (error) {
    throw failed(error, 'cut');
  }
  if (ending === null) throw new AiFailure(length === 0 ? 'empty' : 'cut');
  if (length === 0) throw new AiFailure('empty');
  if (ending === 'length') throw new AiFailure('long');
  return usage.inputTokens > 0
    ? usage
    : { inputTokens: Math.ceil(system.length / 2), outputTokens: Math.ceil(length / 2) };
}

const reasonOf = (status: number) =>
  status === 401 || status === 403 ? 'refused' : status === 429 ? 'busy' : 'down';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > mostCharacters) throw new AiFailure('malformed');
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
  }
}
