import type { SaveResult } from '#features/saved/web/save-template.ts';
import { toast } from '#ui/toast.tsx';

/** Where a saved document is seen among the others. */
export const placeOfSaved = (id: string): string => `/dashboard/templates?open=${encodeURIComponent(id)}`;

/**
 * Reports the result of saving, and where it is. What was only saved on this device has been announced already, and a
 * conflict is shown on its page.
 */
export function saySaved(
  { id, kept, did, name }: Pick<SaveResult, 'id' | 'kept' | 'did' | 'name'>,
  go: (to: string) => void,
): void {
  if (kept !== 'account' || did === 'copied') return;
  toast.success(did === 'added' ? `Saved as a new document: “${name}”` : `Changes saved to “${name}”`, {
    action: { label: 'See it', onAct: () => go(placeOfSaved(id)) },
  });
}
