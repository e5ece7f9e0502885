import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startOidcEmulator } from './server.ts';

const provider = await startOidcEmulator();
afterAll(() => provider.close());

const verifier = 'a-verifier-of-some-length-0123456789-abcdef';
const asked = {
  client_id: provider.clientId,
  response_type: 'code',
  scope: 'openid email',
  redirect_uri: 'http://127.0.0.1:3000/back',
  state: 's1',
  nonce: 'n1',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

const authorize = (changes: Record<string, string> = {}) =>
  fetch(`${provider.issuer}/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...asked, person: 'test-ada', ...changes }),
  });

async function code(): Promise<string> {
  return new URL((await authorize()).headers.get('location') ?? '').searchParams.get('code') ?? '';
}

const redeem = (form: Record<string, string>, secret = provider.clientSecret) =>
  fetch(`${provider.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${provider.clientId}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: asked.redirect_uri,
      code_verifier: verifier,
      ...form,
    }),
  });

test('a code becomes a token once', async () => {
  const given = await code();
  const tokens = (await (await redeem({ code: given })).json()) as { id_token: string; access_token: string };
  const claims = JSON.parse(
    Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString(),
  ) as object;
  expect(claims).toMatchObject({
    iss: provider.issuer,
    aud: 'hub',
    sub: 'test-ada',
    nonce: 'n1',
    email: 'ada@example.com',
    email_verified: true,
  });
  const info = await fetch(`${provider.issuer}/userinfo`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(await info.json()).toMatchObject({ sub: 'test-ada' });
  expect((await redeem({ code: given })).status).toBe(400);
});

test('a code is worth nothing with another verifier, address or secret', async () => {
  expect((await redeem({ code: await code(), code_verifier: 'another' })).status).toBe(400);
  expect((await redeem({ code: await code(), redirect_uri: 'http://127.0.0.1:3000/other' })).status).toBe(
    400,
  );
  expect((await redeem({ code: await code() }, 'wrong')).status).toBe(401);
});

test('nobody is sent to another machine, and PKCE is not optional', async () => {
  expect((await authorize({ redirect_uri: 'https://evil.example/back' })).status).toBe(400);
  expect((await authorize({ code_challenge: '' })).status).toBe(400);
  expect((await authorize({ client_id: 'another' })).status).toBe(400);
  expect((await authorize({ person: '' })).headers.get('location')).toContain('error=access_denied');
});

test('a port that is taken is no reason not to start', async () => {
  const port = Number(new URL(provider.issuer).port);
  const second = await startOidcEmulator({ port });
  expect(second.issuer).not.toBe(provider.issuer);
  await second.close();
});
