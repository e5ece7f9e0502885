import { toast } from '#ui/toast.tsx';
import type { SavedHead } from '../rules/contract.ts';
import { say } from '../rules/words.ts';
import {
  duplicateTemplate,
  exportAll,
  markTemplates,
  removeTemplates,
  restoreTemplates,
} from './templates.ts';
import { forgetAllLocally } from './local.ts';

/** What can be done with templates, with the words that are said. Each is on the disk before anything is said. */
export function savedActions(owner: string, heads: SavedHead[]) {
  async function told(act: () => Promise<unknown>, words: string): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      console.warn(error);
      toast.error(words);
      return false;
    }
  }

  return {
    async remove(chosen: SavedHead[], forGood = false): Promise<void> {
      const done = await told(() => removeTemplates(owner, chosen, forGood), say('deleteFailed'));
      if (!done) return;
      forgetAllLocally(
        owner,
        chosen.map(({ id }) => id),
      );
      const undo = () => void told(() => restoreTemplates(owner, chosen), say('saveFailedToast'));
      toast.success(say('deleted'), forGood ? undefined : { action: { label: 'Undo', onAct: undo } });
    },
    restore: (chosen: SavedHead[]) => told(() => restoreTemplates(owner, chosen), say('saveFailedToast')),
    star: (chosen: SavedHead[], starred: boolean) =>
      told(() => markTemplates(owner, chosen, { starred }), say('saveFailedToast')),
    rename: (head: SavedHead, name: string) =>
      told(() => markTemplates(owner, [head], { name }), say('saveFailedToast')),
    file: (chosen: SavedHead[], folder: string) =>
      told(() => markTemplates(owner, chosen, { folder }), say('saveFailedToast')),
    duplicate: (chosen: SavedHead[]) =>
      told(async () => {
        const names = new Set(heads.map(({ name }) => name));
        for (const head of chosen) names.add(await duplicateTemplate(owner, head, names));
      }, say('saveFailedToast')),
    exportAll: () =>
      told(
        async () => download(await exportAll(owner), 'saved-templates.zip'),
        'Couldn’t export your templates.',
      ),
  };
}

export type SavedActions = ReturnType<typeof savedActions>;

export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
