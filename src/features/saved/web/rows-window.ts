import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

export interface RowsWindow {
  first: number;
  last: number;
}

/** Which of many rows of one height are near the screen; the page itself scrolls. */
export function useRowsWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): RowsWindow {
  const [window_, setWindow] = useState<RowsWindow>({ first: 0, last: Math.min(count, 10) });
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const around = 8;
      const first = Math.max(0, Math.floor(-top / height) - around);
      const last = Math.min(count, Math.ceil((window.innerHeight - top) / height) + around);
      setWindow((now) =>
        now.first === first && now.last === last ? now : { first, last: Math.max(first, last) },
      );
    };
    const soon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    // In the next frame: here it would have the page laid out twice.
    soon();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [list, count, height]);
  return window_;
}

/** On a phone a name has two lines. */
const heights = { narrow: 80, wide: 64 };
const narrow = '(width < 48rem)';
const hearWidth = (changed: () => void) => {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};
export const useRowHeight = (): number =>
  useSyncExternalStore(
    hearWidth,
    () => heights[window.matchMedia(narrow).matches ? 'narrow' : 'wide'],
    () => heights.wide,
  );
