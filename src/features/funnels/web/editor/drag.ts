import type { BlockType } from '../../rules/blocks.ts';
import type { Within } from '../../rules/contract.ts';
import { mayNest } from '../../rules/nesting.ts';

/** Where a block would come to stand: before another one, or at the end of the page or of a column. */
export interface Spot {
  before: string | null;
  place?: Within;
}

const startsAfter = 6;
const lifts = 'funnel-lift';
export const newMark = 'new:';

/** A block of the palette is taken: the page that it may be let go on hears of it. */
export function liftNew(type: BlockType, { clientX: x, clientY: y }: PointerEvent): void {
  window.dispatchEvent(
    new CustomEvent<Lift>(lifts, { detail: { id: newMark + type, box: standIn(type), x, y } }),
  );
}

function standIn(type: BlockType): HTMLElement {
  const box = document.createElement('div');
  if (mayNest({ type })) box.dataset['nests'] = '';
  return box;
}

interface Lift {
  id: string;
  box: HTMLElement;
  x: number;
  y: number;
}

/**
 * Blocks are taken with the pointer and put elsewhere on the page. While one is on its way nothing is drawn anew but one
 * line, once a frame: a page of a hundred blocks moves as a page of one. Fingers scroll; they take the chosen block by its grip.
 */
export function listenForDrags(root: ShadowRoot, drop: (id: string, spot: Spot) => void): () => void {
  const line = document.createElement('div');
  line.className = 'drop';
  let lifted: Lift | null = null;
  let isMoving = false;
  let spot: Spot | null = null;
  let at = { x: 0, y: 0 };
  let frame = 0;

  const look = () => {
    frame = 0;
    if (!lifted) return;
    if (scrolledAtEdge(root.host, at.y)) frame = requestAnimationFrame(look);
    spot = spotAt(root, at, lifted, line);
  };
  const over = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    line.remove();
    lifted?.box.removeAttribute('data-lifted');
    lifted = null;
    isMoving = false;
    spot = null;
  };
  const down = (event: PointerEvent) => {
    const target = event.target as HTMLElement;
    const box = target.closest<HTMLElement>('[data-block]');
    const id = box?.dataset['block'];
    if (!box || !id || event.button !== 0) return;
    if (event.pointerType === 'touch' && !target.closest('[data-grip]')) return;
    // A text that is being written is not dragged.
    if (target instanceof HTMLTextAreaElement) return;
    lifted = { id, box, x: event.clientX, y: event.clientY };
  };
  const take = (event: Event) => {
    lifted = (event as CustomEvent<Lift>).detail;
  };
  const move = (event: PointerEvent) => {
    if (!lifted) return;
    at = { x: event.clientX, y: event.clientY };
    if (!isMoving) {
      if (Math.hypot(at.x - lifted.x, at.y - lifted.y) < startsAfter) return;
      isMoving = true;
      lifted.box.setAttribute('data-lifted', '');
      root.querySelector('.f')?.append(line);
    }
    event.preventDefault();
    frame ||= requestAnimationFrame(look);
  };
  const up = () => {
    if (!lifted) return;
    if (isMoving) spot = spotAt(root, at, lifted, line);
    const { id } = lifted;
    const to = spot;
    const wasMoving = isMoving;
    over();
    if (!wasMoving) return;
    // The press that ends a drag chooses nothing.
    const swallow = (event: Event) => event.stopImmediatePropagation();
    window.addEventListener('click', swallow, true);
    setTimeout(() => window.removeEventListener('click', swallow, true));
    if (to) drop(id, to);
  };
  const escape = (event: KeyboardEvent) => event.key === 'Escape' && over();
  const hold = (event: Event) => event.preventDefault();
  root.addEventListener('pointerdown', down as EventListener);
  root.addEventListener('dragstart', hold);
  window.addEventListener(lifts, take);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', over);
  window.addEventListener('keydown', escape);
  return () => {
    over();
    root.removeEventListener('pointerdown', down as EventListener);
    root.removeEventListener('dragstart', hold);
    window.removeEventListener(lifts, take);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', over);
    window.removeEventListener('keydown', escape);
  };
}

