import { type LazyPage, lazyPage } from '#platform/web/chunks.ts';

/** One feature's part of the dashboard. What a hub doesn't have isn't in this list and isn't shown. */
export interface DashboardBlock {
  feature: string;
  title: string;
  /** A module whose default export renders the block for the current viewer. */
  part: LazyPage;
  order: number;
  /** The shape of the placeholder. */
  shape: 'lines' | 'table' | 'form';
  /** How many placeholders match its height. */
  rows?: number;
}

export const dashboardBlocks: DashboardBlock[] = [
  {
    feature: 'saved',
    title: 'Saved templates',
    part: lazyPage(() => import('#features/saved/web/saved-block.tsx')),
    order: 10,
    shape: 'table',
    rows: 6,
  },
  {
    feature: 'funnels',
    title: 'Funnels',
    part: lazyPage(() => import('#features/funnels/web/funnels-block.tsx')),
    order: 20,
    shape: 'table',
  },
  {
    feature: 'purchases',
    title: 'Purchases',
    part: lazyPage(() => import('#features/store/web/purchases-block.tsx')),
    order: 40,
    shape: 'lines',
  },
  {
    feature: 'recovery',
    title: 'Cart recovery',
    part: lazyPage(() => import('#features/recovery/web/recovery-block.tsx')),
    order: 40,
    shape: 'lines',
  },
  {
    feature: 'plans',
    title: 'Plan and usage',
    part: lazyPage(() => import('#features/plans/web/plan-block.tsx')),
    order: 60,
    shape: 'lines',
  },
  {
    feature: 'billing',
    title: 'Billing',
    part: lazyPage(() => import('#features/billing/web/billing-block.tsx')),
    order: 65,
    shape: 'lines',
  },
  {
    feature: 'api-keys',
    title: 'API keys',
    part: lazyPage(() => import('#features/plans/web/api-keys-block.tsx')),
    order: 70,
    shape: 'table',
  },
  {
    feature: 'branding',
    title: 'Branding',
    part: lazyPage(() => import('#features/branding/web/branding-block.tsx')),
    order: 30,
    shape: 'form',
  },
  {
    feature: 'accounts',
    title: 'Account',
    part: lazyPage(() => import('#features/accounts/web/account/account-block.tsx')),
    order: 90,
    shape: 'form',
  },
];

export interface FirstStep {
  title: string;
  href: string;
  /** Not possible on this device alone. */
  needsHub?: true;
  isDone(known: StepFacts): boolean;
}

export interface StepFacts {
  user: { displayName: string; emailVerified: boolean };
  read(key: string): string | null;
}

/** Setup steps in a good order. A step whose page this hub doesn't have is left out. */
export const firstSteps: FirstStep[] = [
  {
    title: 'Confirm your email address',
    href: '/dashboard#accounts',
    needsHub: true,
    isDone: ({ user }) => user.emailVerified,
  },
  {
    title: 'Add your branding',
    href: '/dashboard#branding',
    isDone: ({ read }) =>
      Boolean((parsed(read('userBranding')) as { companyName?: unknown } | null)?.companyName),
  },
  {
    title: 'Write your first document',
    href: '/tools/template-generator',
    isDone: ({ read }) => {
      const saved = parsed(read('localSavedTemplates'));
      return Array.isArray(saved) && saved.length > 0;
    },
  },
];

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
