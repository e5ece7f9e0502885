/** Typing for somebody: as their own keys would, so that the browser's undo takes it back and React hears of it. */
export function typeInto(
  field: HTMLInputElement | HTMLTextAreaElement,
  text: string,
  from: number,
  to: number,
): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Where this is no longer known, the words are put in without the browser's undo.
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Makes the text so, by what changes in it. */
export function retype(
  field: HTMLTextAreaElement,
  { text, start, end }: { text: string; start: number; end: number },
): void {
  const now = field.value;
  let same = 0;
  while (same < Math.min(now.length, text.length) && now[same] === text[same]) same += 1;
  let tail = 0;
  while (tail < Math.min(now.length, text.length) - same && now.at(-1 - tail) === text.at(-1 - tail))
    tail += 1;
  typeInto(field, text.slice(same, text.length - tail), same, now.length - tail);
  requestAnimationFrame(() => field.setSelectionRange(start, end));
}

export const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  target.dataset['merge'] !== undefined;
