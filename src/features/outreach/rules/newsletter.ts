/** What the newsletter block says, word for word. */
export const newsletterWords = {
  title: 'Stay Updated',
  text: 'Get the latest updates on new templates, tools, and developer resources',
  placeholder: 'Enter your email address',
  subscribe: 'Subscribe',
  subscribing: 'Subscribing...',
  note: 'We respect your privacy. Unsubscribe at any time.',
  invalid: 'Please enter a valid email address.',
  thanks: 'Thanks for subscribing! 🎉',
  failed: 'Something went wrong. Try again.',
} as const;

/** How long a status message stands. */
export const statusMs = 3000;

/** text@text.text; whether it is one address that mail can go to is for the server to say. */
export const looksLikeAddress = (text: string): boolean => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text);

export const statusKind = (status: string): 'success' | 'error' =>
  status.includes('Thanks') ? 'success' : 'error';

/** What a subscriber saw when they agreed, as it is kept for proof. */
export const newsletterConsentText = `${newsletterWords.title}: ${newsletterWords.text}. [${newsletterWords.subscribe}] ${newsletterWords.note}`;
