import MenuGlyph from '#ui/icons/menu.ts';
import { AccountCorner } from '#features/accounts/web/account-corner.tsx';
import { Menu, MenuDivider, MenuHead, MenuItem } from '#ui/menu.tsx';
import { Icon } from '#ui/icon.tsx';
import type { NavLink } from './navigation.ts';

interface MobileMenuProps {
  top: readonly NavLink[];
  tools: readonly NavLink[];
  more: readonly NavLink[];
}

/** Below 1024 px: the same links in a menu that opens before any script has run. */
export function MobileMenu({ top, tools, more }: MobileMenuProps) {
  return (
    <div className="flex items-center gap-4">
      <AccountCorner compact />
      <Menu label={<Icon of={MenuGlyph} />} name="Menu" align="end" chevron={false} square>
        <Links links={top} />
        {tools.length > 0 && <Group label="Tools" links={tools} />}
        {more.length > 0 && <Group label="More" links={more} />}
      </Menu>
    </div>
  );
}

function Group({ label, links }: { label: string; links: readonly NavLink[] }) {
  return (
    <>
      <MenuDivider />
      <MenuHead>{label}</MenuHead>
      <Links links={links} />
    </>
  );
}

function Links({ links }: { links: readonly NavLink[] }) {
  return links.map((link, at) => (
    <MenuItem key={at} href={link.url}>
      {link.label}
    </MenuItem>
  ));
}
