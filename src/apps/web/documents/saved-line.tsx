import { useHub } from '#platform/web/hub.tsx';
import { Link } from '#ui/link.tsx';
import { placeOfSaved } from '../say-saved.ts';

/** Stays after the toast has gone: that it is saved, when, and where it is. */
export function SavedLine({ id, at }: { id: string; at: number }) {
  const { site } = useHub();
  const time = new Intl.DateTimeFormat(site.language, { timeStyle: 'short' }).format(at);
  return (
    <p className="mx-auto mb-16 max-w-measure text-15 text-muted">
      Last saved at {time}, in your <Link href={placeOfSaved(id)}>saved templates</Link>.
    </p>
  );
}
