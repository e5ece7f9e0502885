import { alone } from '#platform/web/leader.ts';
import { openBrowserDisk } from '#platform/web/disk.ts';
import { offerShelf, shelfOf } from '#platform/web/offers.ts';
import { onOwner, presentOwner } from '#platform/web/owner.ts';
import { guest } from '#platform/web/place.ts';
import { visitSince } from '#platform/web/visit.ts';
import { type Change, createDurable } from '#platform/web/durable.ts';
import { createOutbox } from '#platform/web/outbox.ts';
import { onSignOut } from '#platform/web/session.ts';
import { getViewer, subscribeViewer } from '#platform/web/viewer.ts';
import { removeStored } from '#platform/web/storage.ts';
import { localKeys } from '../rules/local-copies.ts';
import { forgetAllLocally, forgetLocally, localRecords } from './local.ts';
import { sendLocal } from './send-local.ts';
import { savedSender } from './sender.ts';
import { bringWholes } from './whole.ts';

export const kind = 'saved';
export type Desk = ReturnType<typeof openDesk>;
let desk: Desk | null = null;

/** What a tab keeps templates with; opened at the first use, once. */
export const savedDesk = (): Desk => (desk ??= openDesk());

function openDesk() {
  const listeners = new Set<(change: Change) => void>();
  const copied = new Set<(from: string, to: string) => void>();
  const tellCopied = (from: string, to: string) => copied.forEach((one) => one(from, to));
  const sender = savedSender();
  const send: typeof sender = async (row) => {
    const answer = await sender(row);
    // After the disk knows it, too.
    if (answer.isCopy) setTimeout(() => tellCopied(row.id, answer.head.id), 0);
    return answer;
  };
  const hear = (change: Change) => {
    // What is gone for good is gone from local storage as well, and comes back from nowhere.
    if (change.kind === kind && !change.keepsCopies) forgetAllLocally(change.owner, change.gone);
    for (const listener of listeners) listener(change);
  };
  const channel = new BroadcastChannel('hub.kept');
  channel.addEventListener('message', ({ data }: MessageEvent<Change>) => hear(data));
  const durable = createDurable(openBrowserDisk(), (change) => {
    hear(change);
    channel.postMessage(change);
  });
  const outbox = createOutbox({
    durable,
    senders: { [kind]: send },
    alone,
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
  /** After what waits: a whole text goes where its cut one is. */
  const bring = (owner: string) =>
    alone(`hub.wholes ${owner}`, () => bringWholes(durable, owner, (...args) => fetch(...args))).catch(
      () => {},
    );
  /** What waits in the queue, what lies in local storage alone, and the wholes of what was cut. */
  const sendAll = async (owner: string) => {
    await outbox.drain(owner);
    await alone(`hub.local ${owner}`, () => sendLocal(durable, owner, send)).catch(() => {});
    await outbox.drain(owner);
    await bring(owner);
  };
  const again = () => {
    const owner = sendingOwner();
    if (owner) void sendAll(owner);
  };
  let arrival: Promise<unknown> = Promise.resolve();
  const join = () => {
    const owner = presentOwner();
    if (owner !== guest) arrival = durable.adopt(guest, owner, visitSince()).catch(() => 0);
  };
  onOwner(join);
  join();
  offerShelf(shelfOf(durable, { [kind]: ['saved template', 'saved templates'] }, again));
  const arrive = async () => {
    const owner = sendingOwner();
    if (!owner) return;
    await arrival;
    await sendAll(owner);
  };
  let present = sendingOwner();
  subscribeViewer(() => {
    if (sendingOwner() === present) return;
    present = sendingOwner();
    void arrive();
  });
  window.addEventListener('online', again);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') again();
  });
  onSignOut(async (uid) => {
    const waits = new Set((await durable.waiting(uid)).map(({ id }) => id));
    // What is nowhere else stays locked to its owner, too.
    for (const { userId, id, unsent } of localRecords())
      if (userId === uid && !waits.has(id) && !unsent) forgetLocally(uid, id);
    removeStored(localKeys.summaries);
    await durable.forgetConfirmed(uid);
  });
  void arrive();

  return {
    durable,
    outbox,
    sendingOwner,
    /** What a guest began in this visit has come to who signed in. */
    arrived: () => arrival,
    bring,
    /** Hears when an edit became a template of its own, because another device's stands in its place. */
    onCopied(listener: (from: string, to: string) => void): () => void {
      copied.add(listener);
      return () => copied.delete(listener);
    },
    onChange(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Called once when somebody is known: sends what waits, takes a guest's drafts in. */
export function startSaved(): void {
  savedDesk();
}
