import { randomText } from '#base/id.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import type { Direct } from '../../rules/direct.ts';

/** What was typed at checkout, until it is ordered or the tab is closed; and the name of this cart's payment, for all tabs. */
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
  drop: (): void => removeStored(draftKey, 'session'),
};

/** What is paid: the cart, or something past it that has a payment of its own. */
const keyOf = (direct: Direct | null): `hub.checkoutKey${string}` =>
  direct ? `${paymentKey}.${direct.funnel ?? ''}.${direct.ids.join('.')}` : paymentKey;

/** One cart is paid once, in however many tabs: they share this name. */
export function readCheckoutKey(direct: Direct | null): string {
  const stored = readStored(keyOf(direct));
  if (stored !== null && /^[a-z0-9]{16,64}$/.test(stored)) return stored;
  const made = randomText(26);
  writeStored(keyOf(direct), made);
  return made;
}

export const dropCheckoutKey = (direct: Direct | null): void => removeStored(keyOf(direct));
