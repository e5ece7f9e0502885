import { useEffect, useMemo, useRef } from 'react';
import type { Funnel, Step } from '../rules/contract.ts';
import { drawInside } from '../rules/render/page.ts';
import { pageStyle } from '../rules/render/style/index.ts';
import { loadPageType } from './page-type.ts';

const drawnAt = 1120;
/** More of a page is not seen, and a page may have a hundred. */
const mostBlocks = 6;

/** A page as it would be published, small: drawn by what publishes it, to be looked at only. */
export function PagePicture({ funnel, step }: { funnel: Funnel; step: Step | undefined }) {
  const host = useRef<HTMLDivElement>(null);
  // Closed: its fields and headings are a picture of some, for whatever looks through the page.
  const shadow = useRef<ShadowRoot>(null);
  const html = useMemo(() => {
    if (!step) return '';
    const shown = { ...step, blocks: step.blocks.slice(0, mostBlocks) };
    const inside = drawInside({ funnel, step: shown, product: () => null });
    return `<style>${pageStyle(funnel.style, shown.blocks)}</style><div class="f"><div>${inside}</div></div>`;
  }, [funnel, step]);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    loadPageType();
    const root = (shadow.current ??= element.attachShadow({ mode: 'closed' }));
    root.innerHTML = `<style>:host{display:block}.f{width:${drawnAt}px;transform-origin:0 0}</style>${html}`;
    const page = root.querySelector<HTMLElement>('.f');
    const fit = () => {
      if (page) page.style.transform = `scale(${element.clientWidth / drawnAt})`;
    };
    fit();
    const sizes = new ResizeObserver(fit);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [html]);
  return (
    <div aria-hidden="true" inert className="ui-paper relative aspect-4/3 overflow-hidden">
      <div ref={host} className="absolute inset-0" />
    </div>
  );
}
