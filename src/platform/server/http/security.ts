import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { Problem } from '#base/problem.ts';
import { plainAddress } from './network.ts';

export const contentHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface PolicyExtras {
  /** Hashes of the inline scripts of this page. */
  scriptHashes?: string[];
  /** Other origins that only a paying page may talk to. */
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
 * A window that the hub opens may know its opener. On a paying page every policy is off: the provider's script opens an
 * empty window and leads it elsewhere later, and under any policy WebKit then takes the opener from it, so that the
 * payment is never heard of.
 */
export const openerHeaders = (pays: boolean): Record<string, string> => ({
  'cross-origin-opener-policy': pays ? 'unsafe-none' : 'same-origin-allow-popups',
});

/**
 * A page of another site can make a browser send our cookies; it cannot forge these two headers.
 * Programs that are no browser send neither and carry no cookies of a victim.
 */
export function assertSameOrigin(request: Request, ownOrigin: string): void {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const foreign =
    (origin !== null && origin !== ownOrigin) || (site !== null && site !== 'same-origin' && site !== 'none');
  if (foreign) throw new Problem('forbidden', 'This request came from another site.');
}

/** The caller's address: the entry that our own outermost proxy wrote, never what the caller claims. */
export function callerAddress(forwardedFor: string | null, peer: string, trustedProxies: number): string {
  if (trustedProxies === 0 || !forwardedFor) return plainAddress(peer);
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  const claimed = hops[hops.length - trustedProxies] ?? hops[0] ?? '';
  return plainAddress(isIP(claimed) ? claimed : peer);
}
