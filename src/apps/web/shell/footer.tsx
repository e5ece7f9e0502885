import { NewsletterBlock } from '#features/outreach/web/newsletter-block.tsx';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { Link } from '#ui/link.tsx';
import { Frame } from '#ui/page.tsx';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import { legalLinks, type NavLink, toolLinks } from './navigation.ts';

export function Footer({ isBelow, isQuiet }: { isBelow: boolean; isQuiet?: boolean | undefined }) {
  const { site, runtime } = useHub();
  const exists = usePathExists();
  const { seller } = site;
  return (
    <footer
      className="border-t border-hairline bg-sunken text-15 print:hidden"
      data-below={isBelow ? '' : undefined}
    >
      {!isQuiet && (
        <Frame className="grid gap-32 py-48 md:grid-cols-2 lg:grid-cols-12">
          <div className="lg:col-span-3">
            <p className="font-bold">{site.name}</p>
            <p className="mt-8 max-w-measure text-muted">{site.tagline}</p>
            <address className="mt-16 text-muted not-italic">
              <p>{seller.legalName}</p>
              {seller.address.map((line) => (
                <p key={line}>{line}</p>
              ))}
              {seller.registration && <p>{seller.registration}</p>}
              {seller.vatId && <p>VAT {seller.vatId}</p>}
            </address>
          </div>
          <LinkList title="Quick links" links={runtime.menus.quick} />
          <LinkList
            className="lg:col-span-3"
            title="Tools"
            links={toolLinks.filter(({ url }) => exists(url))}
          />
          <div className="md:col-span-2 lg:col-span-4">
            <NewsletterBlock />
          </div>
        </Frame>
      )}
      <div className="border-t border-hairline">
        {/* Room at the end for the chat button, which would cover the last link. */}
        <Frame className="flex flex-wrap items-center gap-16 py-16 text-muted md:max-xl:pr-96">
          <p className="mr-auto">© {site.name}</p>
          {(isQuiet ? legalLinks.slice(2) : legalLinks)
            .filter((link) => exists(link.url))
            .map((link) => (
              <Link quiet key={link.url} href={link.url}>
                {link.label}
              </Link>
            ))}
          {site.social.map(({ label, url }) => (
            <Link quiet key={url} href={url} rel="me noopener">
              {label}
            </Link>
          ))}
          <ThemeSwitch />
        </Frame>
      </div>
    </footer>
  );
}

function LinkList({
  title,
  links,
  className = 'lg:col-span-2',
}: {
  title: string;
  links: readonly NavLink[];
  className?: string;
}) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={title} className={className}>
      <h2 className="text-15 font-bold">{title}</h2>
      <ul className="mt-8 flex flex-col gap-4">
        {links.map((link, at) => (
          <li key={at}>
            <Link quiet href={link.url}>
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
