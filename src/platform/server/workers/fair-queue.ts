import { callerKey } from '../http/network.ts';

/**
 * Work that waits, taken in turn from each caller who has some: whoever brings much waits for themselves, not everybody
 * else for them. A caller is a name or a network address, and all addresses of an IPv6 /64 are one, as they are to limits. Bounded: when it is full, the caller with the most gives way to one with less.
 */
export class FairQueue<T> {
  /** In the order in which callers come next. */
  private readonly waiting = new Map<string, T[]>();
  private count = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.count;
  }

  /** What has no place now: the item itself, or the last one of whoever has more waiting. */
  add(who: string, item: T): T | undefined {
    const caller = callerKey(who);
    let pushedOut: T | undefined;
    if (this.count >= this.most) {
      const [greediest = caller, theirs = []] =
        [...this.waiting].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
      if (theirs.length <= (this.waiting.get(caller)?.length ?? 0) + 1) return item;
      pushedOut = theirs.pop();
      this.count -= 1;
      if (theirs.length === 0) this.waiting.delete(greediest);
    }
    const own = this.waiting.get(caller);
    if (own) own.push(item);
    else this.waiting.set(caller, [item]);
    this.count += 1;
    return pushedOut;
  }

  next(): T | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [caller, theirs] = first;
    const item = theirs.shift();
    this.waiting.delete(caller);
    // Behind everybody who waits already.
    if (theirs.length > 0) this.waiting.set(caller, theirs);
    this.count -= 1;
    return item;
  }

  /** Everything that waits, and nothing does any more. */
  empty(): T[] {
    const all = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.count = 0;
    return all;
  }
}
