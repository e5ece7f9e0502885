import { toast, useToaster } from 'react-hot-toast/headless';
import { useEffect } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { kindIcons } from './feedback.tsx';
import { ToastList, type ToastViewProps } from './toast-list.tsx';
import { toastLife } from './toast-queue.ts';
import type { ToastMessage } from './toast-queue.ts';

const marks = {
  success: { of: kindIcons.ok, className: 'text-ok' },
  error: { of: kindIcons.danger, className: 'text-danger' },
  warning: { of: kindIcons.warn, className: 'text-warn' },
  plain: null,
};

function Words({ message }: { message: ToastMessage }) {
  const mark = marks[message.kind];
  const { action } = message;
  return (
    <>
      {mark && (
        <span className={`mt-4 shrink-0 ${mark.className}`}>
          <Icon of={mark.of} />
        </span>
      )}
      <span>{message.text}</span>
      {action && (
        <Button
          variant="quiet"
          onClick={() => {
            toast.dismiss(message.id);
            action.onAct();
          }}
        >
          {action.label}
        </Button>
      )}
    </>
  );
}

/** Fetched with the first toast. Timing, stacking and pausing under the pointer are react-hot-toast's; the looks are ours. */
export default function ToastView({ queue }: ToastViewProps) {
  const { toasts, handlers } = useToaster({ duration: toastLife, removeDelay: 160 });
  useEffect(
    () =>
      queue.connect((message) => {
        toast(<Words message={message} />, {
          id: message.id,
          duration: toastLife,
          removeDelay: 160,
          ariaProps:
            message.kind === 'error'
              ? { role: 'alert', 'aria-live': 'assertive' }
              : { role: 'status', 'aria-live': 'polite' },
        });
      }),
    [queue],
  );
  return (
    <ToastList latest={toasts[0]?.id} onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts.map((one) => (
        <div
          key={one.id}
          className="ui-toast"
          data-leaving={one.visible ? undefined : ''}
          role={one.ariaProps.role === 'alert' ? 'alert' : undefined}
        >
          {typeof one.message === 'function' ? one.message(one) : one.message}
        </div>
      ))}
    </ToastList>
  );
}
