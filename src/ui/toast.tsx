import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { createToastQueue, firstUsable, toastLife } from './toast-queue.ts';
import type { ToastAction, ToastKind, ToastMessage } from './toast-queue.ts';
import { ToastList, type ToastViewProps } from './toast-list.tsx';

const queue = createToastQueue();

/** Nothing is ever said on a server: it would be said to everyone. */
const say = (kind: ToastKind) => (text: string, options?: { action?: ToastAction }) => {
  if (typeof document !== 'undefined') queue.say(kind, text, options?.action);
};

export const toast = {
  success: say('success'),
  error: say('error'),
  warning: say('warning'),
  plain: say('plain'),
};

type View = ComponentType<ToastViewProps>;

/** Once in the app. Renders nothing until the first toast, then fetches what shows them. */
export function ToastHost({
  load = () => import('./toast-view.tsx'),
}: {
  load?: () => Promise<{ default: View } | undefined>;
}) {
  const isWanted = useSyncExternalStore(queue.subscribe, queue.isWanted, () => false);
  const [view, setView] = useState<{ View: View }>();
  const loader = useRef(load);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    void firstUsable(loader.current, PlainToasts).then((View) => isHere && setView({ View }));
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return view ? <view.View queue={queue} /> : null;
}

function PlainToasts({ queue: source }: ToastViewProps) {
  const [messages, setMessages] = useState<ToastMessage[]>([]);
  useEffect(
    () =>
      source.connect((message) => {
        setMessages((all) => [...all, message]);
        setTimeout(() => setMessages((all) => all.filter((one) => one !== message)), toastLife);
      }),
    [source],
  );
  return (
    <ToastList latest={messages.at(-1)?.id}>
      {messages.map((message) => (
        <div key={message.id} className="ui-toast" role={message.kind === 'error' ? 'alert' : undefined}>
          {message.text}
          {message.action && (
            <button type="button" className="ui-button" data-variant="quiet" onClick={message.action.onAct}>
              {message.action.label}
            </button>
          )}
        </div>
      ))}
    </ToastList>
  );
}
