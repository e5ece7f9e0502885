import { Problem } from '#base/problem.ts';
import {
  filledNothing,
  fillsAnything,
  merged,
  remaining,
  without,
} from '#features/documents/rules/drafting/coming.ts';
import {
  draftApi,
  type DraftLine,
  draftPage,
  draftRequest,
  finderAnswer,
  helpAnswer,
  helpRequest,
  libraryAnswer,
} from '#features/documents/rules/drafting/draft-contract.ts';
import { findable } from '#features/documents/rules/drafting/findable.ts';
import { wordsOnly } from '#features/documents/rules/template/sections.ts';
import { costOf } from '#features/documents/rules/template/entry.ts';
import type { DocumentOffer } from '#features/documents/rules/contract.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import {
  draftPrompt,
  helpPrompt,
  modelDraft,
  takeAnswers,
  takenDraft,
} from '#features/documents/rules/drafting/model.ts';
import { AiFailure } from '#platform/server/ai/failure.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createFairWorker } from '#platform/server/workers/fair-worker.ts';
import type { Library } from './library.ts';
import type { ReadAnswer, ReadTask } from './writing-thread.ts';

/** Counts a draft before it is made, or throws what a member is told at the limit. */
export interface DraftAllowance {
  use(uid: string): Promise<{ giveBack(): Promise<void> }>;
}

interface DraftingParts {
  platform: Pick<Platform, 'ai' | 'clock' | 'log'>;
  contracts: Library;
  templates: Library;
  /** What words mean, as the files say it. */
  meanings(): readonly string[];
  offers(): Promise<ReadonlyMap<string, DocumentOffer>>;
  /** What anybody may read of a document. */
  shownOf(template: Template): Template;
  allowance: DraftAllowance;
}

const readerWords = {
  full: 'We’re writing many drafts right now. Try again in a moment.',
  overrun: 'This request took too long to read. Shorten it; your text is still here.',
  tooMuch: 'This request is too long. Shorten it; your text is still here.',
  failed: 'We couldn’t create the draft.',
};
const mostTokens = 5000;
/** Room for the text itself, whatever its script, and for what a model thinks before. */
const tokensOfHelp = (text: string): number => Math.min(2000 + Math.ceil(text.length / 2), 10_000);

