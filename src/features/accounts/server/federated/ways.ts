import { type Config, isLoopback, type SignInProvider } from '#platform/server/config.ts';
import type { SignInWays } from '../../rules/contract.ts';

const knownNames: Record<string, string> = {
  'accounts.google.com': 'Google',
  'login.microsoftonline.com': 'Microsoft',
  'github.com': 'GitHub',
  'gitlab.com': 'GitLab',
  'appleid.apple.com': 'Apple',
};

type Way = SignInWays['providers'][number];

/** What stands on a provider's button. A stand-in on this machine says that it is one. */
export function wayOf({ id, kind, issuer, name }: SignInProvider, live: boolean): Way {
  const { hostname } = new URL(issuer);
  if (!live && isLoopback(hostname))
    return { id, name: name ?? (kind === 'github' ? 'the test GitHub' : 'the test provider'), isTest: true };
  return { id, name: name ?? knownNames[hostname] ?? hostname, isTest: false };
}

export const waysIn = ({ providers, live }: Pick<Config, 'providers' | 'live'>): Way[] =>
  providers.map((provider) => wayOf(provider, live));
