import type { ChatActs } from '#features/assistant/web/act-button.tsx';
import { requestKey } from '#features/documents/rules/answers/kept-answers.ts';
import type { Product } from '#features/store/rules/product.ts';
import { putInCart } from '#features/store/web/cart.ts';
import { api } from '#platform/web/api.ts';
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
};
