import { heardRefusal } from './api.ts';
import { whileLeading } from './leader.ts';
import { pause } from './live.ts';

const atMostEveryMs = 1000;

/**
 * A line on which the hub says that something of this person has moved, without saying what: one line for all tabs of a
 * browser, held by the leading one. Each tab then asks, at most once a second, and only while it is looked at.
 */
export function followNews(name: string, url: string, ask: () => Promise<unknown>): () => void {
  const ending = new AbortController();
  const channel = new BroadcastChannel(`hub.news ${name}`);
  let isStale = false;
  let isResting = false;

  const again = () => {
    isStale = true;
    if (isResting || ending.signal.aborted || document.visibilityState === 'hidden') return;
    isStale = false;
    isResting = true;
    void ask()
      .catch(() => {})
      .then(() =>
        setTimeout(() => {
          isResting = false;
          if (isStale) again();
        }, atMostEveryMs),
      );
  };
  const looksAgain = () => isStale && again();
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
  document.addEventListener('visibilitychange', looksAgain);
  whileLeading(`hub.news ${name}`, ending.signal, (signal) => void listen(signal));
  return () => {
    ending.abort();
    channel.close();
    document.removeEventListener('visibilitychange', looksAgain);
  };
}
