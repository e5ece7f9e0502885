/**
 * A cache of responses in memory, bounded by bytes: the least recently used go first. Anything larger than a
 * quarter of the limit is not cached.
 */
export class ByteCache<V> {
  private readonly entries = new Map<string, { value: V; bytes: number }>();
  private total = 0;
  private readonly most: number;

  constructor(mostBytes: number) {
    this.most = mostBytes;
  }

  get bytes(): number {
    return this.total;
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: V, ofValue: number): void {
    this.delete(key);
    // The key takes memory, too, and small entries are not free.
    const bytes = ofValue + 2 * key.length + 200;
    if (bytes > this.most / 4) return;
    this.entries.set(key, { value, bytes });
    this.total += bytes;
    for (const [oldest] of this.entries) {
      if (this.total <= this.most) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.total -= entry.bytes;
  }

  clear(): void {
    this.entries.clear();
    this.total = 0;
  }
}
