import { type ReactNode, useEffect, useRef } from 'react';
import type { ToastQueue } from './toast-queue.ts';

export interface ToastViewProps {
  queue: ToastQueue;
}

/** Under the header; in the top layer, raised again over a dialog that opened since. */
export function ToastList({
  latest,
  children,
  ...hover
}: {
  latest: string | undefined;
  children: ReactNode;
  onMouseEnter?: () => void;
  onMouseLeave?: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element?.showPopover) return;
    const isOpen = element.matches(':popover-open');
    if (isOpen && document.querySelector('dialog[open]')) element.hidePopover();
    if (!element.matches(':popover-open')) element.showPopover();
  }, [latest]);
  // How much room they take, for the page that makes way on a phone.
  useEffect(() => {
    const element = list.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--toasts', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--toasts');
    };
  }, []);
  return (
    <div ref={list} className="ui-toasts" popover="manual" role="status" aria-atomic="false" {...hover}>
      {children}
    </div>
  );
}
