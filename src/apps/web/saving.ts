import { useEffect } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';

type Saving = typeof import('#features/saved/web/save-template.ts');

let here: Saving | null = null;

const load = async (): Promise<Saving> =>
  (here = await loadChunk(() => import('#features/saved/web/save-template.ts')));

/** At hand without a wait where a page was ready for it: even to import again what is here takes a moment. */
export const saving = (): Saving | Promise<Saving> => here ?? load();

/** The press of Save is to find its code here: a page that is loaded again right after it has saved. */
export const useReadyToSave = (): void => useEffect(() => void load().catch(() => {}), []);
