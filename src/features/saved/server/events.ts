import type { ChangesAnswer } from '../rules/contract.ts';
import type { Feed, Subscriber } from './changes.ts';

export interface EventTools {
  feed: Feed;
  /** Asked with every heartbeat: a session that has ended hears no more. */
  isStillHere(): Promise<boolean>;
  heartbeatMs: number;
}

const encoder = new TextEncoder();
/** A reader that takes nothing for this long a list is cut, and comes back for the rest. */
const mostWaiting = 8;

/** The changes of one owner as server-sent events; the id of each is its place, to come back to. */
export function eventStream(
  owner: string,
  after: number,
  signal: AbortSignal,
  { feed, isStillHere, heartbeatMs }: EventTools,
): Response {
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false;
        let isFirst = true;
        const sendBytes = (bytes: Uint8Array) => {
          if (isOver) return;
          if ((controller.desiredSize ?? 0) < -mostWaiting) return end();
          controller.enqueue(bytes);
        };
        const send = (text: string) => sendBytes(encoder.encode(text));
        const subscriber: Subscriber = {
          after,
          hear(changes) {
            const { heads, seq, more } = changes;
            if (heads.length > 0) sendBytes(changeEvent(changes));
            // Everything that was there is told: from here on it is live.
            if (isFirst && !more) {
              isFirst = false;
              send(`event: live\ndata: ${seq}\n\n`);
            }
          },
          fail: () => end(),
        };
        send('retry: 1000\n\n');
        const leave = feed.subscribe(owner, subscriber);
        const beat = setInterval(() => {
          send(': beat\n\n');
          isStillHere().then(
            (isHere) => isHere || end(),
            () => end(),
          );
        }, heartbeatMs);
        end = () => {
          if (isOver) return;
          isOver = true;
          clearInterval(beat);
          leave();
          try {
            controller.close();
          } catch {
            // The reader has gone already.
          }
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', () => end(), { once: true });
      },
      cancel: () => end(),
    },
    { highWaterMark: 1 },
  );
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // A proxy that collects an answer before passing it on would make it late.
      'x-accel-buffering': 'no',
    },
  });
}

const written = new WeakMap<ChangesAnswer, Uint8Array>();

/** All who stand at one place are told the same changes: they are written once. */
function changeEvent(changes: ChangesAnswer): Uint8Array {
  const known = written.get(changes);
  if (known) return known;
  const { heads, seq } = changes;
  const bytes = encoder.encode(`id: ${seq}\nevent: change\ndata: ${JSON.stringify(heads)}\n\n`);
  written.set(changes, bytes);
  return bytes;
}

/** The place to go on from: what the browser says it had last, else what the page asks for. */
export function placeOf(lastEventId: string | null, after: number): number {
  const last = /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0;
  return Math.max(last, after);
}
