import MyPurchases, { head } from '#features/store/web/pages/my-purchases.tsx';
import { Workspace } from '../workspace/workspace.tsx';

export { head };

/** The store's own page, as one of a member's places. */
export default function MyPurchasesPage() {
  return (
    <Workspace here="/my-purchases">
      <MyPurchases />
    </Workspace>
  );
}
