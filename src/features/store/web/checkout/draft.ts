import { randomText } from '#base/id.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';

/** What was typed at checkout, for this tab's life; and the name of this cart's payment, for all tabs. */
export interface CheckoutDraft {
  email: string;
  name: string;
  country: string;
  vatId: string;
  coupon: string;
  wantsNews: boolean;
  wantsReminders: boolean;
}

const draftKey = 'hub.checkout';
const paymentKey = 'hub.checkoutKey';

export const emptyDraft: CheckoutDraft = {
  email: '',
  name: '',
  country: '',
  vatId: '',
  coupon: '',
  wantsNews: false,
  wantsReminders: false,
};

export const checkoutDraft = {
  read(): CheckoutDraft {
    let stored: unknown;
    try {
      stored = JSON.parse(readStored(draftKey, 'session') ?? '{}');
    } catch {
      return emptyDraft;
    }
    const draft = { ...emptyDraft } as Record<string, unknown>;
    for (const [key, value] of Object.entries(emptyDraft)) {
      const kept = (stored as Record<string, unknown> | null)?.[key];
      if (typeof kept === typeof value) draft[key] = kept;
    }
    return draft as unknown as CheckoutDraft;
  },
  keep: (draft: CheckoutDraft): void => void writeStored(draftKey, JSON.stringify(draft), 'session'),
};

/** One cart is paid once, in however many tabs: they share this name. */
export function readCheckoutKey(): string {
  const stored = readStored(paymentKey);
  if (stored !== null && /^[a-z0-9]{16,64}$/.test(stored)) return stored;
  const made = randomText(26);
  writeStored(paymentKey, made);
  return made;
}

export const dropCheckoutKey = (): void => removeStored(paymentKey);
