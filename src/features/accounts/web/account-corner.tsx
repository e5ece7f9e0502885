import CircleUser from '#ui/icons/circle-user.ts';
import CloudOff from '#ui/icons/cloud-off.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { requestSignIn } from '#platform/web/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useAuth } from './auth-context.ts';
import { UserMenu } from './user-menu.tsx';

/** Who is here, at the end of the header; `compact` where there is no room for words. */
export function AccountCorner({ compact = false }: { compact?: boolean }) {
  const { authReady, user, isEnded } = useAuth();
  const exists = usePathExists();
  if (isEnded) return <SignInAgain />;
  if (user && compact) return <UserMenu compact />;
  if (user) {
    return (
      <div className="flex items-center gap-4">
        <GoOfflineButton />
        {exists('/dashboard') && (
          <ButtonLink variant="quiet" href="/dashboard">
            Dashboard
          </ButtonLink>
        )}
        <UserMenu />
      </div>
    );
  }
  // The document is the same for everybody; its first lines know whether a member or an offline user opens it.
  const hidden = authReady ? '' : 'in-data-[auth=in]:invisible in-data-offline:invisible';
  return (
    <div className={`flex items-center gap-4 ${hidden}`}>
      {compact ? (
        <GuestMenu />
      ) : (
        <>
          <GoOfflineButton />
          <GuestLinks />
        </>
      )}
    </div>
  );
}

/** The member is nobody to the hub any more, and their page is still open. */
const SignInAgain = () => (
  <Button variant="primary" onClick={() => void requestSignIn()}>
    Sign in<span className="max-lg:sr-only"> again</span>
  </Button>
);

export function GuestLinks() {
  const exists = usePathExists();
  return (
    <>
      {exists('/signin') && (
        <ButtonLink variant="quiet" href="/signin">
          Sign In
        </ButtonLink>
      )}
      {exists('/signup') && (
        <ButtonLink variant="primary" href="/signup">
          Get Started
        </ButtonLink>
      )}
    </>
  );
}

function GuestMenu() {
  const exists = usePathExists();
  const { canGoOffline, goOffline } = useAuth();
  if (!exists('/signin')) return null;
  return (
    <Menu label={<Icon of={CircleUser} />} name="Account" align="end" chevron={false} square>
      <MenuItem href="/signin">Sign In</MenuItem>
      {exists('/signup') && <MenuItem href="/signup">Get Started</MenuItem>}
      {canGoOffline && (
        <MenuItem icon={CloudOff} onAct={goOffline}>
          Go Offline
        </MenuItem>
      )}
    </Menu>
  );
}

/** Something failed on the other side, and this person is not offline yet. */
export function GoOfflineButton() {
  const { canGoOffline, goOffline } = useAuth();
  if (!canGoOffline) return null;
  return (
    <Button variant="secondary" icon={CloudOff} onClick={goOffline}>
      Go Offline
    </Button>
  );
}
