import { useEffect } from 'react';
import type { Editing } from './use-funnel.ts';

/** In a field the browser's own undo would take back letters that are long kept: ours steps in everywhere. */
export function useShortcuts({ undo, redo, flush }: Editing, publish: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const act =
        key === 'z' && event.shiftKey
          ? redo
          : key === 'y'
            ? redo
            : key === 'z'
              ? undo
              : key === 's'
                ? () => void flush()
                : key === 'enter'
                  ? publish
                  : null;
      if (!act || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [undo, redo, flush, publish]);
}
