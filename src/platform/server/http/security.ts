import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { Problem } from '#base/problem.ts';
import { plainAddress } from './network.ts';

export const contentHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface PolicyExtras {
  /** Hashes of this page's inline scripts. */
  scriptHashes?: string[];
  /** Other origins that only a payment page may contact. */
  script?: string[];
  connect?: string[];
  frame?: string[];
  image?: string[];
}

export function contentSecurityPolicy(extras: PolicyExtras = {}): string {
  const list = (...parts: (string[] | string | undefined)[]) => parts.flat().filter(Boolean).join(' ');
  return [
    "default-src 'self'",
    list('script-src', "'self'", extras.scriptHashes, extras.script),
    "style-src 'self' 'unsafe-inline'",
    list('img-src', "'self'", 'data:', 'blob:', extras.image),
    list('connect-src', "'self'", extras.connect),
    "font-src 'self'",
    list('frame-src', "'self'", extras.frame),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...openerHeaders(false),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/**
 * A window that the hub opens may access its opener. On a payment page every policy is off: the provider's script
 * opens an empty window and navigates it later, and with any policy WebKit then removes the opener, so the payment
 * result never arrives.
 */
export const openerHeaders = (pays: boolean): Record<string, string> => ({
  'cross-origin-opener-policy': pays ? 'unsafe-none' : 'same-origin-allow-popups',
});

/**
 * Another site can make a browser send our cookies, but it can't forge these two headers. Programs other than
 * browsers send neither, and carry no victim's cookies.
 */
export function assertSameOrigin(request: Request, ownOrigin: string): void {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const foreign =
    (origin !== null && origin !== ownOrigin) || (site !== null && site !== 'same-origin' && site !== 'none');
  if (foreign) throw new Problem('forbidden', 'This request came from another site.');
}

/** The caller's IP address: the entry written by our outermost proxy, never the caller's own claim. */
export function callerAddress(forwardedFor: string | null, peer: string, trustedProxies: number): string {
  if (trustedProxies === 0 || !forwardedFor) return plainAddress(peer);
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  const claimed = hops[hops.length - trustedProxies] ?? hops[0] ?? '';
  return plainAddress(isIP(claimed) ? claimed : peer);
}
