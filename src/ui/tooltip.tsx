import { cloneElement, useId, useRef } from 'react';
import type { ReactElement } from 'react';
import { place } from './float.ts';
import { Shortcut } from './text.tsx';

interface TooltipProps {
  text: string;
  shortcut?: string | undefined;
  /** The text is the control's own name already; it is then not said twice. */
  isName?: boolean;
  children: ReactElement<{ 'aria-describedby'?: string }>;
}

/** Words only, on hover and on keyboard focus, gone with Esc. Nothing that is needed lives only here. */
export function Tooltip({ text, shortcut, isName, children }: TooltipProps) {
  const id = useId();
  const tip = useRef<HTMLSpanElement>(null);
  const hide = () => {
    if (tip.current?.matches?.(':popover-open')) tip.current.hidePopover();
  };
  const show = (anchor: Element) => {
    const floating = tip.current;
    if (!floating?.showPopover || floating.matches(':popover-open')) return;
    floating.showPopover();
    place(floating, anchor.firstElementChild ?? anchor, { align: 'center', gap: 8 });
  };
  return (
    <span
      className="contents"
      onPointerOver={(event) => event.pointerType === 'mouse' && show(event.currentTarget)}
      onPointerOut={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && hide()}
      onFocus={(event) => event.target.matches(':focus-visible') && show(event.currentTarget)}
      onBlur={hide}
      onPointerDown={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {isName ? children : cloneElement(children, { 'aria-describedby': id })}
      <span
        ref={tip}
        id={id}
        popover="manual"
        role="tooltip"
        className="ui-tip"
        aria-hidden={isName || undefined}
      >
        {text}
        {shortcut && <Shortcut keys={shortcut} />}
      </span>
    </span>
  );
}
