import { anonymous } from '#base/anonymous.ts';
import type { Runtime } from '#base/render.ts';
import { loadChunk } from './chunks.ts';
import { getViewer, subscribeViewer } from './viewer.ts';

/**
 * Errors wait here until the reporting code is there: it is loaded when the page has settled, and nothing that
 * happened before is lost.
 */
type Report = (error: unknown) => void;

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

type Client = typeof import('./sentry.ts');
interface ReportedUser {
  uid: string;
  email: string;
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
      deliverReportsTo(connect(await loadChunk(load), reporting, getUser));
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

/** The hub's own ingest is reached at the address that the page has, under whatever name that is. */
const ownKey = 'hub';

function connect(
  sentry: Client,
  { dsn, release }: NonNullable<Runtime['reporting']>,
  getUser: () => ReportedUser | null,
): Report {
  const { username, pathname } = new URL(dsn);
  const client = new sentry.BrowserClient({
    dsn,
    ...(username === ownKey && { tunnel: `/api${pathname}/envelope/` }),
    release,
    environment: 'production',
    tracesSampleRate: 0.1,
    // Tested against a path only for addresses of our own origin.
    tracePropagationTargets: [/^\//],
    sendDefaultPii: false,
    transport: sentry.makeFetchTransport,
    stackParser: sentry.defaultStackParser,
    integrations: [
      sentry.dedupeIntegration(),
      sentry.linkedErrorsIntegration(),
      sentry.browserTracingIntegration(),
    ],
    // Links in mails carry tokens, and words of an error can name somebody: neither leaves this page.
    beforeSend(event) {
      for (const exception of event.exception?.values ?? [])
        if (exception.value !== undefined) exception.value = anonymous(exception.value);
      if (event.message !== undefined) event.message = anonymous(event.message);
      return { ...event, request: { url: location.origin + location.pathname } };
    },
    beforeSendTransaction: (event) => ({ ...event, request: { url: location.origin + location.pathname } }),
    beforeSendSpan: (span) => ({
      ...span,
      data: {},
      ...(span.description !== undefined && { description: anonymous(span.description) }),
    }),
  });
  sentry.getCurrentScope().setClient(client);
  client.init();

  const tellUser = () => {
    const user = getUser();
    sentry.setUser(user && { id: user.uid, email: user.email });
  };
  tellUser();
  subscribeViewer(tellUser);
  return (error) => void sentry.captureException(error);
}
