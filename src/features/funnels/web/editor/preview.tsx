import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FieldSpec, mostInField, specOf } from '../../rules/blocks.ts';
import type { Block, Step } from '../../rules/contract.ts';
import { changeBlock, placeBlock } from '../../rules/edit.ts';
import { freshBlock } from '../../rules/make.ts';
import { mayNest } from '../../rules/nesting.ts';
import type { Marks } from '../../rules/render/blocks.ts';
import { drawInside } from '../../rules/render/page.ts';
import { pageStyle } from '../../rules/render/style/index.ts';
import { loadPageType } from '../page-type.ts';
import { newPartId } from '../store.ts';
import { blockActs } from './block-acts.ts';
import { BlockBar } from './block-bar.tsx';
import { dragStyle, gripOn, listenForDrags, newMark, type Spot } from './drag.ts';
import { currentStep, type Work } from './state.ts';
import { placeOf, show, writeHere, writeStyle, type Writing } from './write-here.ts';

export type Screen = 'phone' | 'desktop';
export const phoneWidth = 390;

const marks: Marks = {
  block: (block) => ` data-block="${block.id}"${mayNest(block) ? ' data-nests' : ''}`,
  column: ({ id }, index) => ` data-column="${id} ${index}"`,
  text: ({ id }, name, item) => ` data-text="${id} ${name} ${item ?? ''}"`,
};

/** The page itself, drawn by what publishes it. A press chooses the block under it. */
export function Preview({
  work,
  width,
  isSecond = false,
}: {
  work: Work;
  width: Screen;
  isSecond?: boolean;
}) {
  const { editing, choose, blockId, products } = work;
  const { funnel, change } = editing;
  const step = currentStep(work);
  const block = step.blocks.find(({ id }) => id === blockId);
  const host = useRef<HTMLDivElement>(null);
  const html = useMemo(
    () =>
      drawInside({
        funnel,
        step,
        marks,
        product: (id) => products?.find((one) => one.id === id) ?? null,
      }),
    [funnel, step, products],
  );
  const style = useMemo(() => pageStyle(funnel.style, step.blocks), [funnel.style, step.blocks]);

  const [writing, setWriting] = useState<Writing | null>(null);
  const isWriting = writing !== null;
  useEffect(() => {
    const element = host.current;
    // What is being written in stays: the page is drawn anew when that is over.
    if (!element || isWriting) return;
    loadPageType();
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>${style}${editorStyle}${dragStyle}${writeStyle}</style><div class="f"><div>${html}</div></div>`;
    // What is looked at is not walked through: the lists beside it are for that.
    for (const one of root.querySelectorAll<HTMLElement>('a,button,input,summary')) one.tabIndex = -1;
  }, [html, style, isWriting]);

  useEffect(() => {
    if (isWriting) return;
    const root = host.current?.shadowRoot;
    root?.querySelector('[data-grip]')?.remove();
    for (const one of root?.querySelectorAll<HTMLElement>('[data-block]') ?? [])
      one.toggleAttribute('data-chosen', one.dataset['block'] === blockId);
    const chosen = root?.querySelector<HTMLElement>('[data-chosen]');
    if (!isSecond) chosen?.scrollIntoView({ block: 'nearest' });
    if (chosen) gripOn(chosen);
  }, [html, style, blockId, isWriting, isSecond]);

  useEffect(() => {
    const root = host.current?.shadowRoot;
    const press = (event: Event) => {
      const target = event.target as HTMLElement;
      if (target instanceof HTMLTextAreaElement) return event.preventDefault();
      if (!target.closest('summary,input')) event.preventDefault();
      // A text on the page takes no focus, so that the field would stay open.
      setWriting(null);
      const id = target.closest<HTMLElement>('[data-block]')?.dataset['block'];
      if (id) choose(step.id, id);
      return undefined;
    };
    const hold = (event: Event) => event.preventDefault();
    root?.addEventListener('click', press);
    root?.addEventListener('submit', hold);
    return () => {
      root?.removeEventListener('click', press);
      root?.removeEventListener('submit', hold);
    };
  }, [choose, step.id]);

  /** Letter by letter into the funnel: one step back for what is typed on end. */
  const written = useCallback(
    ({ blockId: id, name, item }: Pick<Writing, 'blockId' | 'name' | 'item'>, text: string) =>
      change(
        (now) => changeBlock(now, step.id, id, (one) => withText(one, name, item, text)),
        `${id} ${item ?? ''} ${name}`,
      ),
    [change, step.id],
  );
  const steps = useRef(step);
  const echoes = useRef<string[]>([]);
  useEffect(() => {
    steps.current = step;
    if (writing) show(writing, textOf(step, writing), echoes.current);
  }, [step, writing]);
  useEffect(() => {
    const root = host.current?.shadowRoot;
    const write = (event: Event) => {
      const place = placeOf(event.target);
      const field = place && fieldOf(steps.current, place);
      if (!place || !field || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      choose(step.id, place.blockId);
      const isRich = field.kind === 'text';
      echoes.current = [];
      const area = writeHere(place.box, {
        text: textOf(steps.current, place),
        label: field.label,
        most: mostInField(field.kind),
        isRich,
        onInput(text) {
          echoes.current.push(text);
          written(place, text);
        },
        onEnd: () => setWriting(null),
      });
      setWriting({ ...place, area, isRich });
    };
    root?.addEventListener('dblclick', write);
    return () => root?.removeEventListener('dblclick', write);
  }, [choose, step.id, written]);

  const drop = useRef<(id: string, spot: Spot) => void>(() => {});
  useEffect(() => {
    drop.current = (id, { before, place }) => {
      if (id.startsWith(newMark)) {
        const type = id.slice(newMark.length) as Block['type'];
        blockActs(work).insertBefore(freshBlock(newPartId, type), before, place);
        return;
      }
      editing.change(placeBlock(funnel, step.id, id, before, place));
      choose(step.id, id);
    };
  });
  useEffect(() => {
    const root = host.current?.shadowRoot;
    return root ? listenForDrags(root, (id, spot) => drop.current(id, spot)) : undefined;
  }, []);

  return (
    <div className="mx-auto w-full" style={width === 'phone' ? { maxWidth: `${phoneWidth}px` } : undefined}>
      <div
        className="ui-paper relative"
        role="region"
        aria-label={isSecond ? `On a phone: ${step.name}` : `Preview of ${step.name}`}
      >
        <div ref={host} className="overflow-hidden" />
        {block && !isSecond && (
          <BlockBar
            work={work}
            block={block}
            host={host}
            writing={writing}
            onWritten={(text) => writing && written(writing, text)}
          />
        )}
      </div>
    </div>
  );
}

const fieldOf = (step: Step, { blockId, name, item }: Pick<Writing, 'blockId' | 'name' | 'item'>) => {
  const block = step.blocks.find(({ id }) => id === blockId);
  const spec = block && specOf(block.type);
  const fields: readonly FieldSpec[] = (item === null ? spec?.fields : spec?.items?.fields) ?? [];
  return fields.find((field) => field.name === name);
};

function textOf(step: Step, { blockId, name, item }: Pick<Writing, 'blockId' | 'name' | 'item'>): string {
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

const editorStyle =
  '[data-block]{cursor:pointer;min-height:16px}[data-block]:hover{outline:1px dashed var(--l);outline-offset:-2px}[data-block][data-chosen]{outline:3px solid var(--l);outline-offset:-3px}[data-block]:empty{min-height:48px;background:repeating-linear-gradient(45deg,var(--t),var(--t) 8px,transparent 8px,transparent 16px)}.f .d,.f .ph{display:block}';
