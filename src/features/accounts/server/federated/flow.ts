import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import type { Config } from '#platform/server/config.ts';
import { accountWords } from '../../rules/words.ts';
import type { WithKeys } from './keys.ts';
import { ask, letsChoose, type Provider, refusal } from './provider.ts';

type Oidc = NonNullable<Config['oidc']>;

/** What this browser must bring back: kept in a signed cookie, so that nobody else's answer can be slipped in. */
const Flow = z.object({
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

export function beginFlow(redirectUri: string, attempt: string | null, now: Date): Flow {
  return {
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

export function authorizeUrl(provider: Provider, oidc: Oidc, flow: Flow): string {
  const url = new URL(provider.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: oidc.clientId,
    redirect_uri: flow.redirectUri,
    scope: 'openid email profile',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: createHash('sha256').update(flow.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(letsChoose(provider) && { prompt: 'select_account' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Who the provider says has signed in. */
export interface FederatedPerson {
  /** The issuer and its name for this person: the one key that never passes to somebody else. */
  accountId: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

/** Turns the code into a person; everything that does not fit is refused. */
export async function identify(
  provider: Provider,
  oidc: Oidc,
  flow: Flow,
  code: string,
  withKeys: WithKeys,
): Promise<FederatedPerson> {
  const tokens = TokenAnswer.safeParse(await redeem(provider, oidc, flow, code));
  if (!tokens.success) throw new Problem('bad_request', accountWords.federatedInvalid);
  const claims = await verify(provider, oidc, flow, tokens.data.id_token, withKeys);
  const told =
    claims.email === undefined ? await userInfo(provider, tokens.data.access_token, claims.sub) : claims;
  if (told.email === undefined) throw new Problem('bad_request', accountWords.federatedNoEmail);
  return {
    accountId: `${provider.issuer} ${claims.sub}`,
    email: told.email,
    emailVerified: told.email_verified === true || told.email_verified === 'true',
    name: claims.name ?? told.name ?? '',
  };
}

const TokenAnswer = z.object({ id_token: z.string(), access_token: z.optional(z.string()) });

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  nonce: z.optional(z.string()),
  azp: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  name: z.optional(z.string()),
});

async function redeem(
  provider: Provider,
  { clientId, clientSecret }: Oidc,
  flow: Flow,
  code: string,
): Promise<unknown> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: flow.redirectUri,
    code_verifier: flow.verifier,
  });
  const headers: Record<string, string> = {};
  // Basic is what a provider takes that says nothing.
  if (provider.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true) {
    headers['authorization'] =
      `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;
  } else {
    body.set('client_id', clientId);
    body.set('client_secret', clientSecret);
  }
  return ask(provider.token_endpoint, { method: 'POST', body, headers }, refusal);
}

async function verify(
  provider: Provider,
  { clientId }: Oidc,
  flow: Flow,
  idToken: string,
  withKeys: WithKeys,
): Promise<z.output<typeof Claims>> {
  const { createLocalJWKSet, jwtVerify } = await import('jose');
  let payload: unknown;
  try {
    payload = await withKeys(provider.jwks_uri, async (keys) => {
      const verified = await jwtVerify(idToken, createLocalJWKSet(keys as never), {
        issuer: provider.issuer,
        audience: clientId,
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance: 60,
        // Never "none", and never a shared secret that a public key could be taken for.
        algorithms: [
          'RS256',
          'RS384',
          'RS512',
          'PS256',
          'PS384',
          'PS512',
          'ES256',
          'ES384',
          'ES512',
          'EdDSA',
        ],
      });
      return verified.payload;
    });
  } catch (error) {
    // Its keys could not be had: that says nothing of the token.
    if (error instanceof Problem) throw error;
    throw new Problem('bad_request', accountWords.federatedInvalid);
  }
  const claims = Claims.safeParse(payload);
  const fits =
    claims.success &&
    claims.data.nonce === flow.nonce &&
    (claims.data.azp === undefined || claims.data.azp === clientId);
  if (!fits) throw new Problem('bad_request', accountWords.federatedInvalid);
  return claims.data;
}

async function userInfo(
  provider: Provider,
  accessToken: string | undefined,
  sub: string,
): Promise<z.output<typeof Claims>> {
  if (!provider.userinfo_endpoint || accessToken === undefined) return { sub };
  const claims = Claims.safeParse(
    await ask(provider.userinfo_endpoint, { headers: { authorization: `Bearer ${accessToken}` } }),
  );
  if (!claims.success || claims.data.sub !== sub)
    throw new Problem('bad_request', accountWords.federatedInvalid);
  return claims.data;
}
