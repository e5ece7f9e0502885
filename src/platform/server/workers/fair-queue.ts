import { callerKey } from '../http/network.ts';

/**
 * Queued work, taken in turn from each caller who has some: a caller with a lot of work only delays themselves. A
 * caller is a name or an IP address; all addresses of an IPv6 /64 are one, as they are for limits. Bounded: when it
 * is full, the caller with the most items loses one to a caller with fewer.
 */
export class FairQueue<T> {
  /** In the order of their next turn. */
  private readonly waiting = new Map<string, T[]>();
  private count = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.count;
  }

  /** What doesn't fit: the item itself, or the last one of the caller with the most. */
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
    // Behind everyone who is already waiting.
    if (theirs.length > 0) this.waiting.set(caller, theirs);
    this.count -= 1;
    return item;
  }

  /** Takes out everything that is waiting. */
  empty(): T[] {
    const all = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.count = 0;
    return all;
  }
}
