/** How a person knows what they look for: by what it is and what it is called. */
export interface Wanted {
  /** `field` is anything that has a label. */
  kind: 'button' | 'link' | 'field' | 'heading' | 'menuitem' | 'item' | 'text';
  name: string;
  /** The named part of the page that it is in. */
  within?: string;
  /** The name begins with these words. */
  begins?: boolean;
  /** Its window closes at the press. */
  closes?: boolean;
}

export type Seen =
  | { state: 'missing' | 'disabled' }
  | { state: 'covered'; by: string }
  | { state: 'there'; x: number; y: number; text: string; value: string };

/** Runs in the page, whole as it stands here: it closes over nothing. */
export function look(wanted: Wanted, act: 'see' | 'press' | 'focus', value?: string): Seen {
  const selectors = {
    button: 'button, [role="button"], [role="tab"], [role="radio"], input[type="submit"], summary',
    link: 'a[href]',
    field: 'input:not([type="hidden"]), textarea, select, [contenteditable="true"]',
    heading: 'h1, h2, h3, h4',
    menuitem: '[role^="menuitem"]',
    item: 'li, tr',
    text: 'body *',
  };
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const byId = (ids: string) =>
    ids
      .split(/\s+/)
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');
  const nameOf = (element: Element): string => {
    const labelled = element.getAttribute('aria-labelledby');
    if (labelled) return tidy(byId(labelled));
    const own = element.getAttribute('aria-label');
    if (own) return tidy(own);
    const labels = (element as HTMLInputElement).labels;
    if (labels?.length) {
      const copy = labels[0]?.cloneNode(true) as Element;
      for (const field of copy.querySelectorAll('input, select, textarea')) field.remove();
      return tidy(copy.textContent);
    }
    if (element instanceof HTMLFieldSetElement) return tidy(element.querySelector('legend')?.textContent);
    return tidy(element.textContent);
  };
  const fits = (text: string, name: string) => (wanted.begins ? text.startsWith(name) : text === name);
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  // A dialog that is open is all that can be reached.
  const dialogs = [...document.querySelectorAll('dialog[open]')].filter((one) => one.matches(':modal'));
  let roots: Element[] = dialogs.length > 0 ? dialogs.slice(-1) : [document.body];
  if (wanted.within)
    roots = roots
      .flatMap((root) => [
        ...root.querySelectorAll(
          'main, header, footer, section, fieldset, nav, dialog, aside, form, li, tr, article, [role]',
        ),
        root,
      ])
      .filter((part) => nameOf(part) === wanted.within || part.tagName.toLowerCase() === wanted.within);
  const found = roots
    .flatMap((root) => [...root.querySelectorAll(selectors[wanted.kind])])
    .filter((element) =>
      wanted.kind === 'text'
        ? element.children.length === 0 || [...element.childNodes].some((node) => node.nodeType === 3)
        : true,
    )
    .filter((element) =>
      wanted.kind === 'text'
        ? tidy(element.textContent).includes(wanted.name)
        : fits(nameOf(element), wanted.name),
    )
    .filter(isShown);
  const element = found[0];
  if (!element) return { state: 'missing' };
  if ((element as HTMLButtonElement).disabled || element.closest('[inert]')) return { state: 'disabled' };
  const text = tidy(element.textContent);
  const present = (element as HTMLInputElement).value ?? text;
  if (act === 'see') return { state: 'there', x: 0, y: 0, text, value: present };
  if (value !== undefined && element instanceof HTMLSelectElement) {
    // A list of the browser's own is drawn outside the page, where no script and no photograph gets.
    const option = [...element.options].find((one) => one.value === value || tidy(one.text) === value);
    if (!option) return { state: 'missing' };
    element.focus();
    element.value = option.value;
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
    return { state: 'there', x: 0, y: 0, text, value: element.value };
  }
  const target = element;
  target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  // The first line of it: the middle of a link over two lines may be beside both.
  const box = [...target.getClientRects()][0] ?? target.getBoundingClientRect();
  const x = Math.round(box.left + box.width / 2);
  const y = Math.round(box.top + box.height / 2);
  const hit = document.elementFromPoint(x, y);
  const isReached =
    hit !== null &&
    (hit === target ||
      target.contains(hit) ||
      [...((target as HTMLInputElement).labels ?? [])].some((label) => label.contains(hit)));
  if (!isReached) {
    const by = hit
      ? `<${hit.tagName.toLowerCase()}> ${tidy(hit.textContent).slice(0, 60)}`
      : 'the edge of the window';
    return { state: 'covered', by };
  }
  return { state: 'there', x, y, text, value: present };
}
