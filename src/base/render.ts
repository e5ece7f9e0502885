import type { PublicSite } from './site.ts';

/** What crosses between the server and the rendered web application: plain data only, no instances. */

/** Five shapes of screen; every page declares one. */
export type Archetype = 'reading' | 'list' | 'tool' | 'form' | 'letter';

export interface PageInfo {
  path: string;
  access: 'public' | 'member';
  archetype: Archetype;
  /** In the sitemap: public and worth finding. */
  listed: boolean;
}

export interface PageMatch {
  page: PageInfo;
  /** Path and the search parameters that matter, in a fixed order: one rendering each. */
  key: string;
  /** The address of our own API whose answer is this page's data. */
  dataPath: string | null;
  /** Whether this page talks to the payment provider. */
  pays: boolean;
}

/** What the browser needs to know before its first call. */
export interface Runtime {
  /** Every path that exists here, so that no link leads nowhere. */
  paths: string[];
  /** Where errors are reported, in production only. */
  reporting: { dsn: string; release: string } | null;
  emailJs: { origin: string; serviceId: string; templateId: string; publicKey: string } | null;
  ownerEmail: string | null;
  live: boolean;
  payments: RuntimePayments;
  /** Who signs people in, by the names on their buttons: known at once, so that nothing moves when they come. */
  providers?: { id: string; name: string; isTest: boolean }[];
  /** Whether the address has a name, which browsers hold passkeys to. */
  passkeys?: boolean;
}

/** How this hub takes money: from the bundled stand-in, by the provider, or not at all. */
export interface RuntimePayments {
  mode: 'emulator' | 'paypal' | 'off';
  clientId: string | null;
  environment: 'sandbox' | 'production';
  /** Where the stand-in's script is; null: at the provider's own address. */
  sdkBaseUrl: string | null;
}

export interface PageInput {
  url: string;
  origin: string;
  site: PublicSite;
  runtime: Runtime;
  data: unknown;
  status: number;
}

export interface RenderedPage {
  status: number;
  /** Title, description, canonical address, Open Graph. */
  head: string;
  html: string;
  /** The module of this page, for preloading its chunk. */
  module: string | null;
}

/** What the built web application gives to the server. */
export interface WebBundle {
  pages: PageInfo[];
  headScript: string;
  match(url: string): PageMatch | null;
  render(input: PageInput): Promise<RenderedPage>;
}

/** The first data a page carries, as JSON in the document. */
export interface PageState {
  site: PublicSite;
  runtime: Runtime;
  dataPath: string | null;
  data: unknown;
  status: number;
}
