import type { WriteOutcome } from '#platform/web/storage.ts';
import type { AbandonedCart, AutomationSettings } from '../rules/automation.ts';
import type { CampaignBody, CartBody, Delivery, OverviewAnswer } from '../rules/contract.ts';

/** Everything outside that this touches, so that a test can be the outside. */
export interface AutomationWorld {
  overview(): Promise<OverviewAnswer>;
  addCart(cart: NewCart): Promise<{ id: string; isNew: boolean }>;
  setStatus(id: string, status: string): Promise<void>;
  saveSettings(settings: AutomationSettings, delivery: Delivery): Promise<void>;
  saveCampaign(id: string, campaign: CampaignBody): Promise<{ id: string }>;
  /** Sent twice under one id, it is made once. */
  makeCampaign(id: string, campaign: CampaignBody): Promise<{ id: string }>;
  removeCampaign(id: string): Promise<void>;
  orderCampaigns(ids: string[]): Promise<void>;
  now(): Date;
  read(key: string): string | null;
  write(key: string, value: string): WriteOutcome;
  warn(words: string): void;
}

/** What the form asks; the rest of a cart only shops know. */
export type NewCart = Pick<
  CartBody,
  'email' | 'name' | 'totalCents' | 'currency' | 'restoreUrl' | 'consent'
> & { items: Pick<CartBody['items'][number], 'name'>[] };

/** Of settings, some. */
export interface Changed {
  settings: Partial<AutomationSettings>;
  delivery: Partial<Delivery>;
}
export interface Seen {
  settings: AutomationSettings;
  delivery: Delivery;
}

export const newCartOf = ({ email, name, totalCents, currency }: AbandonedCart): NewCart => ({
  email: email ?? '',
  name: name ?? '',
  totalCents: totalCents ?? 0,
  currency: currency ?? 'USD',
  items: [],
  restoreUrl: '',
  consent: false,
});

export const bodyOf = ({ name, isOn, when, steps }: CampaignBody): CampaignBody => ({
  name,
  isOn,
  when,
  steps,
});
