import { Problem } from '#base/problem.ts';
import { randomText } from '#base/id.ts';
import type { WebViewer } from '#platform/web/viewer.ts';
import {
  type AbandonedCart,
  automationKey,
  type AutomationData,
  type AutomationSettings,
  firstAutomation,
  readAutomation,
  withCart,
  withStatus,
} from '../rules/automation.ts';
import type { CampaignBody, Delivery, OverviewAnswer } from '../rules/contract.ts';

/** Whose copy lies under `automationData`; that key itself holds what the spec says and no more. */
export const copyKey = 'hub.automation';
/** Carts that were typed offline by somebody who has signed out since, by their owner. */
const keptKey = 'hub.automation.unsent';

/** Everything outside that this touches, so that a test can be the outside. */
export interface AutomationWorld {
  overview(): Promise<OverviewAnswer>;
  addCart(cart: NewCart): Promise<{ id: string; isNew: boolean }>;
  setStatus(id: string, status: string): Promise<void>;
  saveSettings(settings: AutomationSettings, delivery: Delivery): Promise<void>;
  saveCampaign(id: string | null, campaign: CampaignBody): Promise<{ id: string }>;
  removeCampaign(id: string): Promise<void>;
  orderCampaigns(ids: string[]): Promise<void>;
  now(): Date;
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  warn(words: string): void;
}

export interface NewCart {
  email: string;
  name: string;
  totalCents: number;
  currency: string;
  items: { name: string }[];
  restoreUrl: string;
  consent: boolean;
}

/** `local`: all there is; `asking`, `unknown`: a member's copy until the hub answers; `known`: the hub has. */
export type Standing = 'asking' | 'local' | 'known' | 'unknown';

export interface Snapshot extends AutomationData {
  standing: Standing;
  /** Carts of this device that no account has. */
  unsent: AbandonedCart[];
  remote: OverviewAnswer | null;
}

export const firstSnapshot: Snapshot = {
  ...firstAutomation(),
  standing: 'asking',
  unsent: [],
  remote: null,
};

const localPrefix = 'local_';
const isLocal = ({ id }: AbandonedCart): boolean => id.startsWith(localPrefix);

export type Automation = ReturnType<typeof createAutomation>;

