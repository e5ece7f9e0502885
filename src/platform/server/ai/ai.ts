import type * as z from 'zod/mini';
import type { Result } from '#base/result.ts';
import type { Config } from '../config.ts';
import type { Dialect } from './chat-completions.ts';
import type { Log } from '../log.ts';
import { AiFailure } from './failure.ts';
import { partialJson } from './partial-json.ts';
import type { AiRequest, AiUsage } from './request.ts';

export type { AiMessage, AiRequest, AiUsage } from './request.ts';

/** Manages the budget: reserves before each call and records the cost after it. In millionths of a US dollar. */
export interface AiPurse {
  reserve(estimate: number): Promise<Result<{ settle(actual: number): Promise<void> }, { words: string }>>;
}

/**
 * The model that the operator configured, if any. Failures are AiFailure, each with a reason and a message for
 * people.
 */
export interface Ai {
  /** null: none is configured, and every call fails as `off`. */
  readonly model: string | null;
  /** Text chunks as they arrive; returns the usage. Never retried, because that would cost twice. */
  stream(request: AiRequest): AsyncGenerator<string, AiUsage>;
  /**
   * What can be parsed so far of a JSON response, repeatedly; returns the complete one, validated against the
   * schema.
   */
  object<S extends z.ZodMiniType>(
    request: AiRequest & {
      schema: S;
      /** The schema as the model is told it, if the accepted one is wider. */
      told?: z.ZodMiniType;
    },
  ): AsyncGenerator<unknown, { value: z.output<S>; usage: AiUsage }>;
}

interface AiParts {
  config: Pick<Config, 'ai'>;
  log?: Pick<Log, 'warn'>;
  /** Without one, nothing is charged to anyone. */
  purse?: AiPurse;
  fetch?: typeof fetch;
  /** The longest time a model may be silent, and a quarter of the longest response. */
  timeoutMs?: number;
}

// Above the list prices of common models, so that a reservation is an upper bound.
const perToken = { input: 5, output: 25 };
const costOf = ({ inputTokens, outputTokens }: AiUsage): number =>
  inputTokens * perToken.input + outputTokens * perToken.output;

/** More than any tokenizer produces. */
const tokensAtMost = (text: string): number => Math.ceil(Buffer.byteLength(text) / 2);

export function createAi({ config, log, purse, fetch: ask = fetch, timeoutMs = 60_000 }: AiParts): Ai {
  const { ai } = config;
  const dialect: Dialect = { limit: 'max_tokens', tellsUsage: true };

  async function* stream(request: AiRequest): AsyncGenerator<string, AiUsage> {
    if (!ai) throw new AiFailure('off');
    const given = request.system + request.messages.map(({ content }) => content).join('');
    const most = { inputTokens: tokensAtMost(given) + 200, outputTokens: request.maxOutputTokens };
    const reserved = purse ? await purse.reserve(costOf(most)) : null;
    if (reserved && !reserved.ok) throw new AiFailure('budget', reserved.error.words);
    let written = '';
    let usage: AiUsage | null = null;
    let hasBegun = false;
    try {
      const { chatCompletion } = await import('./chat-completions.ts');
      const pieces = chatCompletion(ai, request, { ask, silenceMs: timeoutMs, dialect });
      for (;;) {
        const next = await pieces.next();
        if (next.done) {
          usage = next.value;
          break;
        }
        hasBegun = true;
        written += next.value;
        yield next.value;
      }
    } catch (error) {
      // Only the operator can fix these.
      if (error instanceof AiFailure && (error.reason === 'refused' || error.reason === 'unfit'))
        log?.warn('The AI endpoint rejects requests', { reason: error.reason, model: ai.model });
      // An endpoint that rejected the request has generated nothing and costs nothing.
      if (error instanceof AiFailure && !hasBegun && error.isFree)
        usage = { inputTokens: 0, outputTokens: 0 };
      throw error;
    } finally {
      // An interrupted stream doesn't report its cost, so what was sent and received is counted.
      const spent = usage ?? { inputTokens: most.inputTokens, outputTokens: tokensAtMost(written) };
      if (reserved?.ok) await reserved.value.settle(costOf(spent));
    }
    return usage ?? { inputTokens: most.inputTokens, outputTokens: tokensAtMost(written) };
  }

  return {
    model: ai?.model ?? null,
    stream,

    async *object({ schema, told = schema, ...request }) {
      const { schemaWords } = await import('./schema-words.ts');
      // Many endpoints silently ignore a schema, so it goes into the prompt and the response is validated here.
      const system = `${request.system}\n\nAnswer with one JSON object and nothing else: no words around it, no code fence. It follows this JSON Schema:\n${schemaWords(told)}`;
      const pieces = stream({ ...request, system });
      let text = '';
      let readUpTo = 0;
      const soFar = (): unknown => {
        readUpTo = text.length;
        return partialJson(text);
      };
      for (;;) {
        let next: IteratorResult<string, AiUsage>;
        try {
          next = await pieces.next();
        } catch (error) {
          const partial = text.length > readUpTo ? soFar() : undefined;
          if (partial !== undefined) yield partial;
          throw error;
        }
        if (next.done) {
          const read = schema.safeParse(partialJson(text, true));
          if (!read.success) throw new AiFailure('malformed');
          return { value: read.data, usage: next.value };
        }
        text += next.value;
        // The longer the text, the more must arrive before it is parsed again; parsing all of it for every word
        // would be quadratic.
        const partial = text.length > readUpTo * 1.01 ? soFar() : undefined;
        if (partial !== undefined) yield partial;
      }
    },
  };
}
