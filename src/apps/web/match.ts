import type { PageMatch } from '#base/render.ts';
import { isListed } from './listed.ts';
import { matchPath, placeOf } from '#platform/web/router.tsx';
import { notFound, type PageRoute, routes } from './routes.tsx';

export interface Matched {
  route: PageRoute;
  params: Record<string, string>;
  search: URLSearchParams;
  dataPath: string | null;
}

/** The page for a path; the not-found page if there is none. */
export function matchAddress(pathname: string, search: string): Matched {
  for (const route of routes) {
    const params = matchPath(route.path, pathname);
    if (!params) continue;
    const known = knownSearch(route, new URLSearchParams(search));
    return { route, params, search: known, dataPath: route.load?.(params, known) ?? null };
  }
  return noMatch;
}

export const noMatch: Matched = {
  route: notFound,
  params: {},
  search: new URLSearchParams(),
  dataPath: null,
};

/** For the server: what to fetch, and the cache key. Unknown parameters change nothing. */
export function matchForServer(url: string): PageMatch | null {
  const { pathname, search } = placeOf(url);
  const matched = matchAddress(pathname, search);
  if (matched.route === notFound) return null;
  const kept = matched.search.toString();
  return {
    page: pageInfo(matched.route),
    key: kept ? `${pathname}?${kept}` : pathname,
    dataPath: matched.dataPath,
    pays: matched.route.pays === true,
    isPersonal: matched.route.search?.includes('t') ?? false,
  };
}

export const pageInfo = (route: PageRoute) => ({
  path: route.path,
  access: route.access,
  archetype: route.archetype,
  listed: isListed(route) && !route.path.includes(':'),
});

function knownSearch(route: PageRoute, search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of [...(route.search ?? [])].sort()) {
    const value = search.get(name);
    if (value) kept.set(name, value.slice(0, 200));
  }
  return kept;
}
