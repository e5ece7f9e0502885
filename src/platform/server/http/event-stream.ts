export interface StreamTools {
  /** Checked with every heartbeat and before anything is sent: an ended session receives nothing more. */
  isStillHere(): Promise<boolean>;
  heartbeatMs: number;
}

interface Line {
  send(event: string | Uint8Array): void;
  end(): void;
}

const encoder = new TextEncoder();
/** A reader that falls this many events behind is disconnected, and reconnects for the rest. */
const mostWaiting = 8;
/** A session that was valid this recently isn't checked again. */
const freshMs = 1000;

/** Server-sent events until the client disconnects; `begin` returns the cleanup. */
export function eventStream(
  signal: AbortSignal,
  { isStillHere, heartbeatMs }: StreamTools,
  begin: (line: Line) => () => void,
): Response {
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false;
        const send = (event: string | Uint8Array) => {
          if (isOver) return;
          if ((controller.desiredSize ?? 0) < -mostWaiting) return end();
          controller.enqueue(typeof event === 'string' ? encoder.encode(event) : event);
        };
        let seen = performance.now();
        let asking = false;
        const waiting: (string | Uint8Array)[] = [];
        const ask = () => {
          if (asking || isOver) return;
          asking = true;
          isStillHere().then(
            (isHere) => {
              asking = false;
              seen = performance.now();
              if (!isHere) return end();
              for (const event of waiting.splice(0)) send(event);
            },
            () => end(),
          );
        };
        const tell = (event: string | Uint8Array) => {
          if (waiting.length === 0 && performance.now() - seen < freshMs) return send(event);
          waiting.push(event);
          if (waiting.length > mostWaiting) end();
          else ask();
        };
        send('retry: 1000\n\n');
        const leave = begin({ send: tell, end: () => end() });
        const beat = setInterval(() => {
          send(': beat\n\n');
          ask();
        }, heartbeatMs);
        end = () => {
          if (isOver) return;
          isOver = true;
          clearInterval(beat);
          leave();
          try {
            controller.close();
          } catch {
            // The client has already disconnected.
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
      // A buffering proxy would delay events.
      'x-accel-buffering': 'no',
    },
  });
}
