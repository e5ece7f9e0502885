import { useEffect } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';

type Saving = typeof import('#features/saved/web/save-template.ts');

let here: Saving | null = null;

const load = async (): Promise<Saving> =>
  (here = await loadChunk(() => import('#features/saved/web/save-template.ts')));

/** Available synchronously if a page has prepared for it: even a repeated import takes a moment. */
export const saving = (): Saving | Promise<Saving> => here ?? load();

/** Preloads the code for Save, for a page that is reloaded right after saving. */
export const useReadyToSave = (): void => useEffect(() => void load().catch(() => {}), []);
