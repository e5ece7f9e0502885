import { heardRefusal } from './api.ts';
import { askAgain } from './ask-again.ts';
import { whileLeading } from './leader.ts';
import { pause } from './live.ts';

/**
 * A line on which the hub says that something of this person has moved, without saying what: one line for all tabs of a
 * browser, held by the leading one. Each tab then asks, at most once a second, and only while it is looked at.
 */
export function followNews(name: string, url: string, ask: () => Promise<unknown>): () => void {
  const ending = new AbortController();
  const channel = new BroadcastChannel(`hub.news ${name}`);
  const again = askAgain(ask, ending.signal);
  const told = () => {
    again();
    if (!ending.signal.aborted) channel.postMessage('moved');
  };

  async function listen(signal: AbortSignal): Promise<void> {
    for (let wait = 1000; !signal.aborted; wait = Math.min(wait * 2, 30_000)) {
      await new Promise<void>((closed) => {
        const source = new EventSource(url);
        // Each time it begins, whatever moved before it did is asked for.
        source.addEventListener('live', () => {
          wait = 1000;
          told();
        });
        source.addEventListener('moved', told);
        source.addEventListener('error', () => {
          // While the browser connects again by itself, it is let.
          if (source.readyState !== EventSource.CLOSED) return;
          heardRefusal();
          closed();
        });
        signal.addEventListener('abort', () => {
          source.close();
          closed();
        });
      });
      if (!signal.aborted) await pause(wait * (0.5 + Math.random() / 2), signal);
    }
  }

  channel.addEventListener('message', again);
  whileLeading(`hub.news ${name}`, ending.signal, (signal) => void listen(signal));
  return () => {
    ending.abort();
    channel.close();
  };
}
