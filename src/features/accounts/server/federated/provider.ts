import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { type Config, isLoopback } from '#platform/server/config.ts';
import { accountWords } from '../../rules/words.ts';

const knownNames: Record<string, string> = {
  'accounts.google.com': 'Google',
  'login.microsoftonline.com': 'Microsoft',
  'gitlab.com': 'GitLab',
  'appleid.apple.com': 'Apple',
};

/** The provider's button, or null. A stand-in on this machine says that it is one. */
export function federatedWay({
  oidc,
  live,
}: Pick<Config, 'oidc' | 'live'>): { name: string; isTest: boolean } | null {
  if (!oidc) return null;
  const { hostname } = new URL(oidc.issuer);
  if (!live && isLoopback(hostname)) return { name: 'the test provider', isTest: true };
  return { name: knownNames[hostname] ?? hostname, isTest: false };
}

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.optional(z.string()),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
  prompt_values_supported: z.optional(z.array(z.string())),
});

export type Provider = z.output<typeof Discovery>;

/** These let people choose an account, and do not say so; others refuse what they do not know. */
const choosers = new Set(['accounts.google.com', 'login.microsoftonline.com']);

export const letsChoose = ({ issuer, prompt_values_supported }: Provider): boolean =>
  prompt_values_supported?.includes('select_account') ??
  (URL.canParse(issuer) && choosers.has(new URL(issuer).hostname));

/** What a provider's refusal means for who wants to sign in (RFC 6749, OpenID Connect Core); its own words are none of ours. */
export function refusal(error: string | undefined): Problem {
  switch (error) {
    case 'access_denied':
      return new Problem('forbidden', accountWords.federatedDenied);
    case 'server_error':
    case 'temporarily_unavailable':
      return new Problem('unavailable', accountWords.federatedUnavailable);
    case 'login_required':
    case 'interaction_required':
    case 'account_selection_required':
    case 'consent_required':
      return new Problem('forbidden', accountWords.federatedNeedsYou);
    case 'invalid_grant':
      return new Problem('bad_request', accountWords.federatedStale);
    case undefined:
      return new Problem('bad_request', accountWords.federatedInvalid);
    default: {
      const name = /^[\w.-]{1,40}$/.test(error) ? error : 'an error of its own';
      return new Problem('bad_request', accountWords.federatedMisset.replace('{error}', name));
    }
  }
}

const keepMs = 3_600_000;
const plain = (issuer: string): string => issuer.replace(/\/$/, '');

/** Asks the issuer where things are, and believes it for an hour. */
export function createDiscovery() {
  let known: { issuer: string; at: number; provider: Provider } | undefined;
  return async function discover(issuer: string): Promise<Provider> {
    if (known?.issuer === issuer && performance.now() - known.at < keepMs) return known.provider;
    const provider = Discovery.safeParse(await ask(`${plain(issuer)}/.well-known/openid-configuration`));
    // Whoever answers for another issuer is not the one that was configured.
    if (!provider.success || plain(provider.data.issuer) !== plain(issuer))
      throw new Problem('unavailable', accountWords.federatedUnavailable);
    const endpoints = [
      provider.data.authorization_endpoint,
      provider.data.token_endpoint,
      provider.data.jwks_uri,
    ];
    if (!endpoints.every(isSafe)) throw new Problem('unavailable', accountWords.federatedUnavailable);
    known = { issuer, at: performance.now(), provider: provider.data };
    return provider.data;
  };
}

/** Secrets travel encrypted, or do not leave this machine. */
function isSafe(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** A JSON answer of the provider within 5 seconds, without following it elsewhere. */
export async function ask(
  url: string,
  init: RequestInit = {},
  refused: (error: string | undefined) => Problem = () =>
    new Problem('bad_request', accountWords.federatedInvalid),
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(5000),
      ...init,
      headers: { accept: 'application/json', ...init.headers },
    });
    if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
  } catch {
    throw new Problem('unavailable', accountWords.federatedUnavailable);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { error } = (answer ?? {}) as { error?: unknown };
  throw refused(typeof error === 'string' ? error : undefined);
}
