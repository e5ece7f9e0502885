import { days } from '#base/clock.ts';
import type { ChatActs } from '#features/assistant/web/act-button.tsx';
import { requestKey } from '#features/documents/rules/answers/kept-answers.ts';
import type { ContactAnswers } from '#features/outreach/rules/contract.ts';
import { PersonForm } from '#features/outreach/web/person-form.tsx';
import type { Product } from '#features/store/rules/product.ts';
import { putInCart } from '#features/store/web/cart.ts';
import { api } from '#platform/web/api.ts';
import { onlineMember } from '#platform/web/viewer.ts';
import { removeStored, writeStored } from '#platform/web/storage.ts';

/** What the assistant's answers do for somebody who presses: each as the page it belongs to would. */
export const chatActs: ChatActs = {
  async putInCart(id) {
    const product = await api<Product>(`/api/store/products/${encodeURIComponent(id)}`);
    putInCart({ ...product, image: product.images[0] });
    return `${product.title} is in your cart`;
  },
  startDraft(request) {
    writeStored(requestKey, request);
    // Replaces what this tab had started there.
    removeStored(requestKey, 'session');
  },
  async answers() {
    if (onlineMember() === null) return [];
    const { answers } = await api<ContactAnswers>('/api/contact/answers');
    const since = Date.now() - days(14);
    return answers
      .filter(({ at }) => Date.parse(at) > since)
      .reverse()
      .map(({ id, asked, text, at, link }) => ({
        id,
        text,
        link,
        notice: `A person answered on ${new Date(at).toLocaleDateString('en-US', { dateStyle: 'long' })}. You wrote: ${asked}`,
      }));
  },
  PersonForm,
};
