import type { DeskGroup } from '#ui/desk.tsx';

/** A member's places, in the order of how often they are wanted. */
export const places = [
  { places: [{ to: '/dashboard', label: 'Overview' }] },
  {
    title: 'Work',
    places: [
      { to: '/dashboard/templates', label: 'Saved templates' },
      { to: '/dashboard/agreements', label: 'Agreements' },
      { to: '/dashboard/funnels', label: 'Funnels' },
      { to: '/my-purchases', label: 'Purchases' },
      { to: '/automation', label: 'Cart recovery' },
      { to: '/dashboard/follow-ups', label: 'Follow-ups' },
      { to: '/dashboard/people', label: 'People' },
    ],
  },
  {
    title: 'Settings',
    places: [
      { to: '/dashboard/branding', label: 'Branding' },
      { to: '/dashboard/plan', label: 'Plan and usage' },
      { to: '/dashboard/billing', label: 'Billing' },
      { to: '/dashboard/api-keys', label: 'API keys' },
      { to: '/dashboard/account', label: 'Account' },
    ],
  },
] as const satisfies readonly DeskGroup[];

export type PlaceAddress = (typeof places)[number]['places'][number]['to'];

/** When all of these were sections of one page, links named them by anchor; such links are in old emails. */
const oldAnchors: Record<string, PlaceAddress> = {
  saved: '/dashboard/templates',
  funnels: '/dashboard/funnels',
  purchases: '/my-purchases',
  recovery: '/automation',
  branding: '/dashboard/branding',
  plans: '/dashboard/plan',
  billing: '/dashboard/billing',
  'api-keys': '/dashboard/api-keys',
  accounts: '/dashboard/account',
};

export const placeOfAnchor = (hash: string): PlaceAddress | null => {
  const name = hash.slice(1);
  return Object.hasOwn(oldAnchors, name) ? (oldAnchors[name] ?? null) : null;
};
