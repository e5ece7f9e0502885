import { randomBytes } from 'node:crypto';
import type { Configuration } from 'openid-client';
import * as z from 'zod/mini';
import type { SignInProvider } from '#platform/server/config.ts';

/** What this browser must bring back: kept in a signed cookie, so that nobody else's answer can be slipped in. */
const Flow = z.object({
  /** To whom: an answer of another provider's is none. */
  provider: z._default(z.string(), 'oidc'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  attempt: z.nullable(z.string()),
  until: z.number(),
});
export type Flow = z.output<typeof Flow>;

export const flowSeconds = 600;

const secret = (): string => randomBytes(32).toString('base64url');

export function beginFlow(provider: string, redirectUri: string, attempt: string | null, now: Date): Flow {
  return {
    provider,
    state: secret(),
    nonce: secret(),
    verifier: secret(),
    redirectUri,
    attempt,
    until: now.getTime() + flowSeconds * 1000,
  };
}

export const packFlow = (flow: Flow): string => Buffer.from(JSON.stringify(flow)).toString('base64url');

export function unpackFlow(packed: string | null, now: Date): Flow | null {
  if (packed === null) return null;
  const parsed = Flow.safeParse(JSON.parse(Buffer.from(packed, 'base64url').toString()));
  return parsed.success && parsed.data.until > now.getTime() ? parsed.data : null;
}

export async function authorizeUrl(
  client: Configuration,
  kind: SignInProvider['kind'],
  flow: Flow,
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
  return buildAuthorizationUrl(client, {
    redirect_uri: flow.redirectUri,
    state: flow.state,
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    ...(kind === 'github'
      ? { scope: 'read:user user:email' }
      : { scope: 'openid email profile', nonce: flow.nonce }),
    ...(letsChoose(client.serverMetadata()) && { prompt: 'select_account' }),
  }).href;
}

/** These let people choose an account, and do not say so; others refuse what they do not know. */
const choosers = new Set(['accounts.google.com', 'login.microsoftonline.com']);

export const letsChoose = ({
  issuer,
  prompt_values_supported,
}: {
  issuer: string;
  prompt_values_supported?: unknown;
}): boolean =>
  Array.isArray(prompt_values_supported)
    ? prompt_values_supported.includes('select_account')
    : URL.canParse(issuer) && choosers.has(new URL(issuer).hostname);
