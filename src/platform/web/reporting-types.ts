export type Report = (error: unknown) => void;
export type Client = typeof import('./sentry.ts');
export interface ReportedUser {
  uid: string;
  email: string;
}
/** The share of visits that is sampled, and whether this is one. */
export interface Timing {
  share: number;
  isTimed: boolean;
}
