/** What lies in the cart: an id, how many (missing counts as one), and whatever an earlier version kept beside it. */
export interface CartItem {
  id: string;
  quantity?: number;
}

/** The key under which the browser keeps the cart. */
export const cartKey = 'cart';
/** What this device and the account last agreed on. */
export const cartAgreedKey = 'hub.cartMark';

/** One gate for what is stored: anything that is no cart is an empty one, anything that is no item is left out. */
export function readCart(stored: string | null): CartItem[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(parsed) ? parsed.filter(isItem) : [];
}

const isItem = (value: unknown): value is CartItem =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  (typeof value.id === 'string' || typeof value.id === 'number');

export const addToCart = (cart: CartItem[], item: CartItem): CartItem[] => [...cart, item];

export const removeFromCart = (cart: CartItem[], id: CartItem['id']): CartItem[] =>
  cart.filter((item) => item.id !== id);

export const clearCart = (): CartItem[] => [];

/** What the cart icon shows. A quantity that is no positive whole number counts as one. */
export const cartCount = (cart: CartItem[]): number => cart.reduce((sum, item) => sum + quantityOf(item), 0);

export const quantityOf = ({ quantity }: CartItem): number =>
  typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 1;

/** What an item may remember of its product, to be shown where the hub does not answer. Never what is paid. */
export interface KnownProduct {
  title: string;
  /** The price that the buyer saw when they added it. */
  seenCents?: number;
  image?: string;
}
