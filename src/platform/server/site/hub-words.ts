import type { PublicSite } from '#base/site.ts';
import { countryName } from './countries.ts';
import { readFrontMatter, type MarkdownFile } from './front-matter.ts';
import { hubSchema, type HubKeys } from './hub-schema.ts';
import { mistake, SiteMistake } from './mistakes.ts';
import type { OwnShop } from './site.ts';

export type OwnWords = Omit<PublicSite, 'logo' | 'mailLogo' | 'morePages'>;

export interface HubWords {
  site: OwnWords;
  shop: OwnShop;
  /** The operator's logo file. */
  logoFile: string | null;
  /** Additional {{placeholders}} for pages: text or lists. */
  forPages: Record<string, string | string[]>;
  /** The Markdown below the front matter: who runs this hub. */
  about: MarkdownFile;
}

/** The operator's texts on top of the shipped ones, key by key. */
export function hubWords(shipped: MarkdownFile, own: MarkdownFile | undefined): HubWords {
  const base = readFrontMatter(shipped, hubSchema);
  const given = own ? readFrontMatter(own, hubSchema) : {};
  const isSample = given.seller?.legalName === undefined;
  if (own && !isSample) assertWholeSeller(own, given);
  // A real seller with the sample's address would be misleading, so the sample seller is replaced as a whole.
  const merged = overlay(isSample ? base : { ...base, seller: {} }, given);

  const seller = merged.seller ?? {};
  const email = required(seller.email, 'seller.email');
  const country = required(seller.country, 'seller.country');
  const name = required(merged.name, 'name');
  const site: OwnWords = {
    name,
    tagline: required(merged.tagline, 'tagline'),
    description: required(merged.description, 'description'),
    assistantName: required(merged.assistantName, 'assistantName'),
    language: required(merged.language, 'language'),
    accent: merged.accent ?? null,
    currencyNote: merged.currencyNote ?? null,
    newsletterSender: merged.newsletterSender ?? name,
    newsletterCadence: required(merged.newsletterCadence, 'newsletterCadence').replace(/\.$/, ''),
    newsletterTopics: Object.entries(merged.newsletterTopics ?? {}).map(([id, label]) => ({ id, label })),
    social: Object.entries(merged.social ?? {}).map(([label, url]) => ({ label, url })),
    ...ownMenus(merged),
    seller: {
      legalName: required(seller.legalName, 'seller.legalName'),
      representedBy: seller.representedBy ?? null,
      address: required(seller.address, 'seller.address'),
      country,
      registration: seller.registration ?? '',
      vatId: seller.vatId ?? null,
      email,
      phone: seller.phone ?? null,
    },
    support: {
      email: merged.support?.email ?? email,
      answersWithin: required(merged.support?.answersWithin, 'support.answersWithin'),
      ...(merged.support?.hours && { hours: merged.support.hours }),
    },
    isSample,
  };
  const forPages = {
    'seller.countryName': countryName(country),
    'seller.law': seller.law ?? countryName(country),
    'privacy.contact': merged.privacy?.contact ?? email,
    'privacy.officer': merged.privacy?.officer ?? '',
    'privacy.authority': merged.privacy?.authority ?? '',
    'privacy.processors': merged.privacy?.processors ?? [],
    'sample.note': isSample ? sampleNote : '',
  };
  const shop: OwnShop = {
    name: given.name ?? '',
    address: isSample ? '' : site.seller.address.join(', '),
    cartReminders: merged.cartReminders !== 'off',
  };
  return { site, shop, logoFile: merged.logo ?? null, forPages, about: own ?? shipped };
}

/** Without a key, the shipped links; with an empty list, none. */
function ownMenus(keys: HubKeys): Pick<OwnWords, 'menu' | 'menuMore' | 'footer'> {
  const linksOf = (list: Record<string, string>[]) =>
    list.flatMap((entry) => Object.entries(entry).map(([label, url]) => ({ label, url })));
  const { menu, menuMore, footer } = keys;
  return {
    ...(menu && { menu: linksOf(menu) }),
    ...(menuMore && { menuMore: linksOf(menuMore) }),
    ...(footer && { footer: linksOf(footer) }),
  };
}

const sampleNote =
  'This site isn’t set up yet: its seller is a sample, not a real company. Nothing you agree to here is binding until the operator adds their own name and address.';

function assertWholeSeller(own: MarkdownFile, given: HubKeys): void {
  const needs = {
    address: 'the lines of your postal address',
    country: 'your two-letter country code',
    email: 'one email address',
  } as const;
  const missing = (Object.keys(needs) as (keyof typeof needs)[]).filter(
    (key) => given.seller?.[key] === undefined,
  );
  if (missing.length === 0) return;
  const line = own.lineOf(['seller', 'legalName']);
  throw new SiteMistake(
    missing.map((key) =>
      mistake(
        own.path,
        line,
        `seller.${key}: got nothing, expected ${needs[key]}, because seller.legalName is set`,
      ),
    ),
  );
}

/** Blocks of keys are merged; texts and lists are replaced. */
function overlay<T extends object>(base: T, over: T): T {
  const joined = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(over)) {
    const below = joined[key];
    joined[key] = isBlock(value) && isBlock(below) ? overlay(below, value) : value;
  }
  return joined as T;
}

const isBlock = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// The shipped texts are complete (a test ensures it), so this is our bug, not the operator's.
function required<T>(value: T | null | undefined, key: string): T {
  if (value === undefined || value === null) throw new Error(`content/hub.md has no ${key}`);
  return value;
}
