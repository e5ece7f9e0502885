import type { Disk } from './disk.ts';
import { createMemoryDisk } from './memory-disk.ts';

export interface DiskOrMemory extends Disk {
  /** False: what is done lasts as long as this page, or until the account has it. */
  isKept(): boolean;
}

/**
 * The browser's storage; where it never opened (switched off, blocked, silent), the memory of this page, so that a screen
 * opens and work goes to the account all the same. Once it opened there is no way back: what is on it must not
 * seem to be gone, and a full one says so.
 */
export function diskOrMemory(disk: Disk, hasOpened: () => boolean): DiskOrMemory {
  let memory: Disk | null = null;
  const run =
    (how: 'change' | 'read'): Disk['change'] =>
    async (work) => {
      if (memory) return memory[how](work);
      try {
        return await disk[how](work);
      } catch (error) {
        if (hasOpened()) throw error;
        console.warn(error);
        memory ??= createMemoryDisk();
        return memory[how](work);
      }
    };
  return { change: run('change'), read: run('read'), isKept: () => memory === null };
}
