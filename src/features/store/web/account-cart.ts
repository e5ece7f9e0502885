import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { alone } from '#platform/web/leader.ts';
import { reportError } from '#platform/web/reporting.ts';
import { onSignOut } from '#platform/web/session.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { getViewer, subscribeViewer } from '#platform/web/viewer.ts';
import { type CartItem, readCart } from '../rules/cart.ts';
import { isSameCart, joinCarts } from '../rules/cart-join.ts';
import type { CartAnswer } from '../rules/order-contract.ts';
import { cart, changeCart, onCartChange } from './cart.ts';

/** Whose cart this device's is, and how it stood when device and account last agreed. */
interface Mark {
  uid: string;
  version: number;
  items: CartItem[];
}

const markKey = 'hub.cartMark';
/** What an account has not confirmed, waiting on this device for its owner's next sign-in. */
const asideKey = (uid: string): `hub.cartOf.${string}` => `hub.cartOf.${uid}`;

function readMark(): Mark | null {
  try {
    const mark = JSON.parse(readStored(markKey) ?? 'null') as Mark | null;
    if (typeof mark?.uid !== 'string' || !Number.isSafeInteger(mark.version)) return null;
    return { ...mark, items: readCart(JSON.stringify(mark.items)) };
  } catch {
    return null;
  }
}

const keepMark = (mark: Mark): void => void writeStored(markKey, JSON.stringify(mark));

const given = ({ items, version }: CartAnswer): { items: CartItem[]; version: number } => ({
  items: readCart(JSON.stringify(items)),
  version,
});

/** Device and account agree again. Safe to do twice, and in two tabs at once: the account's version decides. */
export async function joinAccountCart(uid: string, isOver = () => false): Promise<void> {
  const before = readMark();
  if (before && before.uid !== uid) leaveCart(before.uid);
  const mark = before?.uid === uid ? before : null;
  const aside = mark ? [] : readCart(readStored(asideKey(uid)));
  let there = given(await api<CartAnswer>('/api/cart'));
  // An account's cart that is younger than the one we knew is another one: then nothing may be taken for removed.
  const base = mark && mark.version <= there.version ? mark.items : null;

  for (let tries = 0; tries < 5; tries++) {
    const here = cart.items();
    const joined = joinCarts(joinCarts(here, aside, null), there.items, base);
    const isNews = !isSameCart(joined, there.items);
    const answer = isNews
      ? given(
          await api<CartAnswer>('/api/cart', {
            method: 'PUT',
            body: { items: joined, version: there.version },
          }),
        )
      : there;
    if (!isSameCart(answer.items, joined)) {
      there = answer;
      continue;
    }
    if (isOver()) return;
    // What was put in while the account answered stays in.
    const now = cart.items();
    const next = joinCarts(now, joined, here);
    keepMark({ uid, version: answer.version, items: joined });
    removeStored(asideKey(uid));
    if (!isSameCart(now, next)) changeCart(() => next);
    return;
  }
}

/** The next person at this device finds none of it; what the account has not got waits for its owner. */
export function leaveCart(uid: string): void {
  const mark = readMark();
  if (mark?.uid !== uid) return;
  const items = cart.items();
  if (!isSameCart(items, mark.items)) writeStored(asideKey(uid), JSON.stringify(items));
  removeStored(markKey);
  cart.clear();
}

const quietMs = 500;

/** For as long as this page lives: a member's cart follows them from device to device. */
export function startAccountCart(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: string | null = null;
  const join = () => {
    clearTimeout(timer);
    known = member();
    if (known === null) return;
    const uid = known;
    alone('hub.cart', () => joinAccountCart(uid, () => known !== uid)).catch((error: unknown) => {
      // The hub is away, or the session is over: the cart is whole here, and is joined at the next occasion.
      if (!(error instanceof Problem)) reportError(error);
    });
  };
  onSignOut((uid) => {
    clearTimeout(timer);
    known = null;
    leaveCart(uid);
  });
  onCartChange(() => {
    const mark = readMark();
    // Without its mark the cart is nobody's yet: perhaps another tab is just signing out.
    if (known === null || mark?.uid !== known || isSameCart(cart.items(), mark.items)) return;
    clearTimeout(timer);
    timer = setTimeout(join, quietMs);
  });
  subscribeViewer(() => {
    if (member() !== known) join();
  });
  window.addEventListener('online', join);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') join();
  });
  join();
}

function member(): string | null {
  const { user, mode, isEnded } = getViewer();
  return user && !user.isOffline && !isEnded && mode === 'online' ? user.uid : null;
}
