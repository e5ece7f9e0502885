import FileText from '#ui/icons/file-text.ts';
import LayoutDashboard from '#ui/icons/layout-dashboard.ts';
import ShoppingBag from '#ui/icons/shopping-bag.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { Icon, type IconPath } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { Sheet } from '#ui/stationery.tsx';

const keeps: [IconPath, string, string][] = [
  [FileText, 'Your documents', 'On every device, with or without a connection.'],
  [ShoppingBag, 'What you bought', 'Its files, licence keys and invoices.'],
  [LayoutDashboard, 'What you sell', 'Your funnels, your carts and their numbers.'],
];

/** Beside the ways in: what an account is for, and that it isn't needed to begin. */
export function EntryAside() {
  const exists = usePathExists();
  return (
    <Sheet stack>
      <h2 className="text-17">An account keeps</h2>
      <ul className="mt-16 flex flex-col gap-16">
        {keeps.map(([icon, what, how]) => (
          <li key={what} className="flex gap-12">
            <span className="mt-4 shrink-0 text-muted">
              <Icon of={icon} />
            </span>
            <span>
              <strong>{what}</strong>
              <span className="block text-15 text-muted">{how}</span>
            </span>
          </li>
        ))}
      </ul>
      {exists('/documents') && (
        <p className="mt-24 border-t border-hairline pt-16 text-15 text-muted">
          You can write a document or buy something without one.{' '}
          <Link href="/documents">Choose a document</Link>
        </p>
      )}
    </Sheet>
  );
}
