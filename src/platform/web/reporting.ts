import type { Runtime } from '#base/render.ts';
import { loadChunk } from './chunks.ts';
import type { Client, Report, ReportedUser } from './reporting-types.ts';
import { getViewer } from './viewer.ts';

/**
 * Errors are queued here until the reporting code has loaded, so none is lost. It loads with the first error, and
 * for one visit in ten, which is sampled for timing, once the page is idle: a visit without errors doesn't pay for
 * it.
 */

const timedShare = 0.1;

let send: Report | null = null;
let hurry: (() => void) | null = null;
const waiting: unknown[] = [];

export function reportError(error: unknown): void {
  console.error(error);
  if (send) return send(error);
  if (waiting.length < 20) waiting.push(error);
  hurry?.();
}

export function deliverReportsTo(report: Report): void {
  send = report;
  for (const error of waiting.splice(0)) report(error);
}

/** Starts reporting, in production only. */
export function startReporting(
  { reporting }: Pick<Runtime, 'reporting'>,
  getUser: () => ReportedUser | null = () => getViewer().user,
  load: () => Promise<Client> = () => import('./sentry.ts'),
): void {
  if (!reporting) return;
  const isTimed = Math.random() < timedShare;
  let begun = false;
  const begin = async (): Promise<void> => {
    if (begun) return;
    begun = true;
    hurry = null;
    try {
      const [client, { connect }] = await Promise.all([
        loadChunk(load),
        loadChunk(() => import('./reporting-client.ts')),
      ]);
      deliverReportsTo(connect(client, reporting, getUser, { share: timedShare, isTimed }));
    } catch {
      // Blocked, or offline: the next error tries again.
      begun = false;
      hurry = begin;
    }
  };
  hurry = begin;
  if (waiting.length > 0) void begin();
  else
    whenSettled(() => {
      if (isTimed) return void begin();
      loadChunk(() => import('./trace-headers.ts')).then(
        ({ traceRequests }) => traceRequests(),
        () => {},
      );
    });
}

function whenSettled(work: () => void): void {
  const idle = () =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(work, { timeout: 10_000 })
      : setTimeout(work, 3000);
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
}
