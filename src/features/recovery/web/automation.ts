import { Problem } from '#base/problem.ts';
import { randomText } from '#base/random-text.ts';
import type { WebViewer } from '#platform/web/viewer.ts';
import {
  type AbandonedCart,
  automationKey,
  type AutomationData,
  firstAutomation,
  readAutomation,
  withCart,
  withStatus,
} from '../rules/automation.ts';
import { gaveWay, mergeCampaign, valuesGivingWay } from '../rules/campaign-merge.ts';
import type { CampaignBody, OverviewAnswer } from '../rules/contract.ts';
import {
  type AutomationWorld,
  bodyOf,
  type Changed,
  type NewCart,
  newCartOf,
  type Seen,
} from './automation-world.ts';

/** `local`: all there is; `asking`, `unknown`: a member's copy until the hub answers; `known`: the hub has. */
export type Standing = 'asking' | 'local' | 'known' | 'unknown';

export interface Snapshot extends AutomationData {
  standing: Standing;
  /** Carts and campaigns of this device that no account has. */
  unsent: { carts: AbandonedCart[]; campaigns: AutomationData['campaigns'] };
  remote: OverviewAnswer | null;
  /** When the hub last answered while this page was open. */
  heardAt: Date | null;
}

export const firstSnapshot: Snapshot = {
  ...firstAutomation(),
  standing: 'asking',
  unsent: { carts: [], campaigns: [] },
  remote: null,
  heardAt: null,
};

const localPrefix = 'local_';
/** Of what no account has yet. */
export const newLocalId = (): string => `${localPrefix}${randomText(12)}`;
const isLocal = ({ id }: { id: string }): boolean => id.startsWith(localPrefix);
const unsentOf = ({ abandonedCarts, campaigns }: AutomationData): Snapshot['unsent'] => ({
  carts: abandonedCarts.filter(isLocal),
  campaigns: campaigns.filter(isLocal),
});

export type Automation = ReturnType<typeof createAutomation>;

