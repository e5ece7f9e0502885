import { address, allOrNone, anyText, type Env, isLoopback, read } from './environment.ts';

/** Who vouches for people here, and as whom the hub is known there. */
export interface SignInProvider {
  /** Part of the address that it sends people back to, which is registered there: it never changes. */
  id: string;
  /** GitHub speaks plain OAuth 2; everybody else OpenID Connect. */
  kind: 'openid' | 'github';
  /** Where it is; with a person's number there, the name of an account. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On its button, where its address does not say it. */
  name?: string | undefined;
}

const mostIssuers = 9;

/** Each of them on when its client is set: in this order stand their buttons. */
export function readProviders(env: Env, live: boolean): SignInProvider[] {
  /** Secrets travel encrypted, or do not leave this machine. */
  const safe = (text: string): string | undefined => {
    const url = address('https:', 'http:')(text);
    const isSafe = url?.protocol === 'https:' || (url && !live && isLoopback(url.hostname));
    return isSafe ? url.href.replace(/\/$/, '') : undefined;
  };
  const issuerAt = (name: string, example: string) => read(env, name, `a URL such as ${example}`, safe);

  const provider = (
    prefix: string,
    id: string,
    needs: string[],
    issuer: () => string | undefined,
    kind: SignInProvider['kind'] = 'openid',
  ): SignInProvider[] =>
    allOrNone(env, [...needs, `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`])
      ? [
          {
            id,
            kind,
            issuer: issuer() ?? '',
            clientId: env[`${prefix}_CLIENT_ID`]?.trim() ?? '',
            clientSecret: env[`${prefix}_CLIENT_SECRET`]?.trim() ?? '',
            name: read(env, `${prefix}_NAME`, 'a name', anyText),
          },
        ]
      : [];

  const tenant = () =>
    read(env, 'MICROSOFT_TENANT', 'the ID or domain of one organization, or common', (text) =>
      /^[\w.-]+$/.test(text) ? text : undefined,
    ) ?? 'common';
  const others = Array.from({ length: mostIssuers }, (_, n) => (n === 0 ? '' : String(n + 1)));

  return [
    ...provider('GOOGLE', 'google', [], () => 'https://accounts.google.com'),
    ...provider('MICROSOFT', 'microsoft', [], () => `https://login.microsoftonline.com/${tenant()}/v2.0`),
    ...provider(
      'GITHUB',
      'github',
      [],
      () => issuerAt('GITHUB_URL', 'https://github.example.com') ?? 'https://github.com',
      'github',
    ),
    ...others.flatMap((n) => {
      const prefix = n ? `OIDC_${n}` : 'OIDC';
      return provider(prefix, prefix.toLowerCase().replace('_', '-'), [`${prefix}_ISSUER`], () =>
        issuerAt(`${prefix}_ISSUER`, 'https://accounts.google.com'),
      );
    }),
  ];
}
