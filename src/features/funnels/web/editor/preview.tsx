import { useEffect, useMemo, useRef } from 'react';
import { placeBlock } from '../../rules/edit.ts';
import { mayNest } from '../../rules/nesting.ts';
import type { Marks } from '../../rules/render/blocks.ts';
import { drawInside } from '../../rules/render/page.ts';
import { pageStyle } from '../../rules/render/style.ts';
import { dragStyle, gripOn, listenForDrags, type Spot } from './drag.ts';
import { currentStep, type Work } from './state.ts';

export type Screen = 'phone' | 'desktop';
const phoneWidth = 390;

const marks: Marks = {
  block: (block) => ` data-block="${block.id}"${mayNest(block) ? ' data-nests' : ''}`,
  column: ({ id }, index) => ` data-column="${id} ${index}"`,
};

/** The page itself, drawn by what publishes it. A press chooses the block under it. */
export function Preview({ work, width }: { work: Work; width: Screen }) {
  const { editing, choose, blockId, products } = work;
  const { funnel } = editing;
  const step = currentStep(work);
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

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>${style}${editorStyle}${dragStyle}</style><div class="f"><div>${html}</div></div>`;
    // What is looked at is not walked through: the lists beside it are for that.
    for (const one of root.querySelectorAll<HTMLElement>('a,button,input,summary')) one.tabIndex = -1;
  }, [html, style]);

  useEffect(() => {
    const root = host.current?.shadowRoot;
    root?.querySelector('[data-grip]')?.remove();
    for (const one of root?.querySelectorAll<HTMLElement>('[data-block]') ?? [])
      one.toggleAttribute('data-chosen', one.dataset['block'] === blockId);
    const chosen = root?.querySelector<HTMLElement>('[data-chosen]');
    chosen?.scrollIntoView({ block: 'nearest' });
    if (chosen) gripOn(chosen);
  }, [html, style, blockId]);

  useEffect(() => {
    const root = host.current?.shadowRoot;
    const press = (event: Event) => {
      const target = event.target as HTMLElement;
      if (!target.closest('summary,input')) event.preventDefault();
      const id = target.closest<HTMLElement>('[data-block]')?.dataset['block'];
      if (id) choose(step.id, id);
    };
    const hold = (event: Event) => event.preventDefault();
    root?.addEventListener('click', press);
    root?.addEventListener('submit', hold);
    return () => {
      root?.removeEventListener('click', press);
      root?.removeEventListener('submit', hold);
    };
  }, [choose, step.id]);

  const drop = useRef<(id: string, spot: Spot) => void>(() => {});
  useEffect(() => {
    drop.current = (id, { before, place }) => {
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
      <div className="ui-paper overflow-hidden" role="region" aria-label={`Preview of ${step.name}`}>
        <div ref={host} />
      </div>
    </div>
  );
}

const editorStyle =
  '[data-block]{cursor:pointer;min-height:16px}[data-block]:hover{outline:1px dashed var(--l);outline-offset:-2px}[data-block][data-chosen]{outline:3px solid var(--l);outline-offset:-3px}[data-block]:empty{min-height:48px;background:repeating-linear-gradient(45deg,var(--t),var(--t) 8px,transparent 8px,transparent 16px)}.f .d,.f .ph{display:block}';