/** Recovery as this browser knows it: whole for a guest and offline, the copy of the hub's for a member. */
export function createAutomation(world: AutomationWorld) {
  let who: { uid: string | null; isMember: boolean } | null = null;
  let snapshot = firstSnapshot;
  const listeners = new Set<() => void>();
  let asked = 0;
  let shown = 0;

  function show(next: Snapshot): void {
    snapshot = next;
    for (const listener of listeners) listener();
  }

  function load(standing: Standing): Snapshot {
    const stored = world.read(automationKey);
    const state = stored === null ? null : readAutomation(stored, world.now());
    if (stored !== null && !state)
      world.warn(`${automationKey} in local storage can’t be read and is ignored`);
    const data = state ?? firstAutomation();
    return { ...data, standing, unsent: unsentOf(data), remote: null, heardAt: null };
  }

  const write = ({ abandonedCarts, campaigns, analytics, settings }: AutomationData): boolean =>
    world.write(automationKey, JSON.stringify({ abandonedCarts, campaigns, analytics, settings })) ===
    'written';

  function keep(next: Snapshot): void {
    write(next);
    show({ ...next, unsent: unsentOf(next) });
  }

  /** What is nowhere else: it is not said to be kept where there is no room for it. */
  function keepHere(next: Snapshot): void {
    if (!write(next)) throw new Problem('unavailable', 'This device’s storage is full.');
    show({ ...next, unsent: unsentOf(next) });
  }

  async function refresh(): Promise<void> {
    const here = who;
    if (!here?.isMember) return;
    const turn = ++asked;
    // An answer that was asked for before a save must not come over what is there after it.
    const isLate = () => who !== here || turn < shown;
    try {
      const remote = await world.overview();
      if (isLate()) return;
      shown = turn;
      const mine = snapshot.unsent;
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
      keep({
        abandonedCarts: [...mine.carts, ...carts],
        campaigns: [...mine.campaigns, ...remote.campaigns],
        analytics: remote.figures.analytics,
        settings: remote.settings,
        standing: 'known',
        unsent: mine,
        remote,
        heardAt: world.now(),
      });
    } catch {
      if (!isLate()) show({ ...snapshot, standing: 'unknown' });
    }
  }

  const drop = (dropped: string | null): void =>
    keep({
      ...snapshot,
      abandonedCarts: snapshot.abandonedCarts.filter(({ id }) => id !== dropped),
      campaigns: snapshot.campaigns.filter(({ id }) => id !== dropped),
    });

  const localCart = ({ email, name, totalCents, currency }: NewCart): AbandonedCart => ({
    id: newLocalId(),
    status: 'abandoned',
    email,
    name,
    currency,
    totalCents,
    createdAt: world.now().toISOString(),
  });

  /** A campaign goes under the same id, however often it is sent. */
  const madeAs = (local: string): string => local.replace(localPrefix, 'cmp_');

  return {
    snapshot: () => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async attend({ ready, mode, user }: WebViewer): Promise<void> {
      if (!ready) return;
      const uid = user?.uid ?? null;
      const isMember = user !== null && !user.isOffline && mode === 'online';
      if (who?.uid !== uid || who.isMember !== isMember) {
        who = { uid, isMember };
        show(load(isMember ? 'asking' : 'local'));
      }
      await refresh();
    },

    /** Another tab changed what is stored. */
    reload(): void {
      if (who) show({ ...load(snapshot.standing), remote: snapshot.remote, heardAt: snapshot.heardAt });
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
      keepHere({ ...snapshot, ...next });
      return true;
    },

    async updateStatus(id: string, status: string): Promise<void> {
      if (who?.isMember && !id.startsWith(localPrefix)) {
        await world.setStatus(id, status);
        await refresh();
      } else keepHere({ ...snapshot, ...withStatus(snapshot, id, status, world.now()) });
    },

    /**
     * What was changed here alone: another device may have saved the rest meanwhile. `seen`: how it stood when it was
     * changed here. Returns what another device had put there since and had to give way.
     */
    async saveSettings(own: Changed, seen: Seen): Promise<Changed> {
      if (!who?.isMember) {
        keepHere({ ...snapshot, settings: { ...snapshot.settings, ...own.settings } });
        return { settings: {}, delivery: {} };
      }
      const now = await world.overview();
      await world.saveSettings({ ...now.settings, ...own.settings }, { ...now.delivery, ...own.delivery });
      await refresh();
      return {
        settings: valuesGivingWay(seen.settings, own.settings, now.settings),
        delivery: valuesGivingWay(seen.delivery, own.delivery, now.delivery),
      };
    },

    /**
     * `seen` is the campaign that was changed here, as it stood then. Returns the id it has from now on, and the other
     * device's version where both had changed the same.
     */
    async saveCampaign(
      id: string,
      campaign: CampaignBody,
      seen?: CampaignBody,
    ): Promise<{ id: string; gaveWay: CampaignBody | null }> {
      if (who?.isMember) {
        const isSent = !id.startsWith(localPrefix);
        const there = isSent && seen && (await world.overview()).campaigns.find((one) => one.id === id);
        const now = there && bodyOf(there);
        const body = now ? mergeCampaign(seen, campaign, now) : campaign;
        const saved = isSent
          ? await world.saveCampaign(id, body)
          : await world.makeCampaign(madeAs(id), body);
        if (!isSent) drop(id);
        await refresh();
        return { id: saved.id, gaveWay: now ? gaveWay(seen, campaign, now) : null };
      }
      // Changed without the hub, the account's own stays as it is, and this lies beside it until it is sent.
      const own = { ...campaign, isOn: false, id: id.startsWith(localPrefix) ? id : newLocalId() };
      const isKnown = snapshot.campaigns.some((each) => each.id === own.id);
      const campaigns = isKnown
        ? snapshot.campaigns.map((each) => (each.id === own.id ? own : each))
        : [own, ...snapshot.campaigns];
      keepHere({ ...snapshot, campaigns });
      return { id: own.id, gaveWay: null };
    },

    async removeCampaign(id: string): Promise<void> {
      if (id.startsWith(localPrefix) || who?.uid == null) return drop(id);
      // Gone here alone, it would be back with the next answer.
      if (!who.isMember)
        throw new Problem(
          'unavailable',
          'This campaign is in your account. You can remove it once you are online.',
        );
      await world.removeCampaign(id);
      await refresh();
    },

    /** All of them, the one asked first at the head. */
    async orderCampaigns(ids: string[]): Promise<void> {
      const placed = [...snapshot.campaigns].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      if (!who?.isMember) return keepHere({ ...snapshot, campaigns: placed });
      await world.orderCampaigns(ids.filter((id) => !id.startsWith(localPrefix)));
      await refresh();
    },

    /** What was made without the account goes to it, one by one; what the plan refuses stays here. */
    async sendUnsent(): Promise<{ sent: number; left: number }> {
      let sent = 0;
      const { carts, campaigns } = snapshot.unsent;
      const go = async (id: string, send: () => Promise<unknown>): Promise<boolean> => {
        try {
          await send();
        } catch (error) {
          if (error instanceof Problem && error.code !== 'unavailable') return false;
          throw error;
        }
        sent++;
        drop(id);
        return true;
      };
      for (const cart of carts) if (!(await go(cart.id, () => world.addCart(newCartOf(cart))))) break;
      for (const { id, ...campaign } of campaigns.toReversed()) {
        const body = campaign as unknown as CampaignBody;
        if (!(await go(id, () => world.makeCampaign(madeAs(id), body)))) break;
      }
      await refresh();
      const left = snapshot.unsent;
      return { sent, left: left.carts.length + left.campaigns.length };
    },
  };
}
