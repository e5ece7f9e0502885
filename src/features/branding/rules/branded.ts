import { escapeHtml } from '#base/escape.ts';
import { type Branding, defaultBranding } from './branding.ts';

/** Only a colour is a colour: anything else would be style that somebody else wrote. */
export const safeColor = (color: string, instead: string): string =>
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color.trim()) ? color.trim() : instead;

/** Family names and nothing else. */
export const safeFont = (family: string): string =>
  /^[\p{L}\p{N} ,'"-]{1,120}$/u.test(family) && /\p{L}/u.test(family)
    ? family.replaceAll('"', "'")
    : defaultBranding.fontFamily;

/** A picture in the text itself, or one that this hub or a secure address serves. */
export const safeLogo = (logo: string): string =>
  /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i.test(logo) ||
  /^https:\/\/[^\s"'<>]+$/i.test(logo) ||
  /^\/(?![/\\])[^\s"'<>]*$/.test(logo)
    ? logo
    : '';

/**
 * Content as it leaves the hub under somebody's name: their header before it and their words in its placeholders.
 * Without a company name it is returned as it is.
 */
export function brandContent(html: string, branding: Branding): string {
  if (branding.companyName.trim() === '') return html;
  return `${brandHeader(branding)}\n${fillBrandPlaceholders(html, branding, escapeHtml)}`;
}

/** The header as a page and a text draw it alike. */
export interface HeaderLook {
  name: string;
  /** Empty for none. */
  logo: string;
  style: { fontFamily: string; color: string; borderBottom: string; paddingBottom: string };
}

/** The logo's own size and shape, wherever it is shown. */
export const logoLook = { width: '40px', height: '40px', objectFit: 'contain' } as const;

/** In a line with the name, in a mail as in a page. */
export const headerLogoLook = {
  ...logoLook,
  display: 'inline-block',
  verticalAlign: 'middle',
  marginRight: '12px',
} as const;

/** Null without a company name: then there is no header. */
export function headerLook(branding: Branding): HeaderLook | null {
  const name = branding.companyName.trim();
  if (name === '') return null;
  return {
    name,
    logo: safeLogo(branding.logo),
    style: {
      fontFamily: safeFont(branding.fontFamily),
      color: safeColor(branding.primaryColor, defaultBranding.primaryColor),
      borderBottom: `1px solid ${safeColor(branding.secondaryColor, defaultBranding.secondaryColor)}`,
      paddingBottom: '8px',
    },
  };
}

export function brandHeader(branding: Branding): string {
  const look = headerLook(branding);
  if (!look) return '';
  const picture = look.logo
    ? `<img src="${escapeHtml(look.logo)}" alt="" width="40" height="40" style="${inStyle(headerLogoLook)}">`
    : '';
  return `<header class="doc-brand" style="${inStyle(look.style)}">${picture}<strong>${escapeHtml(look.name)}</strong></header>`;
}

const inStyle = (look: Record<string, string>): string =>
  escapeHtml(
    Object.entries(look)
      .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
      .join(';'),
  );

/** `{{CompanyName}}` and its kin, by the branding's words; whatever is not known stays as it is. */
export function fillBrandPlaceholders(
  content: string,
  branding: Branding,
  literal: (text: string) => string = (text) => text,
): string {
  const words = new Map<string, string>([
    ['CompanyName', literal(branding.companyName)],
    ['Website', literal(branding.website)],
    ['Email', literal(branding.email)],
    ['Phone', literal(branding.phone)],
    ['Address', literal(branding.address)],
    ['Party1', literal(branding.companyName)],
    ['Party2', '[Client Name]'],
    ['ClientName', '[Client Name]'],
    ['Service', '[Service Description]'],
    ['Duration', '[Contract Duration]'],
    ['Amount', '[Amount]'],
    ['DueDate', '[Due Date]'],
  ]);
  // One pass: a company that is called {{Email}} stays called so.
  return content.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => words.get(name) ?? whole);
}
