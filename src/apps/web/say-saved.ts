import type { SaveResult } from '#features/saved/web/save-template.ts';
import { toast } from '#ui/toast.tsx';

/** What saving did. What is only on this device was said on the way there, and a conflict is shown on its page. */
export function saySaved({ kept, did, name }: Pick<SaveResult, 'kept' | 'did' | 'name'>): void {
  if (kept !== 'account' || did === 'copied') return;
  toast.success(did === 'added' ? `Saved as a new document: “${name}”` : `Changes saved to “${name}”`);
}
