import { anonymous } from '#base/anonymous.ts';
import type { Runtime } from '#base/render.ts';
import type { Client, Report, ReportedUser, Timing } from './reporting-types.ts';
import { subscribeViewer } from './viewer.ts';

/** The hub's own error endpoint is reached at the page's host, whatever its name. */
const ownKey = 'hub';

export function connect(
  sentry: Client,
  { dsn, release }: NonNullable<Runtime['reporting']>,
  getUser: () => ReportedUser | null,
  { share, isTimed }: Timing,
): Report {
  const { username, pathname } = new URL(dsn);
  const client = new sentry.BrowserClient({
    dsn,
    ...(username === ownKey && { tunnel: `/api${pathname}/envelope/` }),
    release,
    environment: 'production',
    // Whether the visit is sampled was decided before any of this was loaded.
    tracesSampleRate: isTimed ? 1 : 0,
    // Matched against the path only for URLs of our own origin.
    tracePropagationTargets: [/^\//],
    sendDefaultPii: false,
    transport: sentry.makeFetchTransport,
    stackParser: sentry.defaultStackParser,
    integrations: [
      sentry.dedupeIntegration(),
      sentry.linkedErrorsIntegration(),
      sentry.browserTracingIntegration(),
    ],
    // Links in emails contain tokens, and error messages may name people: neither leaves this page.
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
  // Evaluations weight each sampled visit by the sampling rate.
  client.on('createDsc', (trace) => void (trace.sample_rate = String(share)));
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
