/** Where a template that was bought is written down: the account's list, and this browser's own. */
export interface TemplatePurchases {
  /** The signed-in or offline user's `purchasedTemplates`. */
  ofUser: readonly string[];
  /** The local list kept under `purchasedTemplates`. */
  ofBrowser: readonly string[];
}

export const isTemplatePurchased = (id: string, { ofUser, ofBrowser }: TemplatePurchases): boolean =>
  ofUser.includes(id) || ofBrowser.includes(id);

interface Bought {
  state: string;
  withdrawnAt: string | null;
  lines: readonly { unlocks: readonly string[] }[];
}

/** While it is paid and not withdrawn from: a part of the money that went back takes nothing away. */
export const isInForce = ({ state, withdrawnAt }: Pick<Bought, 'state' | 'withdrawnAt'>): boolean =>
  state === 'paid' && withdrawnAt === null;

/** The list after a look at orders: what one in force unlocks is in it, what only ended ones did is not any more. */
export function withUnlocked(owned: readonly string[], orders: readonly Bought[]): string[] {
  const unlockedBy = (some: readonly Bought[]) =>
    some.flatMap(({ lines }) => lines.flatMap(({ unlocks }) => unlocks));
  const given = unlockedBy(orders.filter(isInForce));
  const ended = new Set(unlockedBy(orders.filter((order) => !isInForce(order))));
  return [...new Set([...owned.filter((id) => !ended.has(id)), ...given])];
}
