/** Only what is imported here gets bundled: a dynamic import of the package itself would bundle all of it. */
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
