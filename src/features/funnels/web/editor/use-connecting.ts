import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { connect, stepOf } from '../../rules/edit.ts';
import type { Edge } from '../../rules/layout.ts';
import type { Work } from './state.ts';

type Start = Omit<Edge, 'to'>;

const startsAfter = 6;
const edge = 40;

/**
 * A way is drawn from a dot to a step. Whoever presses the dot, with a finger, a key or the pointer, chooses the step by
 * the next press instead; Delete on the dot takes the way away.
 */
export function useConnecting({ editing, say }: Work, line: RefObject<SVGPathElement | null>) {
  const [from, setFrom] = useState<Start | null>(null);
  const { funnel, change } = editing;

  const lead = useCallback(
    (start: Start, to: string | null) => {
      setFrom(null);
      if (start.from === to) return say('A step can’t lead to itself.');
      change((now) => connect(now, start, to));
      const name = stepOf(funnel, start.from)?.name ?? '';
      const target = to === null ? null : stepOf(funnel, to)?.name;
      say(target ? `${name} leads to ${target}.` : `${name} is disconnected there. Use Undo to restore it.`);
      return undefined;
    },
    [change, funnel, say],
  );

  useEffect(() => {
    if (!from) return undefined;
    const escape = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && setFrom(null);
    window.addEventListener('keydown', escape);
    return () => window.removeEventListener('keydown', escape);
  }, [from]);

  const armed = (start: Start) =>
    setFrom((now) => (now?.from === start.from && now.kind === start.kind ? null : start));

  return {
    from,

    /** True when the press of a step was the end of a way. */
    press(stepId: string): boolean {
      if (!from) return false;
      lead(from, stepId);
      return true;
    },

    keyOn(event: KeyboardEvent, start: Start): void {
      if (event.key === 'Enter' || event.key === ' ') armed(start);
      else if (event.key === 'Delete' || event.key === 'Backspace') lead(start, null);
      else return;
      event.preventDefault();
    },

    beginAt(event: PointerEvent<HTMLElement>, start: Start): void {
      if (event.button !== 0) return;
      const port = event.currentTarget;
      const map = port.closest<HTMLElement>('[role=group]');
      const origin = { x: event.clientX, y: event.clientY };
      let isMoving = false;
      port.setPointerCapture(event.pointerId);

      const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
        isMoving ||= Math.hypot(clientX - origin.x, clientY - origin.y) >= startsAfter;
        if (!isMoving || !map) return;
        const box = map.getBoundingClientRect();
        map.scrollLeft += clientX > box.right - edge ? edge / 4 : clientX < box.left + edge ? -edge / 4 : 0;
        const sheet = line.current?.ownerSVGElement?.getBoundingClientRect();
        const dot = port.getBoundingClientRect();
        if (sheet)
          line.current?.setAttribute(
            'd',
            `M${dot.x + dot.width / 2 - sheet.x} ${dot.y + dot.height / 2 - sheet.y}L${clientX - sheet.x} ${clientY - sheet.y}`,
          );
      };
      const over = () => {
        line.current?.removeAttribute('d');
        port.removeEventListener('pointermove', move);
        port.removeEventListener('pointerup', up);
        port.removeEventListener('pointercancel', over);
      };
      const up = ({ clientX, clientY }: globalThis.PointerEvent) => {
        over();
        if (!isMoving) return armed(start);
        const to = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-step]')?.dataset[
          'step'
        ];
        if (to !== undefined) lead(start, to);
      };
      port.addEventListener('pointermove', move);
      port.addEventListener('pointerup', up);
      port.addEventListener('pointercancel', over);
    },
  };
}
