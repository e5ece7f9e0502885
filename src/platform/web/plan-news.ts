const listeners = new Set<() => void>();
let channel: BroadcastChannel | null = null;

const hear = () => {
  for (const listener of listeners) listener();
};

/** What someone may do has changed because of their payment: whoever shows it asks the server again, in every tab. */
export function tellPlanChanged(): void {
  open().postMessage(null);
  hear();
}

export function onPlanChanged(listener: () => void): () => void {
  open();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function open(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel('hub.plan');
    channel.addEventListener('message', hear);
  }
  return channel;
}
