import { isIP } from 'node:net';
import { type Config, isLoopback } from '#platform/server/config.ts';

const hostnameOf = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');

/** Without a public address only this machine's own names count: else any site could point its name here. */
export function acceptsHost(config: Config, host: string | null): boolean {
  if (!host) return false;
  const hostname = hostnameOf(host);
  if (isLoopback(hostname) || isIP(hostname) !== 0) return true;
  return hostname === config.publicUrl?.hostname || hostname === config.host;
}

/** The origin that pages of this hub have, for the same-origin check. */
export function ownOrigin({ publicUrl, live }: Config, request: Request): string {
  // A proxy may pass the host on without its port: the address that was set is the hub's whatever arrives as Host.
  if (publicUrl && (live || request.headers.get('origin') === publicUrl.origin)) return publicUrl.origin;
  // A machine of one's own has several names, and lines of tests lead to it.
  return `${publicUrl?.protocol ?? 'http:'}//${request.headers.get('host') ?? ''}`;
}
