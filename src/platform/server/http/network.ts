import { isIP, isIPv4 } from 'node:net';

/** A canonical spelling of an IP address: IPv4-mapped IPv6 becomes IPv4, and the zone (network card) is dropped. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  if (isIP(bare) !== 6) return bare;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (!isMapped) return bare;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = (address.split('%')[0] ?? '').replace(
    /(?<!\d)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_, a, b, c, d) =>
      [a, b, c, d]
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')
        .replace(/^.{4}/, '$&:'),
  );
  const [head = '', tail = ''] = hex.split('::');
  const numbers = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [start, end] = [numbers(head), numbers(tail)];
  return [...start, ...Array<number>(Math.max(0, 8 - start.length - end.length)).fill(0), ...end];
}

/** The network that contains an address, with this many bits, such as 2001:db8:0:1200::/56. */
export function within(address: string, bits: number): string {
  const groups = groupsOf(address).map((group, at) => {
    const left = Math.min(16, Math.max(0, bits - at * 16));
    return (group & (0xff_ff << (16 - left)) & 0xff_ff).toString(16);
  });
  return `${groups.slice(0, Math.ceil(bits / 16)).join(':')}::/${bits}`;
}

export interface Network {
  key: string;
  /** The limit of the network, as a multiple of a single caller's. */
  callers: number;
}

/**
 * Who a limit counts. An IPv4 address is one caller. With IPv6, anyone has a whole network: a /64 is one caller,
 * the 256 networks of a /56, which a single line or server gets, together count as four, and those of a /48, a
 * whole site, as sixteen.
 */
export function networksOf(address: string): Network[] {
  const plain = plainAddress(address);
  if (isIPv4(plain) || isIP(plain) === 0) return [{ key: plain, callers: 1 }];
  return [
    { key: within(plain, 64), callers: 1 },
    { key: within(plain, 56), callers: 4 },
    { key: within(plain, 48), callers: 16 },
  ];
}

/** The caller that an address belongs to. */
export const callerKey = (address: string): string => networksOf(address)[0]?.key ?? address;
