import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useState } from 'react';
import { changesOf, type Changed } from '#features/documents/rules/assembly/changes.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';

interface Preview extends Changed {
  /** A click on an answer, or Enter on a blank, leads to its question. */
  leads: {
    onClick: (event: MouseEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** The sheet beside the questions: keeps what did not change, and brings into view what did. */
export function usePreview(
  doc: Doc,
  changed: string | null,
  sheet: RefObject<HTMLElement | null>,
  goTo: (field: string) => void,
): Preview {
  const [shown, setShown] = useState<Changed & { of: Doc | null }>({
    of: null,
    blocks: [],
    lines: new Set(),
  });
  const now = shown.of === doc ? shown : { of: doc, ...changesOf(shown.blocks, doc.blocks) };
  if (now !== shown) setShown(now);
  useEffect(() => {
    if (changed !== null && sheet.current) bringIntoView(sheet.current);
  }, [doc, changed, sheet]);

  const lead = (event: MouseEvent | KeyboardEvent) => {
    const place = (event.target as Element).closest<HTMLElement>('[data-field]');
    // Whoever marks words to copy them stays where they are.
    if (!place?.dataset['field'] || String(getSelection()) !== '') return;
    event.preventDefault();
    goTo(place.dataset['field']);
  };
  const leads = {
    onClick: lead,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.key === ' ') lead(event);
    },
  };
  return { ...now, leads };
}

/** Scrolls the sheet, never the page: on a phone, where both are one, whoever types stays at the question. */
function bringIntoView(sheet: HTMLElement): void {
  let frame: HTMLElement | null = sheet.parentElement;
  while (frame && !/auto|scroll/.test(getComputedStyle(frame).overflowY)) frame = frame.parentElement;
  if (!frame || frame === document.documentElement || frame === document.body) return;
  const marks = [...sheet.querySelectorAll('[data-state="changed"]')];
  const { top, bottom } = frame.getBoundingClientRect();
  const isSeen = (mark: Element) => {
    const box = mark.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  };
  const [first] = marks;
  if (!first || marks.some(isSeen)) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  frame.scrollTo({
    top: frame.scrollTop + first.getBoundingClientRect().top - top - frame.clientHeight / 3,
    behavior: still ? 'instant' : 'smooth',
  });
}
