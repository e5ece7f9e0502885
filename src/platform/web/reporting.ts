import type { Runtime } from '#base/render.ts';
import { loadChunk } from './chunks.ts';
import type { Client, Report, ReportedUser } from './reporting-types.ts';
import { getViewer } from './viewer.ts';

/**
 * Errors wait here until the reporting code is there, and none is lost. It comes with the first of them, and to one
 * visit of ten, which is timed, when the page has settled: a visit where nothing goes wrong does not pay for it.
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

/** Begins to report, in production only. */
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
      // Blocked, or the network is away: the next error tries again.
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
