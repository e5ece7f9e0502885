import { isIP } from 'node:net';

/** A wrong value in the environment: one line with the variable, what it got and what was expected. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Env = Record<string, string | undefined>;

export function wrong(name: string, got: string, takes: string): never {
  // Many people read logs: keep secrets and passwords in URLs out of them.
  const isUrl = /URL$/.test(name);
  const shown =
    /SECRET|TOKEN/.test(name) || (isUrl && !got.includes('://') && /@|:(?!\d{1,5}(?:\/|$))/.test(got))
      ? `${got.length} characters`
      : JSON.stringify(isUrl ? withoutPassword(got) : got);
  throw new ConfigError(`${name}: got ${shown}, expected ${takes}`);
}

/** A password that isn't written as a URL wants it may hold any sign, also "/" and "@", or have no host behind it. */
function withoutPassword(url: string): string {
  const host = url.indexOf('://') + 3;
  const colon = url.indexOf(':', host);
  const at = url.lastIndexOf('@');
  if (colon < 0) return url;
  if (at > colon) return `${url.slice(0, colon + 1)}***${url.slice(at)}`;
  const isAddress = url[host] === '[' || /^\d{1,5}(?:[/?#]|$)/.test(url.slice(colon + 1));
  return isAddress ? url : `${url.slice(0, colon + 1)}***`;
}

export function read<T>(
  env: Env,
  name: string,
  takes: string,
  parse: (text: string) => T | undefined,
): T | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const value = parse(text);
  return value === undefined ? wrong(name, text, takes) : value;
}

export const wholeNumber = (min: number, max: number) => (text: string) => {
  const n = Number(text);
  return /^\d+$/.test(text) && n >= min && n <= max ? n : undefined;
};

export const address =
  (...protocols: string[]) =>
  (text: string) => {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    return protocols.includes(url.protocol) ? url : undefined;
  };

export const anyText = (text: string): string => text;

export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d+){3}$/.test(host)
  );
}

/** An IP address isn't a domain: browsers don't allow passkeys for one. */
export const hasName = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) === 0;

/** Variables that belong together: all of them, or none. */
export function allOrNone(env: Env, names: string[]): boolean {
  const given = names.filter((name) => env[name]?.trim());
  const first = given[0];
  if (first && given.length < names.length) {
    const missing = names.filter((name) => !given.includes(name));
    throw new ConfigError(
      `${first} is set, but ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    );
  }
  return given.length > 0;
}
