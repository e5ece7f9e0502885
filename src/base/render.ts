import type { Menus } from './menus.ts';
import type { PublicSite } from './site.ts';

/** What passes between the server and the rendered web application: plain data only, no instances. */

/** Five shapes of screen; every page declares one. */
export type Archetype = 'reading' | 'list' | 'tool' | 'form' | 'letter';

export interface PageInfo {
  path: string;
  access: 'public' | 'member';
  archetype: Archetype;
  /** Listed in the sitemap: public and worth finding. */
  listed: boolean;
}

export interface PageMatch {
  page: PageInfo;
  /** Path and relevant search parameters in a fixed order: one cached rendering for each. */
  key: string;
  /** The address of our API whose response is this page's data. */
  dataPath: string | null;
  /** Whether this page uses the payment provider. */
  pays: boolean;
  /** Shows what only one reader may see: rendered anew each time, and never kept. */
  isPersonal: boolean;
}

/** What the browser needs to know before its first call. */
export interface Runtime {
  /** Every path that exists here, so that no link is dead. */
  paths: string[];
  menus: Menus;
  /** Where errors are reported, in production only. */
  reporting: { dsn: string; release: string } | null;
  emailJs: { origin: string; serviceId: string; templateId: string; publicKey: string } | null;
  ownerEmail: string | null;
  live: boolean;
  payments: RuntimePayments;
  /** The sign-in providers by the name on their button, known from the start so that the layout doesn't shift. */
  providers?: { id: string; name: string; isTest: boolean }[];
  /** Whether codes to sign in with can be emailed. */
  codes?: boolean;
  /** Whether a language model is connected; without one nothing here is said to be written by AI. */
  hasModel?: boolean;
  /** Whether the host has a domain name, which passkeys require. */
  passkeys?: boolean;
}

/** How this hub takes payments: with the bundled stand-in, through the provider, or not at all. */
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

/** A page as it would be with what somebody is about to save. */
export interface Draft {
  /** Where it will be, such as "/product/launch-kit". */
  address: string;
  /** What the API would answer for it. */
  data: unknown;
  site?: PublicSite;
}

export interface RenderedPage {
  status: number;
  /** Title, description, canonical URL, Open Graph. */
  head: string;
  html: string;
  /** The module of this page, for preloading its chunk. */
  module: string | null;
}

/** What the built web application provides to the server. */
export interface WebBundle {
  pages: PageInfo[];
  headScript: string;
  match(url: string): PageMatch | null;
  render(input: PageInput): Promise<RenderedPage>;
}

/** The initial data of a page, as JSON in the document. */
export interface PageState {
  site: PublicSite;
  runtime: Runtime;
  dataPath: string | null;
  data: unknown;
  status: number;
}
