/** Only what is named here comes along: a dynamic import of the package itself would bring all of it. */
export {
  browserTracingIntegration,
  BrowserClient,
  captureException,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  linkedErrorsIntegration,
  makeFetchTransport,
  setUser,
} from '@sentry/react';
