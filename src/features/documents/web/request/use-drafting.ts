import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '#base/problem.ts';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import type { DraftLine } from '#features/documents/rules/drafting/draft-contract.ts';
import { isBlankAnswer } from '#features/documents/rules/answers/interview.ts';
import {
  filledNothing,
  fillsAnything,
  merged,
  type Open,
  wholeOf,
} from '#features/documents/rules/drafting/coming.ts';
import { type Section, wordsOnly } from '#features/documents/rules/template/sections.ts';
import type { Field, Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { refuse } from '#features/documents/rules/writer/refusal.ts';
import { clarifying, draftAnswers, planDraft } from '#features/documents/rules/writer/write.ts';
import { today } from '../today.ts';
import { endRequest, givenTo, type KeptDraft, keepDraft, keepGiven } from './kept-drafts.ts';
import { requestSignIn } from '#platform/web/session.ts';
import { documentFinder, documentOf, whatThereIs } from './library.ts';
import { streamDraft } from './stream-draft.ts';

/** Who writes, and whether they may: as the page that knows plans and people says it. */
export interface Drafter {
  /** 'hub' writes and counts for a member; 'here' is this browser. */
  where: 'hub' | 'here';
  /** Whether a document that costs something is this person's already. */
  owns(slug: string): boolean;
  /** Words of a refusal, or null. */
  refused(): string | null;
  /** A draft was made here. */
  countHere(): void;
  /** The hub has counted. */
  refresh(): void;
}

export type Stage =
  | { at: 'request' }
  | { at: 'thinking' }
  | { at: 'nothing'; words: string; nearest: { slug: string; title: string }[]; isVague: boolean }
  | { at: 'refused'; words: string }
  /** It costs something: that is said before anything is asked or counted. */
  | { at: 'priced'; detail: DocumentDetail }
  | {
      at: 'asking';
      template: Template;
      questions: Field[];
      found: Answers;
      given: Readonly<Record<string, string>>;
    }
  | {
      at: 'writing';
      template: Template;
      answers: Answers;
      sections: Section[];
      /** The words that come right now, wherever in the document they stand. */
      coming?: Open | null;
      isDone: boolean;
    }
  | {
      at: 'cut';
      template: Template;
      answers: Answers;
      sections: Section[];
      words: string;
      /** Whether it counts; null where only the hub knows. */
      counts: boolean | null;
      hasSome: boolean;
    };

interface Made {
  template: Template;
  answers: Answers;
  sections: Section[];
  by: string | null;
  note: string | null;
  /** Made in this browser, which counts it once it is kept. */
  isCountedHere?: true;
}

/** From a request to a draft that is kept on this device; `open` is told its id when it can be read. */
export function useDrafting(drafter: Drafter, open: (id: string) => void) {
  const [stage, setStage] = useState<Stage>({ at: 'request' });
  const { countHere } = drafter;
  const request = useRef('');
  const given = useRef<Answers>({});
  const model = useRef<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const ready = useRef<Made | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const problem = (error: unknown) =>
    setStage({
      at: 'refused',
      words: error instanceof Problem ? error.message : 'That didn’t work.',
    });

  const finish = (made: Made) => {
    ready.current = made;
    setStage({
      at: 'writing',
      template: made.template,
      answers: made.answers,
      sections: made.sections,
      isDone: true,
    });
  };

  const writeHere = (template: Template, answers: Answers, note: string | null) => {
    if (fillsAnything({ answers, sections: [] }, given.current))
      finish({ template, answers, sections: [], by: null, note, isCountedHere: true });
    else finish({ template, answers, sections: [], by: null, note: filledNothing });
  };

  async function write(template: Template, answers: Answers) {
    const refused = drafter.refused();
    if (refused !== null) return setStage({ at: 'refused', words: refused });
    if (drafter.where === 'here') return writeHere(template, answers, null);
    const controller = new AbortController();
    stop.current = controller;
    let last: Extract<DraftLine, { t: 'partial' }> | null = null;
    setStage({ at: 'writing', template, answers, sections: [], isDone: false });
    const cut = (words: string, counts: boolean | null) =>
      setStage({
        at: 'cut',
        template,
        ...(last ? wholeOf(last, answers) : { answers, sections: [] }),
        words,
        counts,
        hasSome: last !== null,
      });
    try {
      const asked = { request: request.current, slug: template.slug, answers: given.current };
      for await (const line of streamDraft(asked, controller.signal)) {
        if (line.t === 'done') {
          drafter.refresh();
          return finish({ template, ...line });
        }
        if (line.t === 'failed') {
          drafter.refresh();
          return cut(line.words, false);
        }
        const coming = line.open ?? null;
        last = line;
        setStage({
          at: 'writing',
          template,
          answers: line.answers,
          sections: line.sections,
          coming,
          isDone: false,
        });
      }
      cut('The connection was lost.', last === null ? false : null);
    } catch (error) {
      drafter.refresh();
      if (controller.signal.aborted) {
        // The hub hears of it a moment later than this page.
        setTimeout(drafter.refresh, 1000);
        return cut('Stopped.', last !== null);
      }
      if (error instanceof Problem && error.code === 'unavailable' && last === null)
        return writeHere(
          template,
          answers,
          'We couldn’t reach the server, so the built-in writer wrote this in your browser.',
        );
      const isOver = error instanceof Problem && error.code === 'unauthenticated';
      if (isOver && (await requestSignIn())) return write(template, answers);
      if (error instanceof Problem) return setStage({ at: 'refused', words: error.message });
      cut('The connection was lost.', last === null ? false : null);
    }
    return undefined;
  }

  async function begin(text: string, slug?: string, isPriceKnown = false) {
    request.current = text.trim();
    given.current = {};
    ready.current = null;
    const refused = refuse(text);
    if (refused) return setStage({ at: 'refused', words: refused.words });
    setStage({ at: 'thinking' });
    try {
      const [finder, { model: named }] = await Promise.all([slug ? null : documentFinder(), whatThereIs()]);
      model.current = named;
      const plan = finder ? planDraft(text, finder) : { found: true as const, slug: slug ?? '' };
      if (!plan.found) {
        const nearest = plan.nearest.flatMap(
          (near) => finder?.things.filter((known) => known.slug === near) ?? [],
        );
        return setStage({ at: 'nothing', words: plan.words, nearest, isVague: plan.isVague === true });
      }
      const limit = drafter.refused();
      if (limit !== null) return setStage({ at: 'refused', words: limit });
      const detail = await documentOf(plan.slug);
      if (detail.entry.price > 0 && !isPriceKnown && !drafter.owns(plan.slug))
        return setStage({ at: 'priced', detail });
      const { template } = detail;
      const found = draftAnswers(template, wordsOnly(text), today());
      const questions = clarifying(template, found, today());
      if (questions.length > 0) {
        const before = givenTo(request.current, template.slug);
        return setStage({ at: 'asking', template, questions, found, given: before });
      }
      await write(template, found);
    } catch (error) {
      problem(error);
    }
    return undefined;
  }

  return {
    stage,
    begin,
    /** Kept at each letter: a reload or a session that ends loses none. */
    given: ({ slug }: Template, answers: Record<string, string>) =>
      keepGiven({ request: request.current, slug, answers }),
    /** The questions were answered, or skipped. */
    answer(template: Template, found: Answers, answers: Answers) {
      given.current = Object.fromEntries(Object.entries(answers).filter(([, raw]) => !isBlankAnswer(raw)));
      void write(template, merged(found, given.current));
    },
    stop: () => stop.current?.abort(),
    again: (template: Template, answers: Answers) => void write(template, answers),
    /** What has come is good enough. */
    keepPartial: ({ template, answers, sections, words, hasSome }: Extract<Stage, { at: 'cut' }>) =>
      finish({
        template,
        answers,
        sections,
        by: hasSome ? model.current : null,
        note: hasSome
          ? `${words} The built-in writer wrote the rest.`
          : `${words} The built-in writer wrote this draft.`,
      }),
    back: () => setStage({ at: 'request' }),
    /** The reader has seen it being written. */
    shown: useCallback(() => {
      const made = ready.current;
      if (!made) return;
      ready.current = null;
      const { template, answers, sections, by, note, isCountedHere } = made;
      const draft: KeptDraft = {
        id: crypto.randomUUID().slice(0, 8),
        at: new Date().toISOString(),
        request: request.current,
        slug: template.slug,
        title: template.title,
        sections,
        by,
        note,
      };
      if (keepDraft(draft, answers)) {
        if (isCountedHere) countHere();
        // It stands with its draft now.
        endRequest(request.current);
        open(draft.id);
      } else
        setStage({
          at: 'refused',
          words:
            'This browser doesn’t store data for this site, so the draft can’t be saved. Allow it to, then try again: your request is still here.',
        });
    }, [open, countHere]),
  };
}
