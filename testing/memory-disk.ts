import type { Disk, StoreName } from '#platform/web/disk.ts';
import { createMemoryDisk } from '#platform/web/memory-disk.ts';

export interface MemoryDisk extends Disk {
  /** Fails the n-th write from now on, and all after it until `works` is called: a disk that is full. */
  failFrom(write: number): void;
  works(): void;
  writes(): number;
  count(store: StoreName): number;
}

/** A disk in memory that can be full at any write. */
export function memoryDisk(): MemoryDisk {
  let writes = 0;
  let failsAt = Infinity;
  const { change, read, tables } = createMemoryDisk(() => {
    if (++writes >= failsAt) throw new DOMException('full', 'QuotaExceededError');
  });
  return {
    change,
    read,
    failFrom: (write) => void (failsAt = writes + write),
    works: () => void (failsAt = Infinity),
    writes: () => writes,
    count: (store) => tables[store].size,
  };
}
