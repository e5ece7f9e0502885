import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { anonymous } from '#base/anonymous.ts';
import { type Clock, minutes, seconds } from '#base/clock.ts';
import type { Log } from './log.ts';

export interface Reporting {
  /** Never throws and never waits: callers have a response to send. */
  report(error: unknown, requestId: string): void;
  /** Cancels reports that are still being sent. */
  close(): Promise<void>;
}

interface ReportingParts {
  /** The service to report to; without one, `keep` stores reports. */
  dsn: string | undefined;
  release: string;
  /** Errors are only reported in production. */
  production: boolean;
  clock: Clock;
  log: Log;
  keep(event: ServerErrorEvent): Promise<void>;
}

/** In the error-reporting clients' own format, so that both destinations accept the same. */
export interface ServerErrorEvent {
  event_id: string;
  timestamp: number;
  platform: 'node';
  level: 'error';
  environment: 'production';
  release: string;
  exception: { values: { type: string; value: string; stacktrace: { frames: Frame[] } }[] };
  tags: { requestId: string };
}

interface Frame {
  filename: string;
  function: string;
  lineno: number;
  colno: number;
  in_app: boolean;
}

const mostAMinute = 30;

export function createReporting({ dsn, release, production, clock, log, keep }: ReportingParts): Reporting {
  let sent: Promise<unknown> = Promise.resolve();
  let minute = 0;
  let count = 0;
  const send = dsn === undefined ? keep : createSender(dsn, clock);

  return {
    report(error, requestId) {
      if (!production) return;
      const at = clock.now();
      const now = Math.floor(at.getTime() / minutes(1));
      if (now !== minute) [minute, count] = [now, 0];
      // Reporting the same error a thousand times a minute adds nothing, and burdens the database that may be its
      // cause.
      if (++count > mostAMinute) return;
      const sending = send(errorEvent(error, { requestId, release, at })).catch((failure: unknown) =>
        log.warn('couldn’t report an error', { requestId, reason: nameOf(failure) }),
      );
      sent = Promise.all([sent, sending]);
    },
    close: () => sent.then(() => {}),
  };
}

/** Events are built here in full; all that is left is to post them in the envelope format. */
function createSender(dsn: string, clock: Clock): (event: ServerErrorEvent) => Promise<void> {
  const { protocol, host, username, pathname } = new URL(dsn);
  const [, prefix = '', project = ''] = /^(.*)\/(\d+)\/?$/.exec(pathname) ?? [];
  const address = `${protocol}//${host}${prefix}/api/${project}/envelope/`;
  let quietUntil = 0;
  return async (event) => {
    const at = clock.now();
    if (at.getTime() < quietUntil) return;
    const header = { event_id: event.event_id, sent_at: at.toISOString() };
    const lines = [header, { type: 'event' }, event].map((line) => JSON.stringify(line));
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=devpreneur/1, sentry_key=${username}`,
      },
      body: `${lines.join('\n')}\n`,
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    // The service says how long to back off.
    const pause = Number(response.headers.get('retry-after') ?? 60);
    if (response.status === 429)
      quietUntil = clock.now().getTime() + seconds(Number.isFinite(pause) ? pause : 60);
    else if (!response.ok) throw new Error(`The reporting service responded with ${response.status}.`);
  };
}

/** What went wrong and where in the code, with nothing about the caller. */
function errorEvent(
  error: unknown,
  { requestId, release, at }: { requestId: string; release: string; at: Date },
): ServerErrorEvent {
  const chain: unknown[] = [error];
  for (let cause = causeOf(error); cause !== undefined && chain.length < 4; cause = causeOf(cause))
    chain.push(cause);
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: at.getTime() / 1000,
    platform: 'node',
    level: 'error',
    environment: 'production',
    release,
    // Causes first: the thrown error comes last.
    exception: {
      values: chain.toReversed().map((thrown) => ({
        type: nameOf(thrown),
        value: wordsOf(thrown),
        stacktrace: { frames: framesOf(thrown) },
      })),
    },
    tags: { requestId },
  };
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'a thrown value that isn’t an Error';
  const { code } = error as { code?: unknown };
  // Database messages quote rows; the code says enough.
  if ('severity' in error) return `code ${String(code)}`;
  return anonymous(error.message).slice(0, 1000);
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The stack as the reporting clients expect it, innermost last, with paths relative to the hub's root. */
function framesOf(error: unknown): Frame[] {
  if (!(error instanceof Error)) return [];
  const frames: Frame[] = [];
  for (const line of (error.stack ?? '').split('\n')) {
    // A stack line is short; a message line can be anything.
    if (line.length > 500) continue;
    const [, name, file, lineno, colno] =
      /^\s+at (?:(?:async )?(.+?) \()?(?:async )?(.+?):(\d+):(\d+)\)?$/.exec(line) ?? [];
    if (file === undefined) continue;
    const path = (file.startsWith('file:') ? fileURLToPath(file) : file).replace(root, '');
    frames.unshift({
      filename: path,
      function: name ?? '?',
      lineno: Number(lineno),
      colno: Number(colno),
      in_app: !/node_modules|^node:/.test(path),
    });
  }
  return frames.slice(-40);
}