const edge = 56;
const step = 12;

/** A page is longer than the screen: held at its edge, what is dragged goes on. */
function scrolledAtEdge(host: Element, y: number): boolean {
  const canvas = host.closest('.ui-tool-canvas');
  const inner = canvas && canvas.scrollHeight > canvas.clientHeight && canvas.clientHeight < innerHeight;
  const box = inner ? canvas : document.scrollingElement;
  if (!box) return false;
  const { top, bottom } = inner ? canvas.getBoundingClientRect() : { top: 0, bottom: footOfScreen() };
  const by = y < top + edge ? -step : y > bottom - edge ? step : 0;
  const before = box.scrollTop;
  box.scrollTop += by;
  return box.scrollTop !== before;
}

/** On a phone a bar lies over it. */
const footOfScreen = (): number =>
  document.querySelector('.ui-tool-foot')?.getBoundingClientRect().top || innerHeight;

/** Shows the line there, too. */
function spotAt(
  root: ShadowRoot,
  { x, y }: { x: number; y: number },
  { id, box }: Lift,
  line: HTMLElement,
): Spot | null {
  const under = root.elementFromPoint(x, y);
  const isNestable = box.dataset['nests'] !== undefined;
  const column = isNestable ? under?.closest<HTMLElement>('[data-column]') : null;
  if (!under || box.contains(under)) return hide(line);
  if (column && !box.contains(column)) {
    const peers = [...column.querySelectorAll<HTMLElement>(':scope > [data-block]')].filter(
      (one) => one !== box,
    );
    const next = peers.find((one) => y < middleOf(one));
    const [block = '', index = '0'] = (column.dataset['column'] ?? '').split(' ');
    show(line, column, next ? next.getBoundingClientRect().top : column.getBoundingClientRect().bottom);
    return { before: next?.dataset['block'] ?? null, place: { block, column: Number(index) } };
  }
  const section = under.closest<HTMLElement>('section[data-block]');
  const main = under.closest<HTMLElement>('.f')?.querySelector<HTMLElement>('[data-main]');
  if (!section && main?.childElementCount === 0) return { before: null };
  if (!section) return hide(line);
  const isAbove = y < middleOf(section);
  const rect = section.getBoundingClientRect();
  const before = isAbove ? section : followerOf(section);
  show(line, section, isAbove ? rect.top : rect.bottom);
  const beforeId = before?.dataset['block'] ?? null;
  return beforeId === id ? hide(line) : { before: beforeId };
}

const followerOf = (section: Element): HTMLElement | null => {
  const next = section.nextElementSibling;
  return next instanceof HTMLElement && next.dataset['block'] !== undefined ? next : null;
};
const middleOf = (box: Element): number => {
  const { top, height } = box.getBoundingClientRect();
  return top + height / 2;
};
function hide(line: HTMLElement): null {
  line.style.display = 'none';
  return null;
}
function show(line: HTMLElement, along: Element, top: number): void {
  const { left, width } = along.getBoundingClientRect();
  line.style.display = 'block';
  line.style.transform = `translate(${left}px,${top - 2}px)`;
  line.style.width = `${width}px`;
}

/** What a finger takes a block by, at its corner. */
export function gripOn(box: HTMLElement): void {
  const grip = document.createElement('span');
  grip.dataset['grip'] = '';
  grip.setAttribute('aria-hidden', 'true');
  box.append(grip);
}

export const dragStyle =
  '[data-grip]{display:none}@media (pointer:coarse){[data-chosen]{position:relative}[data-grip]{display:block;position:absolute;inset:28px 4px auto auto;width:44px;height:44px;z-index:8;border-radius:4px;touch-action:none;background:radial-gradient(circle,var(--i) 2px,transparent 2.5px) center/10px 10px content-box content-box,var(--t);padding:6px;border:1px solid var(--m);box-sizing:border-box}}.drop{position:fixed;inset:0 auto auto 0;height:4px;background:var(--l);pointer-events:none;z-index:9}[data-lifted]{opacity:.4}[data-block]{user-select:none}[data-column]:empty{min-height:48px}';
