import type { ColumnType, Selectable } from 'kysely';
import type { Ending, Side } from '#base/split-test.ts';
import type { Funnel } from '../rules/contract.ts';
import type { SplitMeasure } from '../rules/split-contract.ts';

type Json<T> = ColumnType<T, string, string>;
/** Nothing where the release before wrote it. */
type Counted = ColumnType<number, number | undefined, number>;
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** What a published page knows beside its words: where its buttons lead and what its form asks. */
export interface PageFacts {
  kind: string;
  name: string;
  /** After the form. */
  next: string | null;
  go: Record<
    string,
    {
      href: string | null;
      bumpHref: string | null;
      product: string | null;
      /** Not there on pages that were published before it was. */
      bumpProduct?: string | null;
      isNo: boolean;
      /** Leads on in the funnel and sells nothing itself; not there on pages that were published before it was. */
      isWay?: boolean;
      offer: string;
    }
  >;
  /** The file not there on pages that were published before forms promised one. */
  forms: Record<string, { consent: string; gift?: { value: string; words: string } }>;
  doubleOptIn: boolean;
  language: string;
  style: Funnel['style'];
  funnelName: string;
}

interface FunnelTable {
  owner_id: string;
  id: string;
  version: number;
  content_version: number;
  seq: number;
  name: string;
  slug: string;
  doc: Json<Funnel> | null;
  created_at: Date;
  updated_at: Date;
  is_purged: ColumnType<boolean, boolean | undefined, boolean>;
  live_slug: string | null;
  live_version: number | null;
  live_at: Date | null;
  publish_at: Date | null;
  publish_refusal: string | null;
  hook_url: string | null;
  hook_secret: string | null;
  /** Null in rows that the release before wrote. */
  steps: number | null;
  /** What the account holds by it, as in the tables below. */
  bytes: Counted;
}
export type FunnelRow = Selectable<FunnelTable>;
/** Everything but the funnel itself, which may be large. */
export type FunnelHeadRow = Omit<FunnelRow, 'doc' | 'steps' | 'bytes'> & { steps: number };

/** A test of two versions of a page; `about` is a digest of both, of their share and of what it decides by. */
export interface SplitRow {
  owner_id: string;
  funnel_id: string;
  step_id: string;
  id: string;
  about: string;
  share: number;
  measure: SplitMeasure;
  next_steps: string[];
  started_at: Date;
  ended_at: Date | null;
  winner: Side | null;
  why: Ending['why'] | 'hand' | null;
}

export interface FunnelTables {
  funnel_owner: { owner_id: string; seq: number };
  funnel: FunnelTable;
  funnel_version: {
    owner_id: string;
    funnel_id: string;
    version: number;
    at: Date;
    doc: Json<Funnel>;
    bytes: Counted;
  };
  funnel_write: {
    owner_id: string;
    key: string;
    funnel_id: string;
    outcome: 'saved' | 'copied' | 'deleted';
    version: number;
    at: Date;
  };
  funnel_slug: { slug: string; owner_id: string; funnel_id: string };
  funnel_page: {
    owner_id: string;
    funnel_id: string;
    step_id: string;
    slug: string;
    position: number;
    html: string;
    etag: string;
    facts: Json<PageFacts>;
    /** The second version of a page that is tested; null where there is none, and in rows of the release before. */
    other_html: Maybe<string>;
    other_etag: Maybe<string>;
    other_facts: ColumnType<PageFacts | null, string | null | undefined, string | null>;
    /** Of both. */
    bytes: Counted;
  };
  funnel_split: SplitRow;
  funnel_split_count: {
    owner_id: string;
    funnel_id: string;
    split_id: string;
    day: string;
    side: Side;
    kind: 'view' | 'next';
    count: number;
  };
  funnel_lead: {
    owner_id: string;
    funnel_id: string;
    id: string;
    address_key: string;
    address: string;
    name: string;
    step: string;
    source: string;
    consent_text: string;
    at: Date;
    mailed_at: Date | null;
    confirmed_at: Date | null;
    bought_at: Date | null;
    /** The form that promised a file last; null where none did. */
    gift_step: string | null;
    gift_block: string | null;
    gift_mailed_at: Date | null;
    /** The first time. */
    downloaded_at: Date | null;
  };
  funnel_picture: { owner_id: string; name: string; at: Date; bytes: Counted };
  funnel_gift_file: { owner_id: string; name: string; at: Date; bytes: number; file_name: string };
  funnel_seen: {
    owner_id: string;
    funnel_id: string;
    day: string;
    step_id: string;
    kind: string;
    visitor: string;
    /** Null in rows from before it was kept. */
    at: Date | null;
  };
  funnel_pace: {
    owner_id: string;
    funnel_id: string;
    day: string;
    goal: string;
    seconds: number;
    count: number;
  };
  funnel_count: {
    owner_id: string;
    funnel_id: string;
    day: string;
    step_id: string;
    kind: string;
    source: string;
    device: string;
    count: number;
  };
}
