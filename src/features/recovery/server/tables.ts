import type { ColumnType } from 'kysely';
import type { CartBody, Delivery, MessageView, Settings, Shop, Step } from '../rules/contract.ts';
import type { CartSource, Condition } from '../rules/condition.ts';
import type { Way } from '../rules/connections.ts';
import type { StoreChoice } from '../rules/own-store.ts';
import type { Words } from '../rules/writing.ts';

type Json<T> = ColumnType<T, string, string>;

export interface OwnerRow {
  owner_id: string;
  public_id: string;
  /** What the script on a shop's pages names; null where there is none. */
  page_key: string | null;
  secret: string;
  settings: Settings;
  delivery: Delivery;
  shop_secrets: Partial<Record<Shop, string>>;
  resumed_at: Date;
  /** The hub's own store alone: what its operator chose, and since when its reminders are on. */
  store_choice: StoreChoice | null;
  store_on_since: Date | null;
}

export interface CampaignRow {
  owner_id: string;
  id: string;
  name: string;
  conditions: Condition;
  steps: Step[];
  on_since: Date | null;
  /** The lower, the sooner it is asked. */
  place: number;
  created_at: Date;
}

export interface CartRow {
  owner_id: string;
  id: string;
  email: string;
  email_key: string;
  name: string;
  currency: string;
  total_cents: number;
  items: CartBody['items'];
  restore_url: string | null;
  source: CartSource;
  country: string;
  agreed: boolean;
  status: string;
  seen_at: Date;
  created_at: Date;
  campaign_id: string;
  held_out: boolean;
  clicked_at: Date | null;
  recovered_at: Date | null;
  recovered_by: 'click' | 'alone' | 'hand' | null;
  revenue_cents: number;
  order_id: string | null;
}

export interface MessageRow {
  owner_id: string;
  cart_id: string;
  step: number;
  campaign_id: string;
  email_key: string;
  state: MessageView['state'];
  due_at: Date;
  reason: string | null;
  draft: Words | null;
  drafted_by: 'person' | 'writer' | null;
  /** From when on the model may write it; null: it need not. */
  write_after: Date | null;
  /** The month in which it was counted as an AI email. */
  counted_month: string | null;
  token_hash: string | null;
  sent_at: Date | null;
  clicked_at: Date | null;
}

export interface RecoveryTables {
  recovery_owner: Omit<
    OwnerRow,
    'settings' | 'delivery' | 'shop_secrets' | 'store_choice' | 'store_on_since'
  > & {
    settings: Json<Settings>;
    delivery: Json<Delivery>;
    shop_secrets: Json<OwnerRow['shop_secrets']>;
    store_choice: ColumnType<StoreChoice | null, StoreChoice | null | undefined>;
    store_on_since: ColumnType<Date | null, Date | null | undefined>;
  };
  recovery_campaign: Omit<CampaignRow, 'steps' | 'conditions'> & {
    steps: Json<Step[]>;
    conditions: Json<Condition>;
  };
  recovery_cart: CartRow;
  recovery_message: Omit<MessageRow, 'draft'> & { draft: Json<Words> | null };
  recovery_buyer: {
    owner_id: string;
    email_key: string;
    mailed_at: Date | null;
    bought_at: Date | null;
  };
  recovery_connection: {
    owner_id: string;
    way: Way;
    heard_at: Date | null;
    tested_at: Date | null;
    proven_at: Date | null;
    refused_at: Date | null;
  };
  recovery_received: { owner_id: string; event_id: string; at: Date };
  recovery_tally: {
    owner_id: string;
    kind: 'came' | 'back';
    month: string;
    campaign_id: string;
    held_out: boolean;
    currency: string;
    n: number;
    by_click: number;
    cents: number;
    click_cents: number;
    squares: number;
  };
}

/** The operator's own store: it has no plan and no limit. */
export const hubOwner = 'hub';
