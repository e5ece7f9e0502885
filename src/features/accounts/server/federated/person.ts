import type { Configuration } from 'openid-client';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import type { SignInProvider } from '#platform/server/config.ts';
import { accountWords } from '../../rules/words.ts';
import { clientOf, gitHubApi } from './client.ts';
import type { Flow } from './flow.ts';
import { invalid } from './refusal.ts';
import type { Visit } from './visits.ts';

/** Who the provider says has signed in. */
export interface FederatedPerson {
  /** The issuer and its name for this person: the one key that never passes to somebody else. */
  accountId: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

/** Turns the answer that a browser brought back into a person; everything that does not fit is refused. */
export async function identify(
  provider: SignInProvider,
  visit: Visit,
  flow: Flow,
  answer: URL,
): Promise<FederatedPerson> {
  const { authorizationCodeGrant } = await import('openid-client');
  const isOpenId = provider.kind === 'openid';
  const enter = async () => {
    const client = await clientOf(provider, visit);
    const tokens = await authorizationCodeGrant(client, answer, {
      expectedState: flow.state,
      pkceCodeVerifier: flow.verifier,
      ...(isOpenId && { expectedNonce: flow.nonce, idTokenExpected: true }),
    });
    return { client, tokens };
  };
  const { client, tokens } = await enter().catch((error: unknown) => {
    if (visit.mayLookAgain()) return enter();
    throw error;
  });
  return isOpenId
    ? openIdPerson(client, tokens.access_token, tokens.claims())
    : gitHubPerson(client, tokens.access_token, provider.issuer);
}

const flag = z.optional(z.union([z.boolean(), z.string(), z.number()]));
const isYes = (value: z.output<typeof flag>): boolean =>
  value !== undefined && /^(?:true|1)$/.test(String(value));

const Claims = z.object({
  iss: z.optional(z.string()),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string()),
  email_verified: flag,
  /** Microsoft's word for it: an administrator there may write any address into an account. */
  xms_edov: flag,
  azp: z.optional(z.string()),
  name: z.optional(z.string()),
});

async function openIdPerson(
  client: Configuration,
  accessToken: string,
  told: unknown,
): Promise<FederatedPerson> {
  const claims = Claims.safeParse(told);
  if (!claims.success) throw invalid();
  const { iss = '', sub, azp } = claims.data;
  if (azp !== undefined && azp !== client.clientMetadata().client_id) throw invalid();
  const about = claims.data.email === undefined ? await userInfo(client, accessToken, sub) : claims.data;
  if (about.email === undefined) throw noEmail();
  const isMicrosoft = new URL(iss).hostname === 'login.microsoftonline.com';
  return {
    accountId: `${iss} ${sub}`,
    email: about.email,
    emailVerified: isYes(isMicrosoft ? about.xms_edov : about.email_verified),
    name: claims.data.name ?? about.name ?? '',
  };
}

async function userInfo(
  client: Configuration,
  accessToken: string,
  sub: string,
): Promise<z.output<typeof Claims>> {
  if (!client.serverMetadata().userinfo_endpoint) return { sub };
  const { fetchUserInfo } = await import('openid-client');
  const claims = Claims.safeParse(await fetchUserInfo(client, accessToken, sub));
  if (!claims.success) throw invalid();
  return claims.data;
}

const GitHubUser = z.object({ id: z.number(), login: z.string(), name: z.nullish(z.string()) });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

async function gitHubPerson(
  client: Configuration,
  accessToken: string,
  origin: string,
): Promise<FederatedPerson> {
  const { fetchProtectedResource } = await import('openid-client');
  const ask = async (path: string): Promise<unknown> => {
    const url = new URL(`${gitHubApi(origin)}${path}`);
    const headers = new Headers({ accept: 'application/vnd.github+json' });
    const response = await fetchProtectedResource(client, accessToken, url, 'GET', null, headers);
    return response.ok ? response.json() : null;
  };
  const user = GitHubUser.safeParse(await ask('/user'));
  if (!user.success) throw invalid();
  const emails = GitHubEmails.safeParse(await ask('/user/emails'));
  const primary = emails.data?.find((each) => each.primary);
  if (!primary) throw noEmail();
  return {
    // The number stays with the person; a name there may pass to somebody else.
    accountId: `${origin} ${user.data.id}`,
    email: primary.email,
    emailVerified: primary.verified,
    name: user.data.name ?? user.data.login,
  };
}

const noEmail = () => new Problem('bad_request', accountWords.federatedNoEmail);
