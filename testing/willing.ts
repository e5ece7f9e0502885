import type { MailConsent } from '#platform/server/mail/consent.ts';

/** Everybody agrees, and may unsubscribe. */
export const willing: MailConsent = {
  ask: async ({ kind }) => ({
    allowed: true,
    ...(kind === 'marketing' && {
      unsubscribe: {
        page: 'https://birch.example/unsubscribe?t=1',
        oneClick: 'https://birch.example/api/unsubscribe?t=1',
      },
    }),
  }),
  bounced: async () => {},
};

/** A key for each purpose, the same in every process of a test. */
export const testSecret = (name: string): Buffer => Buffer.from(name.padEnd(32, 'x'));
