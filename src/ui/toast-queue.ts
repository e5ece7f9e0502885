export type ToastKind = 'success' | 'error' | 'warning' | 'plain';

export interface ToastAction {
  label: string;
  onAct: () => void;
}

export interface ToastMessage {
  id: string;
  kind: ToastKind;
  text: string;
  action?: ToastAction;
}

/** How long a toast stays. */
export const toastLife = 3000;

/** Between those who speak and whatever shows it: what is said before anything can show it waits, in order. */
export function createToastQueue() {
  let show: ((message: ToastMessage) => void) | null = null;
  let waiting: ToastMessage[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  return {
    say(kind: ToastKind, text: string, action?: ToastAction): void {
      count += 1;
      const message: ToastMessage = { id: `toast-${count}`, kind, text, ...(action && { action }) };
      if (show) show(message);
      else waiting.push(message);
      for (const listener of listeners) listener();
    },
    /** True from the first word on. */
    isWanted: () => count > 0,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    connect(next: (message: ToastMessage) => void) {
      show = next;
      const missed = waiting;
      waiting = [];
      missed.forEach(next);
      return () => {
        if (show === next) show = null;
      };
    },
  };
}

export type ToastQueue = ReturnType<typeof createToastQueue>;

/** The view that came, or the spare one when it failed, came empty, or kept a person waiting. */
export async function firstUsable<View>(
  load: () => Promise<{ default: View } | undefined>,
  spare: View,
  patience = 2000,
): Promise<View> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patience, undefined);
  });
  try {
    return (await Promise.race([load(), late]))?.default ?? spare;
  } catch {
    return spare;
  } finally {
    clearTimeout(timer);
  }
}
