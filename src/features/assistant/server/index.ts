import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knowledge } from '#base/knowledge.ts';
import type { Guess, Library } from '#features/assistant/rules/library.ts';
import { answerTo } from '#features/assistant/rules/answer.ts';
import {
  type ChatAnswer,
  type ChatEvent,
  chatAnswer,
  chatRequest,
  type ChatRequest,
} from '#features/assistant/rules/contract.ts';
import { chatWords } from '#features/assistant/rules/words.ts';
import { AiFailure } from '#platform/server/ai/failure.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { askModel } from './ask-model.ts';
import { openLibrary } from './library.ts';
import { createUnanswered } from './unanswered.ts';
import { unansweredCommand, unansweredPage } from './unanswered-page.ts';

const shipped = fileURLToPath(new URL('../../../../content/advice', import.meta.url));

interface Options {
  /** What each feature knows; the same array as long as nothing has changed. */
  knowledge(): readonly (readonly Knowledge[])[];
  /** The addresses that this hub has. */
  pages(): readonly string[];
  /** Which documents a message may ask for, as their own writer understands it. */
  guess: Guess;
}

/** Answers visitors: by the configured model from what the hub knows, or by the hub's own written answers. */
export function assistant(
  platform: Pick<Platform, 'ai' | 'clock' | 'config' | 'db' | 'log' | 'site'>,
  { knowledge, pages, guess }: Options,
): ServerFeature {
  const { ai, log } = platform;
  const own = join(platform.config.siteDir, 'advice');
  const library = openLibrary({
    log,
    shipped,
    own,
    knowledge,
    pages,
    guess,
    meanings: () => platform.site.meanings(),
  });

  const questions = createUnanswered(platform, { shipped });
  const forOperator = { questions, library: () => library.fresh() };

  /** To note what had no answer must not cost anybody theirs. */
  const noteUnanswered = (books: Library, message: string) =>
    questions
      .note(books, message, books.languageOf(message))
      .catch((error: unknown) => log.error('assistant: couldn’t note an unanswered question', { error }));

  /** Pieces while a model writes, and the whole answer last; whatever the model does, there is one. */
  async function* answer(asked: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const books = await library.now();
    const builtIn = (notice?: string): ChatAnswer => {
      const { reply, act, offers, isKnown } = answerTo(books, asked.message, asked.context);
      if (!isKnown) void noteUnanswered(books, asked.message);
      return { reply, ...(act && { act }), ...(offers && { offers }), ...(notice && { notice }) };
    };
    if (ai.model === null) return yield builtIn();
    let reply = '';
    try {
      for await (const part of askModel(platform, books, asked, signal)) {
        if ('instead' in part) return yield { reply: part.instead };
        reply += part.piece;
        yield part;
      }
      yield reply.trim() === '' ? builtIn(chatWords.fellBack) : { reply };
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AiFailure)) throw error;
      log.warn('assistant: the model failed; using a written answer', { reason: error.reason });
      // A text that is long and good so far is kept; half of one is not.
      yield error.reason === 'long' && reply.length > 0
        ? { reply: `${reply.trimEnd()} ...` }
        : builtIn(`${error.message} ${chatWords.fellBack}`);
    }
  }

  return {
    name: 'assistant',
    start: async () => {
      const stop = await library.start();
      return async () => stop();
    },
    desk: [unansweredPage(forOperator)],
    commands: [unansweredCommand(forOperator)],
    jobs: [{ name: 'unanswered-tidy', everySeconds: 86_400, run: () => questions.tidy() }],
    runsOn: () => [
      {
        service: 'assistant',
        runsOn: ai.model ?? `${library.count()} written answers and the hub’s own data`,
        state: 'up',
        ...(library.mistakes()[0] && { advice: library.mistakes()[0] as string }),
      },
    ],
    routes: [
      route({
        method: 'POST',
        path: '/api/ai-chat/chat',
        access: 'anyone',
        summary: 'Ask the assistant',
        description: 'With `Accept: text/event-stream`, the reply is streamed as it is written.',
        body: chatRequest,
        answer: chatAnswer,
        limit: { name: 'ai-chat', max: 30, perSeconds: 60, by: 'viewer' },
        maxBody: 300_000,
        wordsAs: 'reply',
        async handle({ body, request }) {
          if (ai.model !== null && request.headers.get('accept')?.includes('text/event-stream'))
            return streamed(answer(body, request.signal));
          let last: ChatEvent = { reply: '' };
          for await (const event of answer(body, request.signal)) last = event;
          return 'reply' in last ? last : { reply: '' };
        },
      }),
    ],
  };
}

function streamed(events: AsyncGenerator<ChatEvent>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await events.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await events.return(undefined);
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}