/** A draft from a request, for members: by the configured model, and by the built-in writer where there is none. */
export function draftRoutes({
  platform: { ai, clock, log },
  contracts,
  templates,
  meanings,
  offers,
  shownOf,
  allowance,
}: DraftingParts): Route[] {
  const named = (slug: string): Template => {
    const template = contracts.get(slug) ?? templates.get(slug);
    if (!template) throw new Problem('not_found', 'There is no document with this name.');
    return template;
  };
  // A request is up to twenty thousand letters of anything, and is read for hundreds of things.
  const reader = createFairWorker<ReadTask, ReadAnswer>({
    file: new URL('./writing-thread.ts', import.meta.url),
    mostWaiting: 40,
    mostMilliseconds: 15_000,
    memory: 256,
    restMilliseconds: 120_000,
    words: readerWords,
    report: (words) => log.error('Couldn’t interpret a drafting request', { words }),
  });
  const today = () => clock.now().toISOString().slice(0, 10);

  return [
    route({
      method: 'GET',
      path: draftApi.page,
      access: 'anyone',
      summary: 'Get the AI model that writes drafts',
      description: 'Null if none is configured.',
      answer: draftPage,
      handle: () => ({ model: ai.model }),
    }),
    route({
      method: 'GET',
      path: draftApi.library,
      access: 'anyone',
      summary: 'Get every document, for drafting offline',
      description: 'Paid documents include only their beginning.',
      answer: libraryAnswer,
      handle({ headers }) {
        headers.set('cache-control', 'public, max-age=300');
        return { templates: [...contracts.values(), ...templates.values()].map(shownOf) };
      },
    }),
    route({
      method: 'GET',
      path: draftApi.finder,
      access: 'anyone',
      summary: 'Get the search index for finding a document in the browser',
      answer: finderAnswer,
      async handle({ headers }) {
        headers.set('cache-control', 'public, max-age=300');
        const onSale = await offers();
        return {
          documents: [...contracts.values(), ...templates.values()].map((template) => ({
            ...findable(template),
            ...costOf(template, onSale.get(template.slug)),
          })),
          words: [...meanings()],
        };
      },
    }),
    route({
      method: 'POST',
      path: draftApi.draft,
      access: 'member',
      summary: 'Write a draft from a request',
      description:
        'Streams JSON lines: the draft as it grows, then a last line with the result or the error.',
      body: draftRequest,
      answer: 'raw',
      limit: { name: 'ai-draft', max: 30, perSeconds: 600, by: 'viewer' },
      async handle({ body, viewer }) {
        const template = named(body.slug);
        const { refused, answers: said } = await reader.run(viewer.uid, {
          request: body.request,
          template,
          today: today(),
        });
        if (refused !== null) throw new Problem('bad_request', refused);
        const use = await allowance.use(viewer.uid);
        const dropped = body.dropped ?? [];
        const built = merged(remaining(template, said, dropped), body.answers);
        const stop = new AbortController();
        return ndjson(stop, async (say) => {
          const done = async (made: Omit<Extract<DraftLine, { t: 'done' }>, 't'>) => {
            const isCounted = fillsAnything(made, body.answers);
            if (!isCounted) await use.giveBack();
            say({ t: 'done', ...made, ...(!isCounted && { note: filledNothing }) });
          };
          const byBuiltIn = (note: string | null) => done({ answers: built, sections: [], by: null, note });
          if (ai.model === null) return byBuiltIn(null);
          let hasWords = false;
          try {
            const growing = ai.object({
              system: draftPrompt(template, today()),
              messages: [{ role: 'user', content: asked(body.request, built) }],
              maxOutputTokens: mostTokens,
              signal: stop.signal,
              schema: takenDraft,
              told: modelDraft,
            });
            for (;;) {
              const next = await growing.next();
              const given = next.done
                ? takeAnswers(template, next.value.value)
                : takeAnswers(template, next.value, { isGrowing: true });
              const answers = merged(merged(built, without(given.answers, dropped)), body.answers);
              if (next.done) {
                await done({ answers, sections: given.sections, by: ai.model, note: null });
                return;
              }
              if (
                !given.open?.words &&
                given.sections.length === 0 &&
                Object.keys(given.answers).length === 0
              )
                continue;
              hasWords = true;
              say({ t: 'partial', answers, sections: given.sections, open: given.open });
            }
          } catch (error) {
            const isOver = error instanceof AiFailure && error.reason === 'budget';
            if (isOver) return byBuiltIn(error.message);
            // Whoever stops after the first words has had a draft.
            if (!(stop.signal.aborted && hasWords)) await use.giveBack();
            if (!(error instanceof AiFailure) && !stop.signal.aborted)
              log.error('Couldn’t write a draft', { error });
            say({
              t: 'failed',
              words: error instanceof AiFailure ? error.message : 'We couldn’t create the draft.',
            });
          }
        });
      },
    }),
    route({
      method: 'POST',
      path: draftApi.help,
      access: 'member',
      summary: 'Rewrite, shorten, explain or review a passage',
      description: 'Uses the configured AI model.',
      body: helpRequest,
      answer: helpAnswer,
      limit: { name: 'ai-help', max: 60, perSeconds: 3600, by: 'viewer' },
      async handle({ body, request }) {
        let text = '';
        try {
          for await (const piece of ai.stream({
            system: helpPrompt(body.kind),
            messages: [{ role: 'user', content: body.text }],
            maxOutputTokens: tokensOfHelp(body.text),
            signal: request.signal,
          }))
            text += piece;
        } catch (error) {
          const isStopped = request.signal.aborted;
          throw error instanceof AiFailure || isStopped
            ? new Problem('unavailable', (error as Error).message)
            : error;
        }
        const words = wordsOnly(text);
        if (words === '') throw new Problem('unavailable', new AiFailure('empty').message);
        return { text: words };
      },
    }),
  ];
}

const asked = (request: string, found: Answers): string =>
  `${request}\n\nAlready understood, correct it where it is wrong: ${JSON.stringify(found)}`;

function ndjson(stop: AbortController, work: (say: (line: DraftLine) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const say = (line: DraftLine) => {
        if (!stop.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      await work(say);
      if (!stop.signal.aborted) controller.close();
    },
    cancel: () => stop.abort(),
  });
  return new Response(body, {
    headers: {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });
}
