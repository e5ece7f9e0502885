import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '#base/problem.ts';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import type { DraftLine } from '#features/documents/rules/drafting/draft-contract.ts';
import { isBlankAnswer } from '#features/documents/rules/answers/interview.ts';
import {
  editsOf,
  filledNothing,
  fillsAnything,
  merged,
  type Open,
  remaining,
  wholeOf,
} from '#features/documents/rules/drafting/coming.ts';
import type { Section } from '#features/documents/rules/template/sections.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { refuse } from '#features/documents/rules/writer/refusal.ts';
import { asSection } from '#features/documents/rules/writer/unused.ts';
import { endRequest, type Given, type KeptDraft, keepDraft, keepGiven, wasCounted } from './kept-drafts.ts';
import { requestSignIn } from '#platform/web/session.ts';
import { documentOf, whatThereIs } from './library.ts';
import { streamDraft } from './stream-draft.ts';
import { type Asking, type Before, givenBefore, understood, whichDocument } from './understand.ts';

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
  | { at: 'priced'; detail: DocumentDetail; /** The document that was left for it. */ from: Template | null }
  | ({ at: 'asking' } & Asking)
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
  isCounted?: boolean;
}

interface Wish {
  /** The document that it shall be. */
  slug?: string;
  isPriceKnown?: boolean;
  /** What was understood is shown even where nothing is open. */
  asks?: boolean;
}

const nothingGiven = { answers: {}, dropped: [], added: [] };

/** From a request to a draft that is kept on this device; `open` is told its id when it can be read. */
export function useDrafting(drafter: Drafter, open: (id: string) => void) {
  const [stage, setStage] = useState<Stage>({ at: 'request' });
  const { countHere } = drafter;
  const request = useRef('');
  const given = useRef<{ answers: Answers; dropped: string[]; added: Section[] }>(nothingGiven);
  /** What was made of the facts before another document was chosen for them. */
  const before = useRef<Before | null>(null);
  /** What was said to each document that was left, for whoever comes back to it. */
  const left = useRef(new Map<string, Given>());
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
    const sections = [...made.sections, ...given.current.added];
    ready.current = { ...made, sections };
    setStage({ at: 'writing', template: made.template, answers: made.answers, sections, isDone: true });
  };

  /** The built-in writer takes nothing for another draft of a request that was counted. */
  const isAnother = () => (drafter.where === 'here' || model.current === null) && wasCounted(request.current);

  const writeHere = (template: Template, answers: Answers, note: string | null) => {
    const made = { template, answers, sections: [], by: null };
    if (isAnother()) finish({ ...made, note, isCounted: true });
    else if (fillsAnything(made, given.current.answers))
      finish({ ...made, note, isCountedHere: true, isCounted: true });
    else finish({ ...made, note: filledNothing });
  };

  async function write(template: Template, answers: Answers) {
    const refused = isAnother() ? null : drafter.refused();
    if (refused !== null) return setStage({ at: 'refused', words: refused });
    if (drafter.where === 'here' || isAnother()) return writeHere(template, answers, null);
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
      const { answers: own, dropped } = given.current;
      const asked = { request: request.current, slug: template.slug, answers: own, dropped };
      for await (const line of streamDraft(asked, controller.signal)) {
        if (line.t === 'done') {
          drafter.refresh();
          return finish({ template, ...line, isCounted: line.note !== filledNothing });
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

  async function begin(text: string, { slug, isPriceKnown, asks }: Wish = {}) {
    request.current = text.trim();
    given.current = nothingGiven;
    ready.current = null;
    const refused = refuse(text);
    if (refused) return setStage({ at: 'refused', words: refused.words });
    setStage({ at: 'thinking' });
    try {
      const [read, { model: named }] = await Promise.all([whichDocument(text, slug), whatThereIs()]);
      model.current = named;
      if (read.chosen === null)
        return setStage({ at: 'nothing', words: read.words, nearest: [...read.near], isVague: read.isVague });
      const { chosen } = read;
      const limit = isAnother() ? null : drafter.refused();
      if (limit !== null) return setStage({ at: 'refused', words: limit });
      const detail = await documentOf(chosen);
      if (detail.entry.price > 0 && !isPriceKnown && !drafter.owns(chosen))
        return setStage({ at: 'priced', detail, from: before.current?.template ?? null });
      const { template } = detail;
      const made = understood(template, text, read);
      if (!made.isOpen && !asks) return await write(template, made.found);
      setStage({
        at: 'asking',
        ...made,
        given: givenBefore(request.current, made, before.current, left.current.get(template.slug) ?? null),
      });
    } catch (error) {
      problem(error);
    }
    return undefined;
  }

  return {
    stage,
    begin(text: string, wish?: Wish) {
      if (!wish?.isPriceKnown) {
        before.current = null;
        left.current.clear();
      }
      return begin(text, wish);
    },
    /** Another document for the same request; what was made of its facts comes along. */
    choose({ template, found }: Asking, to: string, now: Given) {
      before.current = { template, found, given: now };
      left.current.set(template.slug, now);
      return begin(request.current, { slug: to, asks: true });
    },
    /** The document before, as it was left. */
    backTo: ({ slug }: Template) => begin(request.current, { slug, isPriceKnown: true, asks: true }),
    /** Kept at each letter: a reload or a session that ends loses none. */
    given: ({ template: { slug } }: Asking, now: Given) =>
      keepGiven({ request: request.current, slug, ...now }),
    /** The questions were answered, or skipped. */
    answer({ template, found }: Asking, facts: Answers, answers: Answers, clauses: string[]) {
      const edits = editsOf(found, facts);
      const said = Object.fromEntries(Object.entries(answers).filter(([, raw]) => !isBlankAnswer(raw)));
      const own = merged(edits.answers, said);
      given.current = { answers: own, dropped: edits.dropped, added: asSection(template, clauses) };
      void write(template, merged(remaining(template, found, edits.dropped), own));
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
      const { template, answers, sections, by, note, isCountedHere, isCounted } = made;
      const draft: KeptDraft = {
        id: crypto.randomUUID().slice(0, 8),
        at: new Date().toISOString(),
        request: request.current,
        slug: template.slug,
        title: template.title,
        sections,
        by,
        note,
        ...(isCounted && { isCounted }),
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
