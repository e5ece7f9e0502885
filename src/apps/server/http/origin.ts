import { isIP } from 'node:net';
import { type Config, isLoopback } from '#platform/server/config.ts';

const hostnameOf = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');

/** Without a public address, only this machine's own names count; otherwise any site could point its domain here. */
export function acceptsHost(config: Config, host: string | null): boolean {
  if (!host) return false;
  const hostname = hostnameOf(host);
  if (isLoopback(hostname) || isIP(hostname) !== 0) return true;
  return hostname === config.publicUrl?.hostname || hostname === config.host;
}

/** The origin of this hub's pages, for the same-origin check. */
export function ownOrigin({ publicUrl, live }: Config, request: Request): string {
  // A proxy may pass on the host without its port: the configured address is the hub's, whatever the Host header
  // says.
  if (publicUrl && (live || request.headers.get('origin') === publicUrl.origin)) return publicUrl.origin;
  // A local machine has several names, and tests use proxies on it.
  return `${publicUrl?.protocol ?? 'http:'}//${request.headers.get('host') ?? ''}`;
}
