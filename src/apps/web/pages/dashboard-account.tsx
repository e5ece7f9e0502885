import AccountBlock from '#features/accounts/web/account/account-block.tsx';
import { Place } from '../workspace/workspace.tsx';

export const head = () => ({ title: 'Account', description: 'Your name, email, password and devices.' });

export default function AccountPage() {
  return (
    <Place here="/dashboard/account" title="Account" lead="Your name, email, password and devices.">
      <AccountBlock />
    </Place>
  );
}
