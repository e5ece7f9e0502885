/** What is kept under `automationData`: the whole state for a guest and offline, a copy for a member. */

export interface AbandonedCart {
  id: string;
  /** 'abandoned', 'recovered', 'lost', or a word that only its owner knows. */
  status: string;
  email?: string;
  name?: string;
  currency?: string;
  totalCents?: number;
  /** What was paid when it came back; the total where nobody has said. */
  revenueCents?: number;
  /** ISO */
  createdAt?: string;
  recoveredAt?: string;
}

export interface Analytics {
  totalAbandoned: number;
  totalRecovered: number;
  recoveryRate: number;
  /** In whole units of the currency, as a person says it. */
  totalRevenue: number;
  monthlyRecoveries: number;
  monthlyRevenue: number;
}

export interface AutomationSettings {
  autoRecovery: boolean;
  /** Hours before the first message. */
  emailDelay: number;
  maxEmails: number;
  discountEnabled: boolean;
  /** Percent. */
  maxDiscount: number;
  aiPersonalization: boolean;
  multiChannel: boolean;
}

export interface AutomationData {
  abandonedCarts: AbandonedCart[];
  campaigns: ({ id: string } & Record<string, unknown>)[];
  analytics: Analytics;
  settings: AutomationSettings;
}

export const automationKey = 'automationData';

export const firstSettings = (): AutomationSettings => ({
  autoRecovery: true,
  emailDelay: 1,
  maxEmails: 3,
  discountEnabled: true,
  maxDiscount: 25,
  aiPersonalization: false,
  multiChannel: false,
});

export const noAnalytics = (): Analytics => ({
  totalAbandoned: 0,
  totalRecovered: 0,
  recoveryRate: 0,
  totalRevenue: 0,
  monthlyRecoveries: 0,
  monthlyRevenue: 0,
});

export const firstAutomation = (): AutomationData => ({
  abandonedCarts: [],
  campaigns: [],
  analytics: noAnalytics(),
  settings: firstSettings(),
});

export const settingLimits = {
  emailDelay: { min: 0, max: 720 },
  maxEmails: { min: 1, max: 10 },
  maxDiscount: { min: 0, max: 90 },
} as const;

/** Rounded percentage of recovered among all; 0 of none. */
export const recoveryRate = (recovered: number, all: number): number =>
  all === 0 ? 0 : Math.round((recovered / all) * 100);

type Priced = Pick<AbandonedCart, 'currency'>;

const currencyOf = ({ currency }: Priced): string => currency?.toUpperCase() || 'USD';

/** The one that most carts are in: amounts of several currencies are never added together. */
export function mainCurrency(carts: readonly Priced[]): string {
  const counts = new Map<string, number>();
  for (const cart of carts) counts.set(currencyOf(cart), (counts.get(currencyOf(cart)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'USD';
}

/** What came back in that currency, in hundredths. */
export const revenueIn = (currency: string, carts: readonly AbandonedCart[]): number =>
  carts
    .filter((cart) => currencyOf(cart) === currency)
    .reduce((sum, cart) => sum + (cart.revenueCents ?? cart.totalCents ?? 0), 0);

/** The figures of what lies on this device; money in the currency that most carts are in. */
export function analyse(carts: readonly AbandonedCart[], now: Date): Analytics {
  const back = carts.filter(({ status }) => status === 'recovered');
  const thisMonth = back.filter(({ recoveredAt }) => recoveredAt && isSameMonth(new Date(recoveredAt), now));
  const currency = mainCurrency(carts);
  const revenue = (list: AbandonedCart[]) => revenueIn(currency, list) / 100;
  return {
    totalAbandoned: carts.length,
    totalRecovered: back.length,
    recoveryRate: recoveryRate(back.length, carts.length),
    totalRevenue: revenue(back),
    monthlyRecoveries: thisMonth.length,
    monthlyRevenue: revenue(thisMonth),
  };
}

const isSameMonth = (one: Date, other: Date): boolean =>
  one.getFullYear() === other.getFullYear() && one.getMonth() === other.getMonth();

const counted = (state: AutomationData, now: Date): AutomationData => ({
  ...state,
  analytics: analyse(state.abandonedCarts, now),
});

/** One more cart; null when the plan has no room for it. */
export function withCart(
  state: AutomationData,
  cart: AbandonedCart,
  mayAdd: boolean,
  now: Date,
): AutomationData | null {
  if (!mayAdd) return null;
  return counted({ ...state, abandonedCarts: [cart, ...state.abandonedCarts] }, now);
}

/** Another status; what comes back has a day, what comes back no longer has none. */
export function withStatus(state: AutomationData, id: string, status: string, now: Date): AutomationData {
  const abandonedCarts = state.abandonedCarts.map((cart) => {
    if (cart.id !== id || cart.status === status) return cart;
    const { recoveredAt: _, ...rest } = cart;
    return { ...rest, status, ...(status === 'recovered' && { recoveredAt: now.toISOString() }) };
  });
  return counted({ ...state, abandonedCarts }, now);
}

/**
 * The gate for what browser storage holds. What is no state at all is null, to be logged and ignored; in a state every
 * field that is not of its kind gets its default.
 */
export function readAutomation(stored: string, now: Date): AutomationData | null {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const abandonedCarts = listOf(value['abandonedCarts']).flatMap(readCart);
  const campaigns = listOf(value['campaigns']).filter(
    (campaign): campaign is { id: string } & Record<string, unknown> => typeof campaign['id'] === 'string',
  );
  const analytics = readFigures(value['analytics']) ?? analyse(abandonedCarts, now);
  return { abandonedCarts, campaigns, analytics, settings: readSettings(value['settings']) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

const amount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

function readCart({ id, status, ...rest }: Record<string, unknown>): AbandonedCart[] {
  if (typeof id !== 'string' || typeof status !== 'string') return [];
  const cart: AbandonedCart = { id, status };
  for (const name of ['email', 'name', 'currency', 'createdAt', 'recoveredAt'] as const) {
    const text = rest[name];
    if (typeof text === 'string') cart[name] = text;
  }
  for (const name of ['totalCents', 'revenueCents'] as const) {
    const cents = amount(rest[name]);
    if (cents !== undefined) cart[name] = Math.round(cents);
  }
  return [cart];
}

function readFigures(value: unknown): Analytics | null {
  if (!isRecord(value)) return null;
  const figures = noAnalytics();
  for (const name of Object.keys(figures) as (keyof Analytics)[]) {
    const found = amount(value[name]);
    if (found === undefined) return null;
    figures[name] = found;
  }
  return figures;
}

export function readSettings(value: unknown): AutomationSettings {
  const settings = firstSettings();
  const from = isRecord(value) ? value : {};
  for (const name of ['autoRecovery', 'discountEnabled', 'aiPersonalization', 'multiChannel'] as const) {
    const found = from[name];
    if (typeof found === 'boolean') settings[name] = found;
  }
  for (const name of ['emailDelay', 'maxEmails', 'maxDiscount'] as const) {
    const found = amount(from[name]);
    const { min, max } = settingLimits[name];
    if (found !== undefined && found >= min && found <= max) settings[name] = found;
  }
  return settings;
}
