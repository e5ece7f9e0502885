import { useLocation } from '#platform/web/router.tsx';
import { nearest } from '#base/nearest.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { Mono } from '#ui/text.tsx';

export const head = () => ({ title: 'Page not found', description: 'There’s no page at this address.' });

const waysOn = [
  { path: '/', label: 'Go to the home page' },
  { path: '/store', label: 'Browse the store' },
  { path: '/tools', label: 'Browse the tools' },
  { path: '/support', label: 'Contact support' },
];

export default function NotFound() {
  const { pathname } = useLocation();
  const { site, runtime } = useHub();
  const known = [...runtime.paths, ...site.morePages.map(({ path }) => path)].filter((path) =>
    /^\/[^:*]+$/.test(path),
  );
  const meant = nearest(pathname.replace(/(?<!\/)\/+$/, ''), new Set(known), 3).filter(
    (path) => path !== pathname,
  );
  return (
    <Page kind="reading" title="Page not found">
      <p>
        There’s nothing at <Mono>{shown(pathname)}</Mono>. The address may be mistyped, or the page is gone.
      </p>
      {meant.length > 0 && (
        <>
          <h2>Did you mean</h2>
          <ul>
            {meant.map((path) => (
              <li key={path}>
                <Link href={path}>{path}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Try one of these</h2>
      <ul>
        {waysOn
          .filter(({ path }) => path === '/' || known.includes(path))
          .map(({ path, label }) => (
            <li key={path}>
              <Link href={path}>{label}</Link>
            </li>
          ))}
      </ul>
    </Page>
  );
}

/** As it was typed, if it can be read, and never so long that it pushes the rest away. */
function shown(pathname: string): string {
  let text = pathname;
  try {
    text = decodeURI(pathname);
  } catch {
    // Half an escape: shown as it is.
  }
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
