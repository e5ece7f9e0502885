/** What is said when the provider's window did not do its part. */
export const popupWords = {
  blocked: 'The browser blocked the sign-in window. Allow pop-ups for this address, then try again.',
  closed: 'The sign-in window was closed before it was done. Nothing was changed.',
} as const;
