import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type FieldSpec, mostInField, specOf } from '../../rules/blocks.ts';
import type { Block, Step } from '../../rules/contract.ts';
import { changeBlock } from '../../rules/edit.ts';
import { currentStep, type Work, type WriteWish } from './state.ts';
import { caretAt, type Place, placeOf, show, writeHere, type Writing } from './write-here.ts';

/** Wishes that were followed: a page that is shown anew follows none twice. */
const seenTo = new WeakSet<WriteWish>();

/** Longer than any system takes two presses for a double one: drawing the page comes in between. */
const doublePressMs = 1500;

interface Page {
  host: RefObject<HTMLDivElement | null>;
  writing: Writing | null;
  setWriting(writing: Writing | null): void;
  /** What stands on it: what is written in next waits until it is drawn. */
  drawn: string;
  /** Shown beside the one that is worked on. */
  isSecond: boolean;
}

/**
 * A press chooses a block; one more on a text of it writes there, a double one writes anew. Return on the block in the list
 * writes its first text, and Tab goes from text to text.
 */
export function useWriting(
  work: Work,
  { host, writing, setWriting, drawn, isSecond }: Page,
): (place: Place, text: string) => void {
  const { editing, choose, blockId, toWrite, write } = work;
  const { change } = editing;
  const step = currentStep(work);
  const isWriting = writing !== null;
  const steps = useRef(step);
  const chosen = useRef(blockId);
  const echoes = useRef<string[]>([]);
  const openedAt = useRef(-Infinity);
  /** What had the focus before anything was written. */
  const back = useRef<Element | null>(null);
  useEffect(() => {
    steps.current = step;
    chosen.current = blockId;
    if (writing) show(writing, textOf(step, writing), echoes.current);
  }, [step, blockId, writing]);

  /** Letter by letter into the funnel: one step back for what is typed on end. */
  const written = useCallback(
    ({ blockId: id, name, item }: Place, text: string) =>
      change(
        (now) => changeBlock(now, step.id, id, (one) => withText(one, name, item, text)),
        `${id} ${item ?? ''} ${name}`,
      ),
    [change, step.id],
  );

  useEffect(() => {
    const root = host.current?.shadowRoot;
    if (!root || !toWrite || isWriting || seenTo.has(toWrite)) return;
    const { at, isNext, on = isSecond ? null : root } = toWrite;
    const place = 'place' in toWrite ? toWrite.place : textsOf(root, toWrite.blockId)[0];
    if (on !== root || !place) return;
    seenTo.add(toWrite);
    const box = root.querySelector<HTMLElement>(`[data-text="${CSS.escape(keyOf(place))}"]`);
    const field = fieldOf(steps.current, place);
    if (!box || !field) return;
    const isRich = field.kind === 'text';
    if (!isNext) back.current = document.activeElement;
    echoes.current = [];
    const area = writeHere(box, {
      text: textOf(steps.current, place),
      label: field.label,
      most: mostInField(field.kind),
      isRich,
      onInput(text) {
        echoes.current.push(text);
        written(place, text);
      },
      onTab(isBack) {
        const all = textsOf(root, place.blockId);
        const here = all.findIndex((one) => keyOf(one) === keyOf(place));
        const next = all[here + (isBack ? -1 : 1)];
        if (next) write({ place: next, at: 'all', isNext: true, on: root });
        return next !== undefined;
      },
      onEnd(byKey) {
        setWriting(null);
        if (byKey && back.current instanceof HTMLElement) back.current.focus();
      },
    });
    if (at !== 'all') caretAt(area, at);
    openedAt.current = at === 'all' ? -Infinity : performance.now();
    setWriting({ ...place, area, isRich });
  }, [host, toWrite, isWriting, isSecond, drawn, written, write, setWriting]);

  useEffect(() => {
    const root = host.current?.shadowRoot;
    const press = (event: Event) => {
      if (!(event instanceof MouseEvent)) return undefined;
      const target = event.target as HTMLElement;
      if (target instanceof HTMLTextAreaElement) {
        // The first half of a double press has opened it.
        if (event.detail > 1 && event.timeStamp - openedAt.current < doublePressMs) target.select();
        return event.preventDefault();
      }
      if (!target.closest('summary,input')) event.preventDefault();
      // A text on the page takes no focus, so that the field would stay open.
      const id = target.closest<HTMLElement>('[data-block]')?.dataset['block'];
      const place = placeOf(target);
      const isAgain = event.detail > 1 || id === chosen.current;
      // At once: the first letter may follow before the next picture does.
      flushSync(() => {
        setWriting(null);
        if (root && place && isAgain)
          write({ place, at: event.detail > 1 ? 'all' : { x: event.clientX, y: event.clientY }, on: root });
        if (id) choose(step.id, id);
      });
      return undefined;
    };
    const hold = (event: Event) => event.preventDefault();
    root?.addEventListener('click', press);
    root?.addEventListener('dblclick', press);
    root?.addEventListener('submit', hold);
    return () => {
      root?.removeEventListener('click', press);
      root?.removeEventListener('dblclick', press);
      root?.removeEventListener('submit', hold);
    };
  }, [host, choose, write, step.id, setWriting]);

  return written;
}

const keyOf = ({ blockId, name, item }: Place): string => `${blockId} ${name} ${item ?? ''}`;
/** The texts of a block as they stand on the page, those of blocks in its columns left out. */
const textsOf = (root: ShadowRoot, blockId: string): Place[] =>
  [...root.querySelectorAll<HTMLElement>('[data-text]')].flatMap((box) => {
    const place = placeOf(box);
    return place?.blockId === blockId ? [place] : [];
  });

const fieldOf = (step: Step, { blockId, name, item }: Place) => {
  const block = step.blocks.find(({ id }) => id === blockId);
  const spec = block && specOf(block.type);
  const fields: readonly FieldSpec[] = (item === null ? spec?.fields : spec?.items?.fields) ?? [];
  return fields.find((field) => field.name === name);
};

function textOf(step: Step, { blockId, name, item }: Place): string {
  const block = step.blocks.find(({ id }) => id === blockId);
  return (item === null ? block?.values : block?.items[item])?.[name] ?? '';
}

const withText = (block: Block, name: string, item: number | null, text: string): Block =>
  item === null
    ? { ...block, values: { ...block.values, [name]: text } }
    : {
        ...block,
        items: block.items.map((one, at) => (at === item ? { ...one, [name]: text } : one)),
      };
