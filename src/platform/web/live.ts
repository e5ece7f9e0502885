import type { Durable, HeadLike, Place, TellAgain } from './durable.ts';
import { heardRefusal } from './api.ts';
import { whileLeading } from './leader.ts';

export type LiveStatus = 'live' | 'failed';

export interface LiveTools {
  durable: Pick<Durable, 'applyRemote' | 'applyAll' | 'place' | 'tellOnly'>;
  owner: string;
  kind: string;
  /** The URL that streams changes after a position. */
  url(place: Place): string;
  isHead(value: unknown): boolean;
  /** For what this device knows beyond the backup that the account was restored from. */
  tellAgain: TellAgain;
  onStatus(status: LiveStatus): void;
}

type Message = { type: 'ask' } | { type: 'status'; status: LiveStatus };

/** One stream of changes for all tabs of a browser: the leading tab writes it to disk, the others are notified. */
export function followLive({
  durable,
  owner,
  kind,
  url,
  isHead,
  tellAgain,
  onStatus,
}: LiveTools): () => void {
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

  /** Without storage, the position lasts as long as the page. */
  let atHand: Place = { value: 0, epoch: null };

  /** One connection until it ends; it isn't reopened automatically, so that the position always comes from disk. */
  async function once(signal: AbortSignal, told: (status: LiveStatus) => void): Promise<boolean> {
    const place = await durable.place(owner, kind).catch(() => atHand);
    return new Promise((resolve) => {
      const source = new EventSource(url(place));
      let work: Promise<unknown> = Promise.resolve();
      let wentLive = false;
      let now: Place = place;
      /** Everything from the start, until all of it has arrived. */
      let all: HeadLike[] | null = null;
      const end = () => {
        source.close();
        resolve(wentLive);
      };
      // In order; if it can't be stored, it is shown anyway and requested again later.
      const keep = (heads: HeadLike[], put: () => Promise<void>) => {
        work = work.then(put).catch(() => {
          atHand = now;
          durable.tellOnly(owner, kind, heads);
        });
      };
      signal.addEventListener('abort', end, { once: true });
      source.addEventListener('epoch', ({ data }: MessageEvent<string>) => {
        now = { ...now, epoch: epochIn(data) };
      });
      source.addEventListener('anew', ({ data }: MessageEvent<string>) => {
        now = { value: 0, epoch: epochIn(data) };
        all = [];
      });
      source.addEventListener('change', ({ data, lastEventId }: MessageEvent<string>) => {
        const heads = headsOf(data, isHead);
        const here: Place = { ...now, value: Number(lastEventId) || 0 };
        now = here;
        if (all) all.push(...heads);
        else keep(heads, () => durable.applyRemote(owner, kind, heads, here.value, here.epoch));
      });
      source.addEventListener('live', () => {
        const [heads, here] = [all ?? [], now];
        if (all) keep(heads, () => durable.applyAll(owner, kind, heads, here, tellAgain));
        else if (here.epoch !== place.epoch)
          keep([], () => durable.applyRemote(owner, kind, [], here.value, here.epoch));
        all = null;
        void work.then(() => {
          wentLive = true;
          told('live');
        });
      });
      source.addEventListener('error', () => {
        if (source.readyState === EventSource.CLOSED) heardRefusal();
        end();
      });
    });
  }

  return () => {
    ending.abort();
    channel.close();
  };
}

function epochIn(data: string): string | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function headsOf(data: string, isHead: (value: unknown) => boolean): HeadLike[] {
  try {
    const value: unknown = JSON.parse(data);
    return Array.isArray(value) ? (value.filter(isHead) as HeadLike[]) : [];
  } catch {
    return [];
  }
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
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
