import CloudOff from '#ui/icons/cloud-off.ts';
import LayoutDashboard from '#ui/icons/layout-dashboard.ts';
import LogOut from '#ui/icons/log-out.ts';
import ShoppingBag from '#ui/icons/shopping-bag.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuDivider, MenuHead, MenuItem } from '#ui/menu.tsx';
import { Tag } from '#ui/text.tsx';
import { avatarText } from '../rules/user.ts';
import { useAuth } from './auth-context.ts';

/** The person's own menu: who one is here, whether the hub answers, and the ways to one's own things. */
export function UserMenu({ compact = false }: { compact?: boolean }) {
  const { user, canGoOffline, signOut, goOffline } = useAuth();
  const exists = usePathExists();
  if (!user) return null;
  return (
    <Menu
      name={`Account of ${user.displayName}`}
      align="end"
      chevron={!compact}
      label={
        <>
          <span className="grid h-24 min-w-24 place-items-center rounded-4 bg-ink px-4 text-13 font-bold text-ground">
            {avatarText(user.displayName)}
          </span>
          {user.isOffline && <Icon of={CloudOff} size={16} />}
        </>
      }
    >
      <MenuHead>
        <span className="flex flex-col items-start gap-4">
          <span className="text-15 font-medium text-ink">{user.displayName}</span>
          <span>{user.email}</span>
          {user.isOffline ? <Tag tone="warn">Offline Mode</Tag> : <Tag tone="ok">Online</Tag>}
        </span>
      </MenuHead>
      <MenuDivider />
      {exists('/dashboard') && (
        <MenuItem icon={LayoutDashboard} href="/dashboard">
          Dashboard
        </MenuItem>
      )}
      {exists('/my-purchases') && (
        <MenuItem icon={ShoppingBag} href="/my-purchases">
          My Purchases
        </MenuItem>
      )}
      {compact && canGoOffline && (
        <MenuItem icon={CloudOff} onAct={goOffline}>
          Go Offline
        </MenuItem>
      )}
      <MenuItem icon={LogOut} onAct={() => void signOut()}>
        Logout
      </MenuItem>
    </Menu>
  );
}
