import type { PreferencesAnswer } from '../../rules/newsletter-contract.ts';
import { confirmHead, NewsletterConfirm } from '../newsletter-confirm.tsx';
import { NewsletterPreferences, preferencesHead } from '../newsletter-preferences.tsx';

/** What the links in our mails to a reader open: to confirm, which brings no data, and to choose. */
export const head = (data?: PreferencesAnswer) => (data ? preferencesHead() : confirmHead());

export default function NewsletterLink({ data }: { data?: PreferencesAnswer }) {
  return data ? <NewsletterPreferences data={data} /> : <NewsletterConfirm />;
}
