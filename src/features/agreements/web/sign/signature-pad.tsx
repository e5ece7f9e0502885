import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { drawingPath, field, mostStrokes, type Stroke, withPoint } from '../../rules/drawing.ts';

interface SignaturePadProps {
  strokes: readonly Stroke[];
  onChange(strokes: readonly Stroke[]): void;
  /** Of the note below it, which says what is wrong. */
  describedBy?: string | undefined;
}

/** A line to sign on with a pen, a finger or a mouse. Whoever can't draw types their name instead. */
export function SignaturePad({ strokes, onChange, describedBy }: SignaturePadProps) {
  const surface = useRef<SVGSVGElement>(null);
  // Several points come between two drawings of the page.
  const current = useRef(strokes);
  useLayoutEffect(() => {
    current.current = strokes;
  }, [strokes]);
  const pen = useRef<number | null>(null);

  const set = (next: readonly Stroke[]) => {
    if (next === current.current) return;
    current.current = next;
    onChange(next);
  };
  const add = (events: readonly { clientX: number; clientY: number }[]) => {
    const box = surface.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    let next = current.current;
    for (const { clientX, clientY } of events)
      next = withPoint(
        next,
        ((clientX - box.left) / box.width) * field.width,
        ((clientY - box.top) / box.height) * field.height,
      );
    set(next);
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (pen.current !== null || event.button !== 0 || current.current.length >= mostStrokes) return;
    event.preventDefault();
    pen.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    set([...current.current, []]);
    add([event]);
  };
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (pen.current !== event.pointerId) return;
    const all = event.nativeEvent.getCoalescedEvents?.() ?? [];
    add(all.length > 0 ? all : [event]);
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    if (pen.current === event.pointerId) pen.current = null;
  };

  const count = strokes.length;
  return (
    <div>
      <div className="ui-paper ui-sign">
        <svg
          ref={surface}
          viewBox={`0 0 ${field.width} ${field.height}`}
          role="img"
          aria-label={
            count === 0
              ? 'Empty signature field. To sign with the keyboard, choose Type.'
              : `Your signature, drawn in ${count === 1 ? '1 stroke' : `${count} strokes`}`
          }
          aria-describedby={describedBy}
          data-testid="signature-pad"
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={end}
        >
          <path d="M40 150h520" />
          <path d="M44 118l20 20m0-20l-20 20" />
          <path data-ink="" d={drawingPath(strokes)} />
        </svg>
        {count === 0 && (
          <span className="ui-sign-hint" aria-hidden="true">
            Draw your signature here
          </span>
        )}
      </div>
      <div className="flex">
        <Button
          variant="quiet"
          size="tool"
          data-flush="start"
          disabled={count === 0}
          onClick={() => onChange(strokes.slice(0, -1))}
        >
          Undo stroke
        </Button>
        <Button variant="quiet" size="tool" disabled={count === 0} onClick={() => onChange([])}>
          Clear
        </Button>
      </div>
    </div>
  );
}
