import { sql } from 'kysely';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { ServiceStatus } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { firstSettings } from '../rules/automation.ts';
import { senderOf } from '../rules/look.ts';
import { type OwnStoreFacts, type Standing, standingOf, type StoreChoice } from '../rules/own-store.ts';
import { firstDelivery, type SendFacts } from '../rules/sequence.ts';
import { ownCampaign } from '../rules/writing.ts';
import { campaignsOf, campaignView, saveCampaign } from './campaigns.ts';
import { ensureOwner } from './owners.ts';
import { hubOwner, type OwnerRow, type RecoveryTables } from './tables.ts';

type Ground = Pick<Platform, 'db' | 'clock' | 'config' | 'site' | 'log'>;

/** What the database knows of it. */
type Stored = Pick<OwnerRow, 'settings' | 'delivery' | 'store_choice' | 'store_on_since'> & {
  campaigns: OwnStoreFacts['campaigns'];
};

export interface OwnStoreState {
  standing: Standing;
  /** Since when it is on. Carts that were left before get no reminder; null: it is off. */
  since: Date | null;
}

export interface OwnStore {
  /** What is so by now; `settle` may not have noted it yet. */
  read(db: AnyKysely): Promise<OwnStoreState>;
  /** Notes when it turned on or off, and makes the default campaign where there is none. However many processes ask at once. */
  settle(): Promise<Standing>;
  /** The operator says so at a terminal, and it stays so. */
  choose(choice: StoreChoice): Promise<Standing>;
  /** For the line at startup and for the health check, from what was last read. */
  status(): ServiceStatus;
}

/** Since when a message's campaign is on: of the hub's own store only together with the store as a whole. */
export function turnedOn(
  { owner_id, on_since }: { owner_id: string; on_since: Date | null },
  { standing, since }: OwnStoreState,
): Pick<SendFacts, 'onSince' | 'stopped'> {
  if (owner_id !== hubOwner) return { onSince: on_since };
  const onSince = on_since && since && (on_since > since ? on_since : since);
  return { onSince, stopped: standing.reason };
}

const nothingStored: Stored = {
  settings: firstSettings(),
  delivery: firstDelivery(),
  store_choice: null,
  store_on_since: null,
  campaigns: { all: 0, on: 0 },
};

/** The reminders of the hub's own store: on as soon as all is there that they need, unless the operator says otherwise. */
export function createOwnStore({ db, clock, config, site, log }: Ground): OwnStore {
  let last = nothingStored;

  function standing({ settings, delivery, store_choice, campaigns }: Stored): Standing {
    const shop = site.shop();
    const sender = senderOf(delivery, shop);
    return standingOf({
      isOffInSite: !shop.cartReminders,
      choice: store_choice,
      autoRecovery: settings.autoRecovery,
      mail: config.smtpUrl !== undefined ? 'leaves' : config.live ? 'waits' : 'stays here',
      shopName: sender.name,
      postalAddress: sender.address,
      campaigns,
    });
  }

  async function read(from: AnyKysely): Promise<OwnStoreState & { stored: Stored }> {
    const { rows } = await sql<Stored>`
      select settings, delivery, store_choice, store_on_since, (
        select jsonb_build_object('all', count(*), 'on', count(on_since)) from recovery_campaign k
        where k.owner_id = o.owner_id) as campaigns
      from recovery_owner o where owner_id = ${hubOwner}`.execute(from);
    const stored = rows[0] ?? nothingStored;
    last = stored;
    return { standing: standing(stored), since: stored.store_on_since, stored };
  }

  const write = (trx: AnyTransaction, set: Partial<Pick<OwnerRow, 'store_choice' | 'store_on_since'>>) =>
    tablesOf<RecoveryTables>(trx)
      .updateTable('recovery_owner')
      .set(set)
      .where('owner_id', '=', hubOwner)
      .execute();

  /** One process at a time from here to the end of the transaction. */
  async function lock(trx: AnyTransaction): Promise<void> {
    await ensureOwner(trx, hubOwner, clock.now());
    await sql`select from recovery_owner where owner_id = ${hubOwner} for update`.execute(trx);
  }

  const isNoted = ({ standing: { isOn }, since }: OwnStoreState): boolean => isOn === (since !== null);

  async function note(): Promise<{ standing: Standing; isNews: boolean }> {
    const seen = await read(db.tables());
    if (isNoted(seen)) return { standing: seen.standing, isNews: false };
    const noted = await db.transaction(async (trx) => {
      await lock(trx);
      const now = clock.now();
      const state = await read(trx);
      if (isNoted(state)) return { standing: state.standing, isNews: false };
      const { isOn } = state.standing;
      if (isOn && state.stored.campaigns.all === 0)
        await saveCampaign(trx, hubOwner, { isNew: true }, { ...ownCampaign(), isOn }, now);
      await write(trx, { store_on_since: isOn ? now : null });
      return { standing: state.standing, isNews: true };
    });
    await read(db.tables());
    return noted;
  }

  return {
    read,

    async settle() {
      const { standing: result, isNews } = await note();
      if (isNews) log.info(`Reminders of this hub’s store: ${result.words}`);
      return result;
    },

    async choose(choice) {
      await db.transaction(async (trx) => {
        await lock(trx);
        // Off at once, so that turning it on again within the same second begins anew.
        await write(trx, { store_choice: choice, ...(choice === 'off' && { store_on_since: null }) });
        const campaigns = await campaignsOf(trx, hubOwner);
        const [first] = campaigns;
        if (choice === 'on' && first && campaigns.every(({ on_since }) => on_since === null))
          await saveCampaign(trx, hubOwner, first, { ...campaignView(first), isOn: true }, clock.now());
      });
      // A terminal without the settings of the server mustn't stop what the server has turned on.
      const { standing: result } = await read(db.tables());
      return result.isOn ? (await note()).standing : result;
    },

    status() {
      const { isOn, words, advice } = standing(last);
      return { service: 'reminders', runsOn: words, state: isOn ? 'up' : 'off', advice };
    },
  };
}