/** Recovery as this browser knows it: whole for a guest and offline, the copy of the hub's for a member. */
export function createAutomation(world: AutomationWorld) {
  let who: { owner: string | null; isMember: boolean } | null = null;
  let snapshot = firstSnapshot;
  const listeners = new Set<() => void>();

  function show(next: Snapshot): void {
    snapshot = next;
    for (const listener of listeners) listener();
  }

  function load(owner: string | null, standing: Standing): Snapshot {
    const isTheirs = world.read(copyKey) === (owner ?? '') || (owner === null && !world.read(copyKey));
    const stored = isTheirs ? world.read(automationKey) : null;
    const state = stored === null ? null : readAutomation(stored, world.now());
    if (stored !== null && !state)
      world.warn(`${automationKey} in local storage cannot be read and is ignored`);
    const data = state ?? firstAutomation();
    const put = owner === null ? [] : [...(readKept(world.read(keptKey))[owner] ?? []), ...guestCarts()];
    const abandonedCarts = [...put, ...data.abandonedCarts];
    const unsent = abandonedCarts.filter(isLocal);
    return { ...data, abandonedCarts, standing, unsent, remote: null };
  }

  /** What a guest typed on this device goes with whoever signs in on it. */
  function guestCarts(): AbandonedCart[] {
    const stored = world.read(copyKey) ? null : world.read(automationKey);
    return (stored ? readAutomation(stored, world.now()) : null)?.abandonedCarts.filter(isLocal) ?? [];
  }

  function keep(next: Snapshot): void {
    if (!who) return;
    const { abandonedCarts, campaigns, analytics, settings } = next;
    const before = world.read(copyKey);
    if (before && before !== who.owner) setAside(before);
    world.write(automationKey, JSON.stringify({ abandonedCarts, campaigns, analytics, settings }));
    world.write(copyKey, who.owner ?? '');
    show({ ...next, unsent: abandonedCarts.filter(isLocal) });
  }

  /** What somebody typed here and never sent stays theirs, where nobody else sees it. */
  function setAside(owner: string): void {
    const stored = world.read(automationKey);
    const carts = (stored ? readAutomation(stored, world.now()) : null)?.abandonedCarts.filter(isLocal) ?? [];
    if (carts.length === 0) return;
    world.write(keptKey, JSON.stringify({ ...readKept(world.read(keptKey)), [owner]: carts }));
  }

  async function refresh(): Promise<void> {
    const here = who;
    if (!here?.isMember) return;
    try {
      const remote = await world.overview();
      if (who !== here) return;
      const mine = snapshot.abandonedCarts.filter(isLocal);
      const carts = remote.carts.map(
        ({ id, status, email, name, currency, totalCents, revenueCents, createdAt, recoveredAt }) => ({
          id,
          status,
          email,
          name,
          currency,
          totalCents,
          createdAt,
          ...(recoveredAt && { recoveredAt, revenueCents }),
        }),
      );
      const { [here.owner ?? '']: _, ...others } = readKept(world.read(keptKey));
      keep({
        abandonedCarts: [...mine, ...carts],
        campaigns: remote.campaigns,
        analytics: remote.figures.analytics,
        settings: remote.settings,
        standing: 'known',
        unsent: mine,
        remote,
      });
      if (world.read(keptKey) !== null) world.write(keptKey, JSON.stringify(others));
    } catch {
      if (who === here) show({ ...snapshot, standing: 'unknown' });
    }
  }

  const localCart = ({ email, name, totalCents, currency }: NewCart): AbandonedCart => ({
    id: `${localPrefix}${randomText(12)}`,
    status: 'abandoned',
    email,
    name,
    currency,
    totalCents,
    createdAt: world.now().toISOString(),
  });

  return {
    snapshot: () => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async attend({ ready, mode, user }: WebViewer): Promise<void> {
      if (!ready) return;
      const owner = !user || user.uid.startsWith('offline_') ? null : user.uid;
      const isMember = user !== null && !user.isOffline && mode === 'online';
      if (who?.owner !== owner || who.isMember !== isMember) {
        who = { owner, isMember };
        show(load(owner, isMember ? 'asking' : 'local'));
      }
      await refresh();
    },

    /** Another tab changed what is stored. */
    reload(): void {
      if (who) show({ ...load(who.owner, snapshot.standing), remote: snapshot.remote });
    },
    refresh,

    /** False at the limit of monthlyRecoveries: `may` is the plan's word here, the hub's own for a member. */
    async addCart(cart: NewCart, may: () => boolean): Promise<boolean> {
      if (who?.isMember) {
        try {
          await world.addCart(cart);
        } catch (error) {
          if (error instanceof Problem && error.code === 'limit_reached') return false;
          throw error;
        }
        await refresh();
        return true;
      }
      const next = withCart(snapshot, localCart(cart), may(), world.now());
      if (!next) return false;
      keep({ ...snapshot, ...next });
      return true;
    },

    async updateStatus(id: string, status: string): Promise<void> {
      if (who?.isMember && !id.startsWith(localPrefix)) {
        await world.setStatus(id, status);
        await refresh();
      } else keep({ ...snapshot, ...withStatus(snapshot, id, status, world.now()) });
    },

    async saveSettings(settings: AutomationSettings, delivery: Delivery | null): Promise<void> {
      if (who?.isMember && delivery) {
        await world.saveSettings(settings, delivery);
        await refresh();
      } else keep({ ...snapshot, settings });
    },

    /** Returns the id it has from now on. */
    async saveCampaign(id: string | null, campaign: CampaignBody): Promise<string> {
      if (who?.isMember) {
        const saved = await world.saveCampaign(id, campaign);
        await refresh();
        return saved.id;
      }
      const own = { ...campaign, isOn: false, id: id ?? `${localPrefix}${randomText(12)}` };
      const isKnown = snapshot.campaigns.some((each) => each.id === own.id);
      const campaigns = isKnown
        ? snapshot.campaigns.map((each) => (each.id === own.id ? own : each))
        : [own, ...snapshot.campaigns];
      keep({ ...snapshot, campaigns });
      return own.id;
    },

    async removeCampaign(id: string): Promise<void> {
      if (who?.isMember) {
        await world.removeCampaign(id);
        return refresh();
      }
      keep({ ...snapshot, campaigns: snapshot.campaigns.filter((each) => each.id !== id) });
    },

    /** All of them, the one asked first at the head. */
    async orderCampaigns(ids: string[]): Promise<void> {
      const placed = [...snapshot.campaigns].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      if (!who?.isMember) return keep({ ...snapshot, campaigns: placed });
      await world.orderCampaigns(ids);
      await refresh();
    },

    /** What was typed offline goes to the account, one by one; what the plan refuses stays here. */
    async sendUnsent(): Promise<{ sent: number; left: number }> {
      let sent = 0;
      for (const cart of snapshot.unsent) {
        try {
          await world.addCart({
            email: cart.email ?? '',
            name: cart.name ?? '',
            totalCents: cart.totalCents ?? 0,
            currency: cart.currency ?? 'USD',
            items: [],
            restoreUrl: '',
            consent: false,
          });
        } catch (error) {
          if (error instanceof Problem && error.code !== 'unavailable') break;
          throw error;
        }
        sent++;
        keep({
          ...snapshot,
          abandonedCarts: snapshot.abandonedCarts.filter(({ id }) => id !== cart.id),
        });
      }
      await refresh();
      return { sent, left: snapshot.unsent.length };
    },

    /** At a sign-out: what the hub has is not left behind. */
    forget(uid: string): void {
      if (world.read(copyKey) !== uid) return;
      setAside(uid);
      for (const key of [automationKey, copyKey]) world.remove(key);
    },
  };
}

function readKept(stored: string | null): Record<string, AbandonedCart[]> {
  try {
    return (JSON.parse(stored ?? '{}') ?? {}) as Record<string, AbandonedCart[]>;
  } catch {
    return {};
  }
}
