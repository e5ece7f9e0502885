/** Where a template that was bought is written down: the account's list, and this browser's own. */
export interface TemplatePurchases {
  /** The signed-in or offline user's `purchasedTemplates`. */
  ofUser: readonly string[];
  /** The local list kept under `purchasedTemplates`. */
  ofBrowser: readonly string[];
}

export const isTemplatePurchased = (id: string, { ofUser, ofBrowser }: TemplatePurchases): boolean =>
  ofUser.includes(id) || ofBrowser.includes(id);

/** The list after buying products: what they unlock is added once, and nothing is ever taken away. */
export const withUnlocked = (
  owned: readonly string[],
  bought: readonly { unlocks: readonly string[] }[],
): string[] => [...new Set([...owned, ...bought.flatMap(({ unlocks }) => unlocks)])];
