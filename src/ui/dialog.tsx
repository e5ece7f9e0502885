import X from './icons/x.ts';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface DialogProps {
  open: boolean;
  /** Asked for by Esc, the backdrop and the cross; the dialog closes when `open` says so. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons, the safe one first: it gets the focus when there is no field. */
  actions?: ReactNode;
  wide?: boolean;
}

/** The browser's own modal: focus is held inside and goes back where it was. Its content lives only while it is open. */
export function Dialog({ open, onClose, title, children, actions, wide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  return (
    <dialog
      ref={ref}
      className="ui-dialog"
      data-wide={wide ? '' : undefined}
      aria-labelledby={heading}
      onCancel={(event) => {
        // A file picker inside cancels too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => open && onClose()}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && (
        <div className="ui-dialog-sheet">
          <h2 id={heading}>{title}</h2>
          {children && <div className="ui-dialog-body">{children}</div>}
          {actions && <div className="ui-actions">{actions}</div>}
          <button
            type="button"
            className="ui-button"
            data-variant="quiet"
            data-size="tool"
            data-square=""
            aria-label="Close"
            onClick={onClose}
          >
            <Icon of={X} />
          </button>
        </div>
      )}
    </dialog>
  );
}
