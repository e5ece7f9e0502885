import { openBrowserDisk } from './disk.ts';
import { type Change, createDurable } from './durable.ts';
import { alone } from './leader.ts';
import { createOutbox, type Sender } from './outbox.ts';
import type { DatabaseName } from './keys.ts';
import { offerShelf, shelfOf } from './offers.ts';
import { onOwner, presentOwner } from './owner.ts';
import { guest } from './place.ts';
import { onSignOut } from './session.ts';
import { getViewer, subscribeViewer } from './viewer.ts';
import { visitSince } from './visit.ts';

export type Desk = ReturnType<typeof createDesk>;

interface DeskOptions {
  name: DatabaseName;
  senders: Record<string, Sender>;
  /** What the things of a kind are called, one and many. */
  nouns: Record<string, readonly [string, string]>;
}

/**
 * What a feature keeps a person's things with in this browser: on the disk first, then sent to the account whenever
 * that can be reached; what a guest began in this visit becomes the account's that they sign in with. Made once a tab.
 */
export function createDesk({ name, senders, nouns }: DeskOptions) {
  const listeners = new Set<(change: Change) => void>();
  const hear = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  const channel = new BroadcastChannel(`${name}.kept`);
  channel.addEventListener('message', ({ data }: MessageEvent<Change>) => hear(data));
  const durable = createDurable(openBrowserDisk(name), (change) => {
    hear(change);
    channel.postMessage(change);
  });
  const outbox = createOutbox({
    durable,
    senders,
    alone: (lock, work) => alone(`${name} ${lock}`, work),
    later: (milliseconds, act) => {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  });

  /** Whose writes can go to an account now: a member with a session, and nobody who works offline. */
  const sendingOwner = (): string | null => {
    const { ready, mode, user, isEnded } = getViewer();
    return ready && mode === 'online' && user && !user.isOffline && !isEnded ? user.uid : null;
  };
  const send = () => {
    const owner = sendingOwner();
    if (owner) void outbox.drain(owner);
  };
  let arrival: Promise<unknown> = Promise.resolve();
  const join = () => {
    const owner = presentOwner();
    if (owner !== guest) arrival = durable.adopt(guest, owner, visitSince()).catch(() => 0);
  };
  const arrive = () => {
    const owner = sendingOwner();
    if (!owner) return;
    void arrival.then(() => outbox.drain(owner));
  };
  let present: string | null = null;
  const look = () => {
    if (sendingOwner() === present) return;
    present = sendingOwner();
    arrive();
  };
  onOwner(join);
  join();
  subscribeViewer(look);
  offerShelf(shelfOf(durable, nouns, send));
  window.addEventListener('online', send);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') send();
  });
  onSignOut((uid) => durable.forgetConfirmed(uid));
  look();

  return {
    durable,
    outbox,
    sendingOwner,
    /** What a guest made has come to who signed in. */
    arrived: () => arrival,
    onChange(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
