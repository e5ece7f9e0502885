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
