import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { decoded } from '#base/decode.ts';

/** The current location, as far as a page is concerned. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
}

interface Routed extends Place {
  /** True for the document's own URL, before any navigation. */
  isFirst: boolean;
  /** How one got here: a link starts at the top of a page, going back restores the scroll position. */
  by: 'link' | 'history';
  /** The page of this hub whose link was followed; null for the document's own URL and after going back. */
  from: string | null;
  go(to: string, options?: { replace?: boolean }): void;
}

const PlaceContext = createContext<Routed | null>(null);

/** Parses a full URL, or the part after the host: there `//name` is a path that doesn't exist, not a host. */
export const placeOf = (address: string): Place => {
  const whole = address.startsWith('/') ? `http://hub${address}` : address;
  const { pathname, search, hash } = new URL(whole, 'http://hub');
  return { pathname, search, hash };
};

interface RouterProps {
  address: string;
  /** Whether a page is loaded as a separate document, because of its headers or because this run is over. */
  needsDocument?: (pathname: string, by: Routed['by']) => boolean;
  children: ReactNode;
}

/** On the server, the location is given; in the browser, it is the address bar's. */
export function Router({ address, needsDocument, children }: RouterProps) {
  const [at, setAt] = useState<Place & Pick<Routed, 'isFirst' | 'by' | 'from'>>(() => ({
    ...placeOf(address),
    isFirst: true,
    by: 'link',
    from: null,
  }));
  useEffect(() => {
    const back = () => {
      const to = placeOf(window.location.href);
      if (to.pathname !== at.pathname && needsDocument?.(to.pathname, 'history')) window.location.reload();
      else setAt({ ...to, isFirst: false, by: 'history', from: null });
    };
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [at.pathname, needsDocument]);
  const routed = useMemo<Routed>(
    () => ({
      ...at,
      go(to, { replace = false } = {}) {
        const url = new URL(to, window.location.href);
        // Another site, or a file on this server, is left to the browser.
        if (url.origin !== window.location.origin) return void window.location.assign(to);
        if (url.pathname !== window.location.pathname && needsDocument?.(url.pathname, 'link'))
          return void (replace ? window.location.replace(url) : window.location.assign(url));
        // The same URL again doesn't add a history entry.
        const isSame = url.href === window.location.href;
        window.history[replace || isSame ? 'replaceState' : 'pushState'](null, '', url);
        setAt({ ...placeOf(url.href), isFirst: false, by: 'link', from: at.pathname + at.search });
      },
    }),
    [at, needsDocument],
  );
  return <PlaceContext value={routed}>{children}</PlaceContext>;
}

function useRouted(): Routed {
  const routed = useContext(PlaceContext);
  if (!routed) throw new Error('useLocation must be used within a Router');
  return routed;
}

export const useLocation = (): Omit<Routed, 'go'> => useRouted();

/** The query string. */
export function useSearchParams(): readonly [URLSearchParams] {
  const { search } = useRouted();
  return useMemo(() => [new URLSearchParams(search)] as const, [search]);
}

export const useNavigate = (): Routed['go'] => useRouted().go;

/** A link that stays within the running application, except for new tabs, files and downloads. */
export function RouterLink({ href, onClick, ...rest }: React.ComponentProps<'a'> & { href: string }) {
  const { go } = useRouted();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (
      event.defaultPrevented ||
      !isPlain ||
      (rest.target && rest.target !== '_self') ||
      rest.download !== undefined
    )
      return;
    event.preventDefault();
    go(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

/**
 * Matches `/product/:id` against a path: its parameters, or null. A trailing slash doesn't matter; a parameter is a
 * single, non-empty segment.
 */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  const given = pathname.split('/').filter(Boolean);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) {
      const name = decoded(value);
      if (name === null) return null;
      params[part.slice(1)] = name;
    } else if (part !== value) return null;
  }
  return params;
}
