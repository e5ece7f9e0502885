import { alone } from '#platform/web/leader.ts';
import type { Durable } from '#platform/web/durable.ts';
import { createStore, type Store } from '#platform/web/store.ts';
import { removeStored } from '#platform/web/storage.ts';
import { localKeys } from '../rules/local-copies.ts';
import { forgetAllLocally, forgetLocally, localRecords } from './local.ts';
import { sendLocal } from './send-local.ts';
import { savedSender } from './sender.ts';
import { bringWholes } from './whole.ts';

export const kind = 'saved';
export type { Store };

let store: Store | null = null;

/** What a tab keeps templates with; opened at the first use, once. */
export const savedStore = (): Store =>
  (store ??= createStore({
    database: 'hub',
    kind,
    noun: ['saved template', 'saved templates'],
    send: savedSender(),
    hear(change) {
      // What is gone for good is gone from local storage as well, and comes back from nowhere.
      if (change.kind === kind && !change.keepsCopies) forgetAllLocally(change.owner, change.gone);
    },
    async sendMore(durable, owner) {
      const { outbox, send } = savedStore();
      await alone(`hub.local ${owner}`, () => sendLocal(durable, owner, send)).catch(() => {});
      await outbox.drain(owner);
      await bring(durable, owner);
    },
    async leave(durable, uid) {
      const waits = new Set((await durable.waiting(uid)).map(({ id }) => id));
      // What is nowhere else stays locked to its owner, too.
      for (const { userId, id, unsent } of localRecords())
        if (userId === uid && !waits.has(id) && !unsent) forgetLocally(uid, id);
      removeStored(localKeys.summaries);
    },
  }));

/** The wholes of cut texts go after what waits: a whole text goes where its cut one is. */
export const bring = (durable: Durable, owner: string): Promise<void> =>
  alone(`hub.wholes ${owner}`, () => bringWholes(durable, owner, (...args) => fetch(...args))).catch(
    () => {},
  );
