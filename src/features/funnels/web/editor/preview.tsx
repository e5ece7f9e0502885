import { useEffect, useMemo, useRef, useState } from 'react';
import type { Block } from '../../rules/contract.ts';
import { placeBlock } from '../../rules/edit.ts';
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
import { useWriting } from './use-writing.ts';
import { writeStyle, type Writing } from './write-here.ts';

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
  const { funnel } = editing;
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

  const written = useWriting(work, { host, writing, setWriting, drawn: style + html, isSecond });

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
            isNarrow={width === 'phone'}
            onWritten={(text) => writing && written(writing, text)}
          />
        )}
      </div>
    </div>
  );
}

const editorStyle =
  '[data-block]{cursor:pointer;min-height:16px}[data-block]:hover{outline:1px dashed var(--l);outline-offset:-2px}[data-block][data-chosen]{outline:3px solid var(--l);outline-offset:-3px}[data-chosen] [data-text]{cursor:text;outline-offset:3px}@media(hover:hover){[data-chosen] [data-text]:hover{outline:1px solid}}@media(hover:none){[data-chosen] [data-text]{outline:1px dashed}}[data-block]:empty{min-height:48px;background:repeating-linear-gradient(45deg,var(--t),var(--t) 8px,transparent 8px,transparent 16px)}.f .d,.f .ph{display:block}';
