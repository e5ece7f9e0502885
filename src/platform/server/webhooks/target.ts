import { lookup, Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** Webhooks go to the public internet: a URL that a member typed must not reach anything internal. */
export class TargetRefused extends Error {
  override name = 'TargetRefused';
}

export interface TargetPolicy {
  httpsOnly: boolean;
  isAllowed(address: string): boolean;
  /** The operator's list of allowed hosts; any public host without one. */
  hosts?: readonly string[] | undefined;
  resolve(hostname: string): Promise<LookupAddress[]>;
  /** What a name resolves to now, if that is known quickly: used while a URL is being typed, not for connecting. */
  glance(hostname: string): Promise<string[]>;
}

export const outsideOnly = (httpsOnly: boolean, hosts?: readonly string[]): TargetPolicy => ({
  httpsOnly,
  hosts,
  isAllowed: isPublicAddress,
  resolve: (hostname) => lookup(hostname, { all: true, verbatim: true }),
  glance: askNameServers,
});

/** Queries name servers directly: `lookup` would block a thread of the pool for as long as a server is slow. */
async function askNameServers(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  const timer = setTimeout(() => resolver.cancel(), 1500);
  const asked = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  clearTimeout(timer);
  return asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inside.addSubnet(net, bits, 'ipv4');
}

// Of IPv6, only publicly assigned ranges count, without those that embed an IPv4 address.
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
const tunnelsV6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  tunnelsV6.addSubnet(net, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !inside.check(address, 'ipv4');
  return isIP(address) === 6 && publicV6.check(address, 'ipv6') && !tunnelsV6.check(address, 'ipv6');
}

/** The URL as the standard parses it: decimal, octal and hexadecimal spellings become plain addresses. */
export function parseTarget(text: string, policy: TargetPolicy): URL {
  if (!URL.canParse(text)) throw new TargetRefused('isn’t a valid URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && (policy.httpsOnly || url.protocol !== 'http:'))
    throw new TargetRefused('not https');
  if (url.username || url.password) throw new TargetRefused('contains a user name');
  if (policy.hosts && !isOnList(url.hostname, policy.hosts))
    throw new TargetRefused('isn’t on the list of hosts that this server may call');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  // A numeric address needs no lookup: it is checked here.
  if (isIP(literal) && !policy.isAllowed(literal)) throw new TargetRefused(leadsInside);
  return url;
}

const leadsInside = 'points to a private network';

/**
 * Names that don't exist publicly: of this machine, of an office network, or of a single label, which resolves
 * locally first.
 */
function isInsideName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    !name.includes('.') ||
    /\.(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)$/.test(name)
  );
}

/**
 * The same for a URL that was just typed, including what its name resolves to right now. An unknown name is
 * accepted; its target is checked at each delivery.
 */
export async function typedTarget(text: string, policy: TargetPolicy): Promise<URL> {
  const url = parseTarget(text, policy);
  if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) return url;
  if (isInsideName(url.hostname)) throw new TargetRefused(leadsInside);
  const addresses = await policy.glance(url.hostname);
  if (!addresses.every((address) => policy.isAllowed(address))) throw new TargetRefused(leadsInside);
  return url;
}

/** "*.example.com" matches every subdomain of example.com, but not example.com itself. */
const isOnList = (hostname: string, hosts: readonly string[]): boolean =>
  hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host));

/**
 * Resolves for the actual connection: what was checked is what is connected to, so a name that resolves differently
 * a moment later gains nothing.
 */
export const pinnedLookup =
  (policy: TargetPolicy): LookupFunction =>
  (hostname, options, callback) => {
    policy.resolve(hostname).then(
      (addresses) => {
        const first = addresses[0];
        if (!first) return callback(new Error('has no IP address'), '', 4);
        // A private address among public ones is an attack, not a mistake.
        if (!addresses.every(({ address }) => policy.isAllowed(address)))
          return callback(new TargetRefused(leadsInside), '', 4);
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('can’t be found'), '', 4),
    );
  };
