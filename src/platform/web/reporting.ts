import type { Runtime } from '#base/render.ts';
import { loadChunk } from './chunks.ts';
import type { Client, Report, ReportedUser } from './reporting-types.ts';
import { getViewer } from './viewer.ts';

/**
 * Errors wait here until the reporting code is there: it is loaded when the page has settled, and nothing that
 * happened before is lost.
 */

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

/** Begins to report, in production only: when the page has settled, or at once when something has gone wrong. */
export function startReporting(
  { reporting }: Pick<Runtime, 'reporting'>,
  getUser: () => ReportedUser | null = () => getViewer().user,
  load: () => Promise<Client> = () => import('./sentry.ts'),
): void {
  if (!reporting) return;
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
      deliverReportsTo(connect(client, reporting, getUser));
    } catch {
      // Blocked, or the network is away: the next error tries again.
      begun = false;
      hurry = begin;
    }
  };
  hurry = begin;
  if (waiting.length > 0) void begin();
  else whenSettled(begin);
}

function whenSettled(work: () => void): void {
  const idle = () =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(work, { timeout: 10_000 })
      : setTimeout(work, 3000);
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
}
