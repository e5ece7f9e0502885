import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { authorizePage } from './authorize-page.ts';
import { close, html, isHere, isSame, json, listen, readForm, type Routes, serve, text } from './http.ts';
import { testPeople, type TestPerson } from './people.ts';

export interface OidcEmulator {
  id: string;
  kind: 'openid';
  issuer: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

interface Grant {
  person: TestPerson;
  redirectUri: string;
  nonce: string | null;
  challenge: string;
  until: number;
}

const clientId = 'hub';
const grantMs = 60_000;
const look = { name: 'Test provider', stands: 'Google or any other provider', action: '/authorize' };

/**
 * A stand-in for an OpenID provider, on this machine only: discovery, authorization code with PKCE, tokens signed with a
 * key of its own, userinfo. It signs anybody in as a test person, so a live hub must never start it.
 */
export async function startOidcEmulator({ port = 0 }: { port?: number } = {}): Promise<OidcEmulator> {
  const clientSecret = randomBytes(24).toString('base64url');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(6).toString('hex');
  const grants = new Map<string, Grant>();
  const accessTokens = new Map<string, TestPerson>();
  let issuer = '';

  function idToken(person: TestPerson, nonce: string | null): string {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      iss: issuer,
      aud: clientId,
      ...claimsOf(person),
      iat: now,
      exp: now + 300,
      ...(nonce !== null && { nonce }),
    };
    const content = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(claims)}`;
    return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`;
  }

  const routes: Routes = {
    'GET /.well-known/openid-configuration': (_request, response) =>
      json(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        prompt_values_supported: ['select_account'],
        scopes_supported: ['openid', 'email', 'profile'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      }),

    'GET /jwks': (_request, response) =>
      json(response, 200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }],
      }),

    'GET /authorize': (_request, response, { searchParams }) => {
      const mistake = mistakeIn(searchParams);
      if (mistake) return text(response, 400, mistake);
      html(response, authorizePage(searchParams, look));
    },

    'POST /authorize': async (request, response) => {
      const form = await readForm(request);
      const mistake = mistakeIn(form);
      if (mistake) return text(response, 400, mistake);
      const back = new URL(form.get('redirect_uri') ?? '');
      const state = form.get('state');
      if (state !== null) back.searchParams.set('state', state);
      const person = testPeople.find(({ sub }) => sub === form.get('person'));
      if (person) {
        const code = randomBytes(24).toString('base64url');
        const grant = {
          person,
          redirectUri: form.get('redirect_uri') ?? '',
          nonce: form.get('nonce'),
          challenge: form.get('code_challenge') ?? '',
        };
        grants.set(code, { ...grant, until: Date.now() + grantMs });
        back.searchParams.set('code', code);
      } else {
        back.searchParams.set('error', 'access_denied');
      }
      response.writeHead(303, { location: back.href, 'cache-control': 'no-store' }).end();
    },

    'POST /token': async (request, response) => {
      const form = await readForm(request);
      if (!isClient(request, form, clientSecret)) return json(response, 401, { error: 'invalid_client' });
      const grant = grants.get(form.get('code') ?? '');
      // A code is good for one try, right or wrong.
      grants.delete(form.get('code') ?? '');
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const fits =
        form.get('grant_type') === 'authorization_code' &&
        grant !== undefined &&
        grant.until > Date.now() &&
        grant.redirectUri === form.get('redirect_uri') &&
        grant.challenge === verifier;
      if (!fits) return json(response, 400, { error: 'invalid_grant' });
      const accessToken = randomBytes(24).toString('base64url');
      accessTokens.set(accessToken, grant.person);
      json(response, 200, {
        token_type: 'Bearer',
        access_token: accessToken,
        expires_in: 300,
        id_token: idToken(grant.person, grant.nonce),
      });
    },

    'GET /userinfo': (request, response) => {
      const person = accessTokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
      if (!person) return json(response, 401, { error: 'invalid_token' });
      json(response, 200, claimsOf(person));
    },
  };

  const server = serve(routes);
  issuer = await listen(server, port);

  return {
    id: 'oidc',
    kind: 'openid',
    issuer,
    clientId,
    clientSecret,
    close: () => close(server),
  };
}

const claimsOf = ({ sub, email, emailVerified, name }: TestPerson) => ({
  sub,
  email,
  email_verified: emailVerified,
  name,
});

/** Only pages of this machine are sent anybody: a stand-in must not become an open redirect. */
function mistakeIn(given: URLSearchParams): string | null {
  const redirectUri = given.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri)) return 'redirect_uri is missing.';
  if (!isHere(redirectUri)) return 'redirect_uri must be on this machine.';
  if (given.get('client_id') !== clientId) return 'client_id is unknown.';
  if (given.get('response_type') !== 'code') return 'response_type must be code.';
  if (!given.get('scope')?.split(' ').includes('openid')) return 'scope must contain openid.';
  if (given.get('code_challenge_method') !== 'S256' || !given.get('code_challenge'))
    return 'PKCE with S256 is required.';
  return null;
}

function isClient(request: IncomingMessage, form: URLSearchParams, secret: string): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const [id, given] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  return id === clientId && isSame(given ?? '', secret);
}
