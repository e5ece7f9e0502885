/** The message for an invalid address, wherever it was typed. */
export const mailAddressWords = 'Enter one email address, such as name@example.com.';

/**
 * One plain address, or null: no list, display name, comment, routing or line break. Anything that could reach two
 * people, or someone other than it shows, is rejected.
 */
export function parseMailAddress(text: string): string | null {
  const match = /^([\w.!#$&'*+/=?^`{|}~-]{1,64})@([\p{L}\p{N}.-]{3,253})$/u.exec(text.trim());
  // trim() would remove line breaks at the ends; anyone who sends one is up to no good.
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

/** Two spellings of one address share a key: people don't distinguish Anna@ from anna@, and neither do providers. */
export const mailAddressKey = (address: string): string => address.trim().toLowerCase();

/**
 * For a page that anyone with the link can open: enough to recognize your own address, not enough to learn someone
 * else's.
 */
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
  // An all-digit last label is some notation of an IP address.
  return labels.length >= 2 && labels.every(isLabel) && /[a-z]/.test(labels.at(-1) ?? '') ? domain : null;
}
