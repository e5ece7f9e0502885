/** What is said of an address that is none, wherever it was typed. */
export const mailAddressWords = 'Enter one email address, such as name@example.com.';

/**
 * One plain address, or null: no list, no display name, no comment, no routing, no line break.
 * What would reach two people, or another than the one it shows, is not an address here.
 */
export function parseMailAddress(text: string): string | null {
  const match = /^([\w.!#$&'*+/=?^`{|}~-]{1,64})@([\p{L}\p{N}.-]{3,253})$/u.exec(text.trim());
  // A trim takes line breaks off the ends, too: whoever sends one means no good.
  if (!match || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return null;
  const [, local = '', typedDomain = ''] = match;
  if (
    local.startsWith('.') ||
    local.endsWith('.') ||
    local.includes('..') ||
    local.includes('=?') ||
    local.includes('!')
  )
    return null;
  const domain = asciiDomain(typedDomain);
  return domain && local.length + domain.length < 254 ? `${local}@${domain}` : null;
}

/** Two spellings of one address have one key: people do not tell Anna@ from anna@, and no provider does. */
export const mailAddressKey = (address: string): string => address.trim().toLowerCase();

/** For a page that anybody with the link may open: enough to recognise one's own, not enough to learn another's. */
export function maskedMailAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}

function asciiDomain(typed: string): string | null {
  let domain = typed.toLowerCase();
  if (!/^[a-z0-9.-]+$/.test(domain)) {
    try {
      domain = new URL(`http://${domain}`).hostname;
    } catch {
      return null;
    }
  }
  const labels = domain.split('.');
  const isLabel = (label: string) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label);
  // An all-digit last label is an IP address in some spelling.
  return labels.length >= 2 && labels.every(isLabel) && /[a-z]/.test(labels.at(-1) ?? '') ? domain : null;
}
