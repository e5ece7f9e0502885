import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { type Key, keysOf } from '#platform/server/signed.ts';

/** Cookies of ours, by name; what is `signed` cannot be made elsewhere. */
export type Cookies = ReturnType<typeof createCookies>;

export function createCookies(key: Key, https: boolean) {
  // The prefix makes browsers refuse one that a sister domain or plain HTTP tries to set.
  const prefix = https ? '__Host-' : '';
  const [sessionName, hintName, flowName] = ['hub_session', 'hub_hint', 'hub_oidc'].map(
    (name) => prefix + name,
  ) as [string, string, string];
  const secure = https ? '; Secure' : '';
  const secrets = keysOf(key).map((each) => createSecretKey(each));
  const signatures = (value: string) =>
    secrets.map((secret) => createHmac('sha256', secret).update(value).digest());

  const seal = (value: string): string => `${value}.${signatures(value)[0]?.toString('base64url')}`;
  function open(sealed: string | null): string | null {
    const cut = sealed?.lastIndexOf('.') ?? -1;
    if (sealed === null || cut < 1) return null;
    const value = sealed.slice(0, cut);
    const given = Buffer.from(sealed.slice(cut + 1), 'base64url');
    const isOurs = signatures(value).some(
      (right) => given.length === right.length && timingSafeEqual(given, right),
    );
    return isOurs ? value : null;
  }

  return {
    seal,
    open,

    /** The session's token, when we signed it. */
    sessionToken: (request: Request): string | null => open(readCookie(request, sessionName)),

    /** Beside the session a hint that pages can read: whether to paint the signed-in layout first. */
    setSession(headers: Headers, token: string, seconds: number): void {
      headers.append(
        'set-cookie',
        `${sessionName}=${seal(token)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
      );
      headers.append('set-cookie', `${hintName}=1; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`);
    },
    clearSession(headers: Headers): void {
      headers.append('set-cookie', `${sessionName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`);
      headers.append('set-cookie', `${hintName}=; Path=/; SameSite=Lax; Max-Age=0${secure}`);
    },
    hasLeftovers: (request: Request): boolean =>
      readCookie(request, sessionName) !== null || readCookie(request, hintName) !== null,

    /** What a way through a provider must bring back, in this browser and no other. */
    setFlow(headers: Headers, value: string, seconds: number): void {
      headers.append(
        'set-cookie',
        `${flowName}=${seal(value)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
      );
    },
    flow: (request: Request): string | null => open(readCookie(request, flowName)),
    clearFlow(headers: Headers): void {
      headers.append('set-cookie', `${flowName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`);
    },
  };
}

export function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const cut = pair.indexOf('=');
    if (cut > 0 && pair.slice(0, cut).trim() === name) return pair.slice(cut + 1).trim();
  }
  return null;
}
