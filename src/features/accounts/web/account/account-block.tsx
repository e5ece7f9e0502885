import { Notice } from '#ui/feedback.tsx';
import { useAuth } from '../auth-context.ts';
import { AddressForm } from './address-form.tsx';
import { Leave } from './leave.tsx';
import { PasswordForm } from './password-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondStep } from './second-step.tsx';
import { Section } from './section.tsx';
import { Sessions } from './sessions.tsx';

/** The account on the dashboard: who one is here, where one is signed in, and the way out. */
export default function AccountBlock() {
  const { user } = useAuth();
  if (!user) return null;
  if (user.isOffline) {
    return (
      <Section title={user.displayName} about={user.email}>
        <Notice still kind="warn" title="You’re working offline">
          What you make stays on this device. To change your account, log out and sign in again once you’re
          back online.
        </Notice>
      </Section>
    );
  }
  return (
    <>
      {/* A changed name arrives as a new form; what is being typed elsewhere stays. */}
      <ProfileForm key={user.displayName} user={user} />
      <AddressForm user={user} />
      <PasswordForm user={user} />
      <SecondStep />
      <Passkeys />
      <Sessions />
      <Leave user={user} />
    </>
  );
}
