export type Report = (error: unknown) => void;
export type Client = typeof import('./sentry.ts');
export interface ReportedUser {
  uid: string;
  email: string;
}

/** Of all visits, those that are timed. */
export const timedShare = 0.1;
