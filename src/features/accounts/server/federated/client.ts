import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import type { SignInProvider } from '#platform/server/config.ts';
import { unavailable } from './refusal.ts';
import { isSafe, type Visit } from './visits.ts';

// Loaded by the first who comes in this way.
const library = () => import('openid-client');

const seconds = 5;
/** A machine whose clock is a little off is no liar. */
const toleratedSeconds = 60;

/** The hub as a client of this provider, for one visit there. */
export async function clientOf(
  provider: SignInProvider,
  { fetch }: Pick<Visit, 'fetch'>,
): Promise<Configuration> {
  const lib = await library();
  const { issuer, clientId, clientSecret } = provider;
  const client = { client_secret: clientSecret, [lib.clockTolerance]: toleratedSeconds };
  const isHere = issuer.startsWith('http:');
  if (provider.kind === 'github') {
    const config = new lib.Configuration(gitHub(issuer), clientId, client, lib.ClientSecretPost());
    if (isHere) lib.allowInsecureRequests(config);
    config.timeout = seconds;
    config[lib.customFetch] = fetch;
    return config;
  }
  // Basic is what a provider takes that says nothing.
  const byWhatItTakes: ClientAuth = (server, ...rest) =>
    ((server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true)
      ? lib.ClientSecretBasic()
      : lib.ClientSecretPost())(server, ...rest);
  const discover = (address: string) =>
    lib.discovery(new URL(address), clientId, client, byWhatItTakes, {
      timeout: seconds,
      [lib.customFetch]: fetch,
      // The signature counts, although the token came over a line of our own.
      execute: [lib.enableNonRepudiationChecks, ...(isHere ? [lib.allowInsecureRequests] : [])],
    });
  const config = await discover(issuer).catch((error: { cause?: { body?: ServerMetadata } }) => {
    // Some end in a slash, which nobody types.
    if (error.cause?.body?.issuer === `${issuer}/`) return discover(`${issuer}/`);
    throw error;
  });
  const { authorization_endpoint, token_endpoint, jwks_uri } = config.serverMetadata();
  if (![authorization_endpoint, token_endpoint, jwks_uri].every(isSafe)) throw unavailable();
  return config;
}

/** As GitHub's documentation has it, which says nothing of itself by discovery; a server of one's own keeps its API below. */
const gitHub = (origin: string): ServerMetadata => ({
  issuer: `${origin}/login/oauth`,
  authorization_endpoint: `${origin}/login/oauth/authorize`,
  token_endpoint: `${origin}/login/oauth/access_token`,
  prompt_values_supported: ['select_account'],
});

export const gitHubApi = (origin: string): string =>
  origin === 'https://github.com' ? 'https://api.github.com' : `${origin}/api/v3`;
