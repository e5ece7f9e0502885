import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { authorizePage } from '../oidc/authorize-page.ts';
import {
  close,
  html,
  isHere,
  isSame,
  json,
  listen,
  readForm,
  type Routes,
  serve,
  text,
} from '../oidc/http.ts';
import { testPeople, type TestPerson } from '../oidc/people.ts';

export interface GitHubEmulator {
  id: string;
  kind: 'github';
  issuer: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

const clientId = 'hub-app';
const grantMs = 60_000;
const look = { name: 'Test GitHub', stands: 'GitHub', action: '/login/oauth/authorize' };

/**
 * A stand-in for GitHub's way to sign in, on this machine only: plain OAuth 2 with PKCE and its API's two answers about a
 * person. It refuses a code with 200 as GitHub does, and takes nobody without a user agent. Never started by a live hub.
 */
export async function startGitHubEmulator({ port = 0 }: { port?: number } = {}): Promise<GitHubEmulator> {
  const clientSecret = randomBytes(20).toString('hex');
  const grants = new Map<
    string,
    { person: TestPerson; redirectUri: string; challenge: string; until: number }
  >();
  const accessTokens = new Map<string, TestPerson>();

  const personOf = (request: IncomingMessage): TestPerson | undefined =>
    request.headers['user-agent']
      ? accessTokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
      : undefined;

  const routes: Routes = {
    'GET /login/oauth/authorize': (_request, response, { searchParams }) => {
      const mistake = mistakeIn(searchParams);
      if (mistake) return text(response, 400, mistake);
      html(response, authorizePage(searchParams, look));
    },

    'POST /login/oauth/authorize': async (request, response) => {
      const form = await readForm(request);
      const mistake = mistakeIn(form);
      if (mistake) return text(response, 400, mistake);
      const redirectUri = form.get('redirect_uri') ?? '';
      const back = new URL(redirectUri);
      back.searchParams.set('state', form.get('state') ?? '');
      const person = testPeople.find(({ sub }) => sub === form.get('person'));
      if (person) {
        const code = randomBytes(10).toString('hex');
        const challenge = form.get('code_challenge') ?? '';
        grants.set(code, { person, redirectUri, challenge, until: Date.now() + grantMs });
        back.searchParams.set('code', code);
      } else {
        back.searchParams.set('error', 'access_denied');
        back.searchParams.set('error_description', 'The user has denied your application access.');
      }
      response.writeHead(302, { location: back.href, 'cache-control': 'no-store' }).end();
    },

    'POST /login/oauth/access_token': async (request, response) => {
      if (!request.headers.accept?.includes('application/json'))
        return text(response, 406, 'Only JSON here.');
      const form = await readForm(request);
      if (form.get('client_id') !== clientId || !isSame(form.get('client_secret') ?? '', clientSecret))
        return json(response, 200, { error: 'incorrect_client_credentials' });
      const grant = grants.get(form.get('code') ?? '');
      // A code is good for one try, right or wrong.
      grants.delete(form.get('code') ?? '');
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const fits =
        grant !== undefined &&
        grant.until > Date.now() &&
        grant.redirectUri === form.get('redirect_uri') &&
        grant.challenge === verifier;
      if (!fits)
        return json(response, 200, {
          error: 'bad_verification_code',
          error_description: 'The code passed is incorrect or expired.',
        });
      const token = `gho_${randomBytes(18).toString('hex')}`;
      accessTokens.set(token, grant.person);
      json(response, 200, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' });
    },

    'GET /api/v3/user': (request, response) => {
      const person = personOf(request);
      if (!person) return json(response, 401, { message: 'Bad credentials' });
      const { sub, name } = person;
      json(response, 200, { id: 1000 + testPeople.indexOf(person), login: sub, name, email: null });
    },

    'GET /api/v3/user/emails': (request, response) => {
      const person = personOf(request);
      if (!person) return json(response, 401, { message: 'Bad credentials' });
      json(response, 200, [
        { email: `${person.sub}@users.noreply.example`, primary: false, verified: true, visibility: null },
        { email: person.email, primary: true, verified: person.emailVerified, visibility: 'private' },
      ]);
    },
  };

  const server = serve(routes);
  const issuer = await listen(server, port);
  return { id: 'github', kind: 'github', issuer, clientId, clientSecret, close: () => close(server) };
}

/** Only pages of this machine are sent anybody: a stand-in must not become an open redirect. */
function mistakeIn(given: URLSearchParams): string | null {
  if (!isHere(given.get('redirect_uri') ?? '')) return 'redirect_uri must be on this machine.';
  if (given.get('client_id') !== clientId) return 'client_id is unknown.';
  if (!given.get('state')) return 'state is missing.';
  if (!given.get('scope')?.split(' ').includes('user:email')) return 'scope must contain user:email.';
  if (given.get('code_challenge_method') !== 'S256' || !given.get('code_challenge'))
    return 'PKCE with S256 is required.';
  return null;
}
