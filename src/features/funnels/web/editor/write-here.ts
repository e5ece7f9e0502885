export interface Place {
  blockId: string;
  name: string;
  item: number | null;
}

export interface Writing extends Place {
  area: HTMLTextAreaElement;
  isRich: boolean;
}

/** Which text of a page it is, as the renderer marked it. */
export function placeOf(target: EventTarget | null): (Place & { box: HTMLElement }) | null {
  const box = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-text]') : null;
  const [blockId = '', name = '', item = ''] = box?.dataset['text']?.split(' ') ?? [];
  return box && blockId ? { box, blockId, name, item: item === '' ? null : Number(item) } : null;
}

/**
 * A field in the very place of the text, in its own type. Return ends a line, Escape and a press elsewhere end any, Tab leads
 * to the next text; what is typed is kept letter by letter.
 */
export function writeHere(
  box: HTMLElement,
  {
    text,
    label,
    most,
    isRich,
    onInput,
    onTab,
    onEnd,
  }: {
    text: string;
    label: string;
    most: number;
    isRich: boolean;
    onInput(text: string): void;
    /** To the next text, or to the one before; false where there is none. */
    onTab(isBack: boolean): boolean;
    onEnd(byKey: boolean): void;
  },
): HTMLTextAreaElement {
  const area = document.createElement('textarea');
  const { width, height } = box.getBoundingClientRect();
  const centered = getComputedStyle(box).textAlign;
  area.className = 'writing';
  area.value = text;
  area.maxLength = most;
  area.rows = 1;
  area.setAttribute('aria-label', label);
  area.style.minWidth = `${Math.ceil(width)}px`;
  area.style.textAlign = centered;
  if (isRich) area.style.minHeight = `${Math.ceil(height)}px`;
  const grow = () => {
    area.style.height = '0';
    area.style.height = `${area.scrollHeight}px`;
  };
  let isOver = false;
  const end = (byKey: boolean) => {
    if (isOver) return;
    isOver = true;
    onEnd(byKey);
  };
  area.addEventListener('input', () => {
    if (!isRich && area.value.includes('\n')) area.value = area.value.replaceAll('\n', ' ');
    grow();
    onInput(area.value);
  });
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Tab' && onTab(event.shiftKey)) {
      event.preventDefault();
      return end(false);
    }
    const isDone = event.key === 'Escape' || (event.key === 'Enter' && !isRich && !event.isComposing);
    // Space and Return would open or follow what the text stands in.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    if (!isDone) return;
    event.preventDefault();
    end(true);
  });
  area.addEventListener('keyup', (event) => event.key === ' ' && event.preventDefault());
  area.addEventListener('blur', () => {
    // A dialog that was opened from here gives the place back.
    if (!document.querySelector('dialog[open]')) end(false);
  });
  box.replaceChildren(area);
  area.focus();
  area.select();
  grow();
  return area;
}

/** Where the press was: the field lies in the very place of the text, in its own type. Elsewhere at its end. */
export function caretAt(area: HTMLTextAreaElement, { x, y }: { x: number; y: number }): void {
  const root = area.getRootNode();
  const shadowRoots = root instanceof ShadowRoot ? [root] : [];
  const found = document.caretPositionFromPoint?.(x, y, { shadowRoots });
  const at = found?.offsetNode === area ? found.offset : area.value.length;
  area.setSelectionRange(at, at);
}

/**
 * What is typed comes back from the funnel a moment later, when more may have been typed: that is an echo. What is none was
 * taken back by its keys or typed in the panel, and the field says so.
 */
export function show({ area }: Writing, text: string, echoes: string[]): void {
  const at = echoes.lastIndexOf(text);
  if (at >= 0) echoes.splice(0, at + 1);
  else if (echoes.length === 0 && area.value !== text) area.value = text;
}

export const writeStyle =
  '.f .writing{all:unset;display:block;box-sizing:border-box;width:100%;max-width:none;font:inherit;letter-spacing:inherit;color:inherit;white-space:pre-wrap;overflow:hidden;overflow-wrap:anywhere;cursor:text;user-select:text;box-shadow:0 2px 0 currentColor;text-transform:inherit}.f .writing::selection{background:var(--i);color:var(--g)}.f mark{background:var(--marker);color:var(--ink);box-shadow:0 1px 0 var(--ink)}';
