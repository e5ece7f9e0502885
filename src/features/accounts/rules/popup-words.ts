/** What is said when the provider's window did not do its part. */
export const popupWords = {
  blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site, then try again.',
  closed: 'The sign-in window was closed too early. Nothing was changed.',
} as const;
