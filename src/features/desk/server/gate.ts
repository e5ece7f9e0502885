import { themeColours } from '#base/theme-colours.ts';
import { Problem } from '#base/problem.ts';
import type { Route } from '#platform/server/http/route.ts';
import { withoutTurns } from '../rules/turns.ts';
import type { Door } from './door.ts';

/** First of all: is there a desk for this address, over this line, and does a person look at it themselves? */
export function guarded(
  declared: Route,
  { door, base }: { door: Pick<Door, 'isOpenTo' | 'hindrance'>; base: string },
): Route {
  const isFile = /\/(?:desk\.(?:css|js)|sw\.js|offline|app\.webmanifest|fonts\/:name)$/.test(declared.path);
  const isScripts = declared.path.startsWith(`${base}/api/`);
  return {
    ...declared,
    gate({ request, address }) {
      if (!door.isOpenTo(address)) return 'nowhere';
      const hindrance = door.hindrance();
      if (hindrance !== null && !isFile) throw new Problem('forbidden', hindrance);
      if (!isFile && !isScripts && !isLookedAt(request))
        throw new Problem('forbidden', 'The desk opens in a window of its own.');
      return isFile || isScripts || declared.method !== 'GET' ? undefined : localName(request);
    },
  };
}

/** A script on another page of this site could read what it fetches, with the desk's own cookie. A window it can't. */
export function isLookedAt(request: Request): boolean {
  const mode = request.headers.get('sec-fetch-mode');
  return mode === null || mode === 'navigate';
}

/** On a first run the hub prints an address in numbers, where browsers know no passkeys: on to the machine's name. */
function localName(request: Request): Response | undefined {
  const url = new URL(request.url);
  if (!/^(?:127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) return undefined;
  url.hostname = 'localhost';
  return new Response(null, { status: 302, headers: { location: url.href, 'cache-control': 'no-store' } });
}

/** The same address once more, from here. */
export const again = (url: string): string => {
  const { pathname, search } = new URL(url);
  const address = (pathname + search).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<!doctype html><meta charset="utf-8"><title>Desk</title><meta http-equiv="refresh" content="0; url=${address}">`;
};

/** Nobody has proven yet that they may see it: what a `secret` field held is typed once more. */
export const withoutSecrets = (form: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !name.startsWith('secret')));

/** What somebody typed into a form, without what the desk itself put there. */
export function typedIn(form: Record<string, string>): Record<string, string> {
  const { token: _, touch: __, writer: ___, ...typed } = withoutSecrets(form);
  return typed;
}

/** For whoever puts the desk on a phone's home screen. */
export const manifest = (base: string, hub: string): string =>
  JSON.stringify({
    name: `${withoutTurns(hub)} Desk`,
    short_name: 'Desk',
    // The desk's own worker is in charge below its path alone: at "/desk", it would be of "/desktop", too.
    start_url: `${base}/`,
    scope: `${base}/`,
    id: base,
    display: 'standalone',
    background_color: themeColours.light,
    icons: ['192', '512'].map((size) => ({
      src: `/brand/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  });
