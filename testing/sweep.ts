import { randomOf } from './random.ts';
import type { Shot } from './shots.ts';

/** Hostile requests, while somebody else asks for the time of day. */

export interface SweepReport {
  sent: number;
  routes: number;
  statuses: Record<number, number>;
  /** Answers of 500 and more that are no plain "busy" to the caller, and none at all. */
  faults: string[];
  /** What kept somebody else waiting, each time it was sent. */
  stalls: string[];
  /** The longest that anybody else waited, in milliseconds. */
  longest: number;
}

const mostWait = 250;
/** A connection of its own each: one that is kept may be closed by the hub in the very moment it is used again. */
const alone = { connection: 'close' };

export interface SweepOptions {
  url: string;
  shots: readonly Shot[];
  seed: number;
  /** A free member's session; half of the requests come as nobody. */
  cookies: readonly string[];
  width?: number;
  /** No new request after so long. */
  seconds?: number;
}

export async function sweep({
  url,
  shots,
  seed,
  cookies,
  width = 3,
  seconds = Infinity,
}: SweepOptions): Promise<SweepReport> {
  const random = randomOf(seed);
  const report: SweepReport = {
    sent: 0,
    routes: new Set(shots.map(({ method, path }) => `${method} ${path}`)).size,
    statuses: {},
    faults: [],
    stalls: [],
    longest: 0,
  };
  const end = performance.now() + seconds * 1000;
  const underway = new Set<Shot>();
  const suspects = new Set<Shot>();
  let address = 0;

  async function fire(shot: Shot): Promise<void> {
    const cookie =
      /sign-out|sign-in|account\/delete|sessions\/revoke|change-password|change-email/.test(shot.path) ||
      random() < 0.4
        ? undefined
        : cookies[Math.floor(random() * cookies.length)];
    address += 1;
    underway.add(shot);
    try {
      const response = await fetch(url + shot.path, {
        method: shot.method,
        redirect: 'manual',
        headers: {
          ...alone,
          'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
          ...(shot.body !== undefined && { 'content-type': 'application/json' }),
          ...(cookie && { cookie }),
        },
        ...(shot.body && shot.method !== 'GET' && { body: shot.body() }),
        signal: AbortSignal.timeout(60_000),
      });
      report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1;
      const isEndless = response.headers.get('content-type')?.includes('event-stream');
      const words = isEndless ? '' : (await response.text()).slice(0, 400);
      await response.body?.cancel().catch(() => {});
      if (response.status >= 500 && !(response.status === 503 && words.includes('"code":"unavailable"')))
        report.faults.push(`${response.status} ${shot.name}: ${words}`);
    } catch (error) {
      // Who is refused while still sending much may find the line closed before the answer: that is for the caller alone.
      const isCut = (shot.body?.().length ?? 0) > 60_000 && (error as Error).name !== 'TimeoutError';
      if (isCut) report.statuses[0] = (report.statuses[0] ?? 0) + 1;
      else
        report.faults.push(
          `no answer to ${shot.name}: ${error instanceof Error ? error.message : 'unknown'}`,
        );
    } finally {
      underway.delete(shot);
    }
    report.sent += 1;
  }

  /** How long somebody else waits meanwhile, once in every so often. */
  function watch(): { longest(): number; stop(): Promise<void> } {
    let [longest, isOver] = [0, false];
    const probing = (async () => {
      while (!isOver) {
        const meanwhile = [...underway];
        const began = performance.now();
        await fetch(`${url}/api/health`, { headers: alone, signal: AbortSignal.timeout(60_000) })
          .then((answer) => answer.text())
          .catch(() => report.faults.push('nobody answered for the time of day'));
        const took = performance.now() - began;
        longest = Math.max(longest, took);
        if (took > mostWait) for (const shot of [...meanwhile, ...underway]) suspects.add(shot);
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    })();
    return { longest: () => longest, stop: async () => ((isOver = true), probing) };
  }

  const watching = watch();
  const waiting = [...shots];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let shot = waiting.shift(); shot && performance.now() < end; shot = waiting.shift())
        await fire(shot);
    }),
  );
  await watching.stop();
  // A machine that is busy with other things makes everybody wait: what is to blame does it again, alone, each time.
  for (const shot of suspects) {
    let least = Infinity;
    for (let round = 0; round < 3 && least > mostWait; round++) {
      const watched = watch();
      await fire(shot);
      await watched.stop();
      least = Math.min(least, watched.longest());
    }
    report.longest = Math.max(report.longest, least);
    if (least > mostWait) report.stalls.push(`${Math.round(least)} ms: ${shot.name}`);
  }
  if (suspects.size === 0) report.longest = watching.longest();
  return report;
}
