import type { Durable, HeadLike } from './durable.ts';
import { whileLeading } from './leader.ts';

export type LiveStatus = 'live' | 'failed';

export interface LiveTools {
  durable: Pick<Durable, 'applyRemote' | 'place'>;
  owner: string;
  kind: string;
  /** The address that streams changes after a place. */
  url(place: number): string;
  isHead(value: unknown): boolean;
  onStatus(status: LiveStatus): void;
}

type Message = { type: 'ask' } | { type: 'status'; status: LiveStatus };

/** One stream of changes for all tabs of a browser: the leading tab reads it onto the disk, the others hear of it. */
export function followLive({ durable, owner, kind, url, isHead, onStatus }: LiveTools): () => void {
  const ending = new AbortController();
  const name = `hub.live ${owner} ${kind}`;
  const channel = new BroadcastChannel(name);
  let status: LiveStatus | null = null;
  let isLeading = false;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'status' && !isLeading) onStatus(data.status);
    if (data.type === 'ask' && isLeading && status)
      channel.postMessage({ type: 'status', status } satisfies Message);
  });
  channel.postMessage({ type: 'ask' } satisfies Message);

  const tell = (next: LiveStatus) => {
    if (ending.signal.aborted) return;
    status = next;
    onStatus(next);
    channel.postMessage({ type: 'status', status: next } satisfies Message);
  };

  whileLeading(name, ending.signal, (signal) => {
    isLeading = true;
    void read(signal, tell);
  });

  async function read(signal: AbortSignal, told: (status: LiveStatus) => void): Promise<void> {
    let wait = 1000;
    while (!signal.aborted) {
      const wentLive = await once(signal, told);
      if (signal.aborted) return;
      told('failed');
      wait = wentLive ? 1000 : Math.min(wait * 2, 30_000);
      await pause(wait * (0.5 + Math.random() / 2), signal);
    }
  }

  /** One connection, until it ends; it is not opened again by itself, so that the place is always the disk's. */
  async function once(signal: AbortSignal, told: (status: LiveStatus) => void): Promise<boolean> {
    const place = await durable.place(owner, kind).catch(() => 0);
    return new Promise((resolve) => {
      const source = new EventSource(url(place));
      let work: Promise<unknown> = Promise.resolve();
      let wentLive = false;
      const end = () => {
        source.close();
        resolve(wentLive);
      };
      signal.addEventListener('abort', end, { once: true });
      source.addEventListener('change', ({ data, lastEventId }: MessageEvent<string>) => {
        const heads = headsOf(data, isHead);
        // In order, and the connection ends where the disk does not take it: it is asked for again.
        work = work.then(() => durable.applyRemote(owner, kind, heads, Number(lastEventId) || 0)).catch(end);
      });
      source.addEventListener('live', () => {
        void work.then(() => {
          wentLive = true;
          told('live');
        });
      });
      source.addEventListener('error', end);
    });
  }

  return () => {
    ending.abort();
    channel.close();
  };
}

function headsOf(data: string, isHead: (value: unknown) => boolean): HeadLike[] {
  try {
    const value: unknown = JSON.parse(data);
    return Array.isArray(value) ? (value.filter(isHead) as HeadLike[]) : [];
  } catch {
    return [];
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    window.addEventListener('online', go);
    signal.addEventListener('abort', go, { once: true });
  });
}
