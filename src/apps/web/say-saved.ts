import type { SaveResult } from '#features/saved/web/save-template.ts';
import { toast } from '#ui/toast.tsx';

/**
 * Reports the result of saving. What was only saved on this device has been announced already, and a conflict is
 * shown on its page.
 */
export function saySaved({ kept, did, name }: Pick<SaveResult, 'kept' | 'did' | 'name'>): void {
  if (kept !== 'account' || did === 'copied') return;
  toast.success(did === 'added' ? `Saved as a new document: “${name}”` : `Changes saved to “${name}”`);
}
