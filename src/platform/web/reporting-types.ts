export type Report = (error: unknown) => void;
export type Client = typeof import('./sentry.ts');
export interface ReportedUser {
  uid: string;
  email: string;
}
