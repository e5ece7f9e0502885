import ShoppingCart from '#ui/icons/shopping-cart.ts';
import { countOf } from '#base/count.ts';
import { cartCount } from '#features/store/rules/cart.ts';
import { useCart } from '#features/store/web/cart.ts';
import { AccountCorner } from '#features/accounts/web/account-corner.tsx';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { useLocation } from '#platform/web/router.tsx';
import { Icon } from '#ui/icon.tsx';
import { Anchor } from '#ui/link.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Frame } from '#ui/page.tsx';
import { Brand } from './brand.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { legalLinks, type NavLink, toolLinks } from './navigation.ts';

export function Header({ isQuiet }: { isQuiet?: boolean | undefined }) {
  const exists = usePathExists();
  const { top, more } = useHub().runtime.menus;
  const present = (links: readonly NavLink[]) => links.filter(({ url }) => exists(url));
  const tools = present(toolLinks);
  // The way back, and nothing that leads away.
  if (isQuiet)
    return (
      <header className="border-b border-hairline bg-ground print:hidden">
        <Frame className="flex h-64 items-center justify-between gap-8">
          <Brand />
          <CartLink back />
        </Frame>
      </header>
    );
  return (
    <header className="sticky top-0 z-10 border-b border-hairline bg-ground print:hidden">
      <Frame className="flex h-64 items-center gap-8">
        <Brand />
        <nav aria-label="Main" className="ml-16 hidden min-w-0 items-center gap-4 lg:flex">
          {top.map((link, at) => (
            <TopLink key={at} {...link} />
          ))}
          <LinkMenu label="Tools" links={tools} />
          <LinkMenu label="More" links={more} />
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-4">
          {exists('/cart') && <CartLink />}
          <div className="hidden lg:block">
            <AccountCorner />
          </div>
          <div className="lg:hidden">
            <MobileMenu top={top} tools={tools} more={[...more, ...present(legalLinks.slice(0, 2))]} />
          </div>
        </div>
      </Frame>
    </header>
  );
}

export function TopLink({ url: to, label }: NavLink) {
  const { pathname } = useLocation();
  const isHere = to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
  return (
    <Anchor href={to} className="ui-button" data-variant="quiet" aria-current={isHere ? 'page' : undefined}>
      {/* Names of the operator's own may be wider than a narrow window has room for. */}
      <span className="truncate">{label}</span>
    </Anchor>
  );
}

function LinkMenu({ label, links }: { label: string; links: readonly NavLink[] }) {
  if (links.length === 0) return null;
  return (
    <Menu label={label}>
      {links.map((link, at) => (
        <MenuItem key={at} href={link.url}>
          {link.label}
        </MenuItem>
      ))}
    </Menu>
  );
}

function CartLink({ back }: { back?: boolean }) {
  const count = cartCount(useCart());
  if (back && count === 0) return null;
  return (
    <Anchor
      href="/cart"
      className="ui-button"
      data-variant="quiet"
      aria-label={back ? undefined : `Cart, ${countOf(count, 'item')}`}
    >
      <Icon of={ShoppingCart} />
      {back && 'Back to cart '}
      <span className="ui-mono" data-testid="cart-count">
        {count}
      </span>
    </Anchor>
  );
}
