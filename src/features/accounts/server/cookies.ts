import { createSigner, type Key } from '#platform/server/signed.ts';

/** Cookies of ours, by name; what is signed cannot be made elsewhere, nor put into another's place. */
export type Cookies = ReturnType<typeof createCookies>;

/** As long as browsers keep any cookie. */
const deviceSeconds = 400 * 86_400;

export function createCookies(secret: (name: string) => Key, https: boolean) {
  // The prefix makes browsers refuse one that a sister domain or plain HTTP tries to set.
  const prefix = https ? '__Host-' : '';
  const [sessionName, hintName, flowName, deviceName] = [
    'hub_session',
    'hub_hint',
    'hub_oidc',
    'hub_device',
  ].map((name) => prefix + name) as [string, string, string, string];
  const secure = https ? '; Secure' : '';
  const sessions = createSigner(secret, 'session-cookie');
  const flows = createSigner(secret, 'sign-in flow');
  const devices = createSigner(secret, 'known device');

  const set = (headers: Headers, name: string, value: string, seconds: number, open = '; HttpOnly') =>
    headers.append(
      'set-cookie',
      `${name}=${value}; Path=/${open}; SameSite=Lax; Max-Age=${seconds}${secure}`,
    );

  return {
    /** The session's token, when we signed it. */
    sessionToken: (request: Request): string | null => sessions.read(readCookie(request, sessionName) ?? ''),

    /** Beside the session a hint that pages can read: whether to paint the signed-in layout first. */
    setSession(headers: Headers, token: string, seconds: number): void {
      set(headers, sessionName, sessions.sign(token), seconds);
      set(headers, hintName, '1', seconds, '');
    },
    clearSession(headers: Headers): void {
      set(headers, sessionName, '', 0);
      set(headers, hintName, '', 0, '');
    },
    /**
     * The hint of a session that is over. The session's own cookie stays: this answer may come after somebody has signed in
     * here, and would take theirs.
     */
    clearHint(request: Request, headers: Headers): void {
      if (readCookie(request, hintName) !== null) set(headers, hintName, '', 0, '');
    },

    /** What a way through a provider must bring back, in this browser and no other. */
    setFlow: (headers: Headers, value: string, seconds: number): void =>
      set(headers, flowName, flows.sign(value), seconds),
    flow: (request: Request): string | null => flows.read(readCookie(request, flowName) ?? ''),
    clearFlow: (headers: Headers): void => set(headers, flowName, '', 0),

    /** Which device this is, and which accounts were opened on it: signing out does not end that. */
    setDevice: (headers: Headers, value: string): void =>
      set(headers, deviceName, devices.sign(value), deviceSeconds),
    device: (request: Request): string | null => devices.read(readCookie(request, deviceName) ?? ''),
  };
}

export function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const cut = pair.indexOf('=');
    if (cut > 0 && pair.slice(0, cut).trim() === name) return pair.slice(cut + 1).trim();
  }
  return null;
}
