import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

const startsAfter = 6;

const itemAt = (list: Element | null | undefined, x: number, y: number): string | null => {
  const item = document.elementFromPoint(x, y)?.closest<HTMLElement>('li[data-id]');
  return (item && list?.contains(item) && item.dataset['id']) || null;
};

/**
 * Items of a list are taken with the mouse and let go on the one before which they shall stand. By the pointer, as on the
 * page itself: engines do not agree on what may be dragged by the system. Fingers scroll; keys have ways of their own.
 */
export function useListDrag(drop: (id: string, onto: string) => void) {
  const [over, setOver] = useState<string | null>(null);
  const lifted = useRef<{ id: string; list: Element | null; x: number; y: number; moves: boolean } | null>(
    null,
  );
  const latest = useRef(drop);
  useEffect(() => {
    latest.current = drop;
  });
  useEffect(() => {
    const end = () => {
      lifted.current = null;
      setOver(null);
    };
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      const held = lifted.current;
      if (!held) return;
      held.moves ||= Math.hypot(x - held.x, y - held.y) > startsAfter;
      if (held.moves) setOver(itemAt(held.list, x, y));
    };
    const up = ({ clientX: x, clientY: y }: PointerEvent) => {
      const held = lifted.current;
      end();
      if (!held?.moves) return;
      // The press that ends a drag chooses nothing.
      const swallow = (event: Event) => event.stopImmediatePropagation();
      window.addEventListener('click', swallow, true);
      setTimeout(() => window.removeEventListener('click', swallow, true));
      const onto = itemAt(held.list, x, y);
      if (onto !== null && onto !== held.id) latest.current(held.id, onto);
    };
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && end();
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', escape);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', escape);
    };
  }, []);
  const lift = (id: string) => (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const list = event.currentTarget.parentElement;
    lifted.current = { id, list, x: event.clientX, y: event.clientY, moves: false };
  };
  return { over, lift };
}
