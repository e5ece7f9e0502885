import { address, allOrNone, anyText, type Env, isLoopback, read } from './environment.ts';

/** An identity provider, and the hub's client registration with it. */
export interface SignInProvider {
  /** Part of the registered callback URL, so it never changes. */
  id: string;
  /** GitHub uses plain OAuth 2; all others OpenID Connect. */
  kind: 'openid' | 'github';
  /** The provider's URL; together with a person's ID there, it identifies an account. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The button label, if the URL doesn't imply it. */
  name?: string | undefined;
}

const mostIssuers = 9;

/** Each is on when its client is configured; buttons appear in this order. */
export function readProviders(env: Env, live: boolean): SignInProvider[] {
  /** Secrets are sent encrypted or don't leave this machine. */
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
