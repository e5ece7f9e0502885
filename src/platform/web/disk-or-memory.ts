import type { Disk } from './disk.ts';
import { createMemoryDisk } from './memory-disk.ts';

export interface DiskOrMemory extends Disk {
  /** False: work lasts as long as this page, or until the account has it. */
  isKept(): boolean;
}

/**
 * The browser's storage; if it never opened (disabled, blocked, silent), this page's memory, so that screens open
 * and work still reaches the account. Once it has opened there is no way back: its content must not seem to be
 * gone, and a full one reports it.
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
