import { eventStream, type StreamTools } from '#platform/server/http/event-stream.ts';
import type { Beginning, Changes, Feed } from './changes.ts';

/** The changes of one owner as server-sent events; the id of each is its place, to come back to. */
export const changeStream = (
  owner: string,
  { after, epoch, isAnew }: Beginning,
  signal: AbortSignal,
  { feed, ...tools }: StreamTools & { feed: Feed },
): Response =>
  eventStream(signal, tools, ({ send, end }) => {
    let isFirst = true;
    send(`event: ${isAnew ? 'anew' : 'epoch'}\ndata: ${JSON.stringify(epoch)}\n\n`);
    return feed.subscribe(owner, {
      after,
      hear(changes) {
        const { heads, seq, more } = changes;
        if (heads.length > 0) send(changeEvent(changes));
        // Everything that was there is told: from here on it is live.
        if (isFirst && !more) {
          isFirst = false;
          send(`event: live\ndata: ${seq}\n\n`);
        }
      },
      fail: end,
    });
  });

const encoder = new TextEncoder();
const written = new WeakMap<Changes, Uint8Array>();

/** All who stand at one place are told the same changes: they are written once. */
function changeEvent(changes: Changes): Uint8Array {
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
