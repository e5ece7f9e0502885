import { diskOrMemory } from './disk-or-memory.ts';
import { openBrowserDisk } from './disk.ts';
import {
  type Change,
  createDurable,
  type Durable,
  type HeadLike,
  type Settlement,
  type Waiting,
} from './durable.ts';
import { alone } from './leader.ts';
import { createOutbox } from './outbox.ts';
import type { DatabaseName } from './keys.ts';
import { addOfferSource, placeInList } from './offers.ts';
import { onOwner, presentOwner } from './owner.ts';
import { guest } from './place.ts';
import { onSignOut } from './session.ts';
import { onlineMember, subscribeViewer } from './viewer.ts';
import { visitSince } from './visit.ts';

/** An edit became a separate item, because another device's came first. */
export interface Copied {
  from: string;
  to: string;
  head: HeadLike;
  /**
   * Sent by this tab; other tabs are notified, too, because the tab that shows it may not be the one that sent it.
   */
  isHere: boolean;
}

export type Store = ReturnType<typeof createStore>;

interface StoreOptions {
  database: DatabaseName;
  kind: string;
  /** Its label, singular and plural. */
  noun: readonly [string, string];
  /** Sends a queued write to the account; rejects with a Problem. */
  send(row: Waiting): Promise<Settlement>;
  /** If this browser can't store anything, it works in the page's memory; otherwise each action is stored first. */
  elseInMemory?: true;
  /** Called first for each change, in this tab and in others. */
  hear?(change: Change): void;
  /** Also sent to the account, after the queue. */
  sendMore?(durable: Durable, owner: string): Promise<unknown>;
  /** On sign-out, before what the account has confirmed is removed. */
  leave?(durable: Durable, uid: string): Promise<unknown>;
}

/**
 * A feature's items in this browser, such as saved templates: stored on disk first, then sent to the account
 * whenever it can be reached. What a guest began in this visit joins the account they sign in to. One per tab.
 */
export function createStore({
  database,
  kind,
  noun,
  send,
  elseInMemory,
  hear,
  sendMore,
  leave,
}: StoreOptions) {
  const listeners = new Set<(change: Change) => void>();
  const copyListeners = new Set<(copy: Copied) => void>();
  const tellCopy = (copy: Copied) => copyListeners.forEach((each) => each(copy));
  const copies = new BroadcastChannel(`${database}.copied`);
  copies.addEventListener('message', ({ data }: MessageEvent<Copied>) => tellCopy(data));
  const backListeners = new Set<(head: HeadLike) => void>();
  const tell = (change: Change) => {
    hear?.(change);
    for (const listener of listeners) listener(change);
  };
  const channel = new BroadcastChannel(`${database}.kept`);
  channel.addEventListener('message', ({ data }: MessageEvent<Change>) => tell(data));
  const browser = openBrowserDisk(database);
  const memory = elseInMemory && diskOrMemory(browser, browser.hasOpened);
  const durable = createDurable(memory ?? browser, (change) => {
    tell(change);
    channel.postMessage(change);
  });
  const sendAndTell = async (row: Waiting) => {
    const answer = await send(row);
    // Only after it is on disk, too.
    if (answer.isCopy)
      setTimeout(() => {
        const copy = { from: row.id, to: answer.head.id, head: answer.head };
        tellCopy({ ...copy, isHere: true });
        copies.postMessage({ ...copy, isHere: false } satisfies Copied);
      }, 0);
    if (answer.isBack) setTimeout(() => backListeners.forEach((each) => each(answer.head)), 0);
    return answer;
  };
  const outbox = createOutbox({
    durable,
    senders: { [kind]: sendAndTell },
    alone: (lock, work) => alone(`${database} ${lock}`, work),
    later: (milliseconds, act) => {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  });

  /** Sends everything queued, if there is an account that can be reached. */
  const sendAll = async () => {
    const owner = onlineMember();
    if (!owner) return;
    await arrival;
    await outbox.drain(owner);
    await sendMore?.(durable, owner);
  };
  let arrival: Promise<unknown> = Promise.resolve();
  const join = () => {
    const owner = presentOwner();
    if (owner !== guest) arrival = durable.adopt(guest, owner, { since: visitSince() }).catch(() => 0);
  };
  let member: string | null = null;
  const look = () => {
    if (onlineMember() === member) return;
    member = onlineMember();
    void sendAll();
  };
  onOwner(join);
  join();
  subscribeViewer(look);
  addOfferSource(placeInList(durable, { [kind]: noun }, () => void sendAll()));
  window.addEventListener('online', () => void sendAll());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sendAll();
  });
  onSignOut(async (uid) => {
    await leave?.(durable, uid);
    await durable.forgetConfirmed(uid);
  });
  look();

  return {
    durable,
    outbox,
    /** False: this browser can't store anything; new work is on this page and, once sent, in the account. */
    isKept: (): boolean => memory?.isKept() ?? true,
    /** Sends one write now, bypassing the queue, when this browser can't store anything. */
    send: sendAndTell,
    /** A guest's items were moved to the member who signed in. */
    arrived: () => arrival,
    /** Called when the account saved an edit as a separate item, because another device's came first. */
    onCopied(listener: (copy: Copied) => void): () => void {
      copyListeners.add(listener);
      return () => copyListeners.delete(listener);
    },
    /** Called when a save restored what had been moved to the bin in the meantime. */
    onBack(listener: (head: HeadLike) => void): () => void {
      backListeners.add(listener);
      return () => backListeners.delete(listener);
    },
    onChange(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
