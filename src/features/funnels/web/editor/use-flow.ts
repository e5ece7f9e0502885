import { type RefObject, useLayoutEffect, useState } from 'react';
import { cornerOf, type Flow } from '../../rules/map-lines.ts';

/** A map that goes to the right further than there is room would be cut off: then it goes down. */
export function useFlow(frame: RefObject<HTMLElement | null>, columns: number): Flow {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return cornerOf('right', { column: columns, row: 0 }).x > room ? 'down' : 'right';
}
