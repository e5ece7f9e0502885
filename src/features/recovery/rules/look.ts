import { type Branding, defaultBranding } from '#features/branding/rules/branding.ts';
import { safeFont } from '#features/branding/rules/branded.ts';
import { readColor } from '#features/branding/rules/check.ts';
import { textOn } from '#features/branding/rules/contrast.ts';

/** How a shop's reminders look: by the branding of whoever's shop it is. */

export interface Look {
  name: string;
  logoUrl?: string;
  website?: string;
  button?: { color: string; text: string };
  fontFamily?: string;
}

/** A web address as people type one; none for what leads nowhere. */
function websiteOf(typed: string): string | null {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(whole)) return null;
  const { protocol, href, username } = new URL(whole);
  return /^https?:$/.test(protocol) && username === '' ? href : null;
}

/** The name that reminders carry: of the shop, else of the company. */
export const shopNameOf = (shopName: string, companyName: string): string =>
  shopName.trim() || companyName.trim();

/** Who a reminder is from: what the settings leave open, the branding says. */
export const senderOf = (
  delivery: { shopName: string; postalAddress: string },
  brand: { name: string; address: string },
): { name: string; address: string } => ({
  name: shopNameOf(delivery.shopName, brand.name),
  address: delivery.postalAddress.trim() || brand.address.trim(),
});

/** Null without a name: then nobody could tell from whom the mail is. */
export function lookOf(shopName: string, branding: Branding | null, logoUrl: string | null): Look | null {
  const name = shopNameOf(shopName, branding?.companyName ?? '');
  if (name === '') return null;
  if (!branding) return { name };
  const color = readColor(branding.primaryColor);
  const website = websiteOf(branding.website);
  return {
    name,
    ...(logoUrl && { logoUrl }),
    ...(website && { website }),
    // A color that nobody has chosen is no brand's.
    ...(color && color !== defaultBranding.primaryColor && { button: { color, text: textOn(color) } }),
    ...(branding.fontFamily !== defaultBranding.fontFamily && { fontFamily: safeFont(branding.fontFamily) }),
  };
}
