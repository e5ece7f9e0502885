import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import type { LocalBudget, SaveOutcome } from '../rules/choose.ts';
import type { SavedTemplate } from '../rules/contract.ts';
import { localKeys, summaryOf, withLocalCopy } from '../rules/local-copies.ts';
import { repairList } from '../rules/repair.ts';

type Outcome = Extract<SaveOutcome, { of: 'local' }>['was'];

/** Where the copies in local storage that a clean-up lets go are kept before they go. */
export type KeepAside = (records: SavedTemplate[]) => Promise<void>;

export const localRecords = (): SavedTemplate[] => repairList(readStored(localKeys.records));

export async function keepLocally(
  record: SavedTemplate,
  budget: LocalBudget,
  keepAside: KeepAside,
): Promise<Outcome> {
  const { list, dropped } = withLocalCopy(localRecords(), record, budget);
  if (dropped.length > 0) await keepAside(dropped).catch(() => {});
  return write(list);
}

/** Clears the caches of templates, and nothing else, then keeps the one small copy. */
export async function keepEmergency(record: SavedTemplate, keepAside: KeepAside): Promise<Outcome> {
  // A full local storage says nothing of the other one: what is cleared here goes there first.
  await keepAside(localRecords().filter((other) => other.id !== record.id)).catch(() => {});
  removeStored(localKeys.records);
  removeStored(localKeys.summaries);
  return write([record]);
}

/**
 * Before anything is waited for: a page that is loaded again in this very moment has it, and its next start sends it. Gives
 * how to take it back once it is somewhere better. Where it would push others out it is not worth it.
 */
export function keepAtOnce(record: SavedTemplate): () => void {
  const before = localRecords();
  const isIt = ({ userId, id }: SavedTemplate) => userId === record.userId && id === record.id;
  const former = before.find(isIt);
  // The save that is under way comes last, whatever a clock says.
  const others = before.filter((one) => one !== former);
  const { list, dropped } = withLocalCopy(others, record, 'usual');
  if (dropped.length > 0 || write(list) !== 'written') return () => {};
  return () => {
    const now = localRecords();
    if (now.some((one) => isIt(one) && one.unsent?.key === record.unsent?.key))
      write(now.flatMap((one) => (!isIt(one) ? [one] : former ? [former] : [])));
  };
}

export const forgetLocally = (userId: string, id: string): void => forgetAllLocally(userId, [id]);

export function forgetAllLocally(userId: string, ids: readonly string[]): void {
  // Nothing to read where nothing is kept.
  if (ids.length === 0 || readStored(localKeys.records) === null) return;
  const list = localRecords();
  const gone = new Set(ids);
  const left = list.filter((record) => record.userId !== userId || !gone.has(record.id));
  if (left.length < list.length) write(left);
}

/** It is in the queue, or in the account: from here on the copy is a copy. */
export function markSent(userId: string, id: string, key: string): void {
  const list = localRecords();
  if (!list.some((one) => one.userId === userId && one.id === id && one.unsent?.key === key)) return;
  write(
    list.map((one) => {
      if (one.userId !== userId || one.id !== id || one.unsent?.key !== key) return one;
      const { unsent: _sent, ...record } = one;
      return record;
    }),
  );
}

function write(list: SavedTemplate[]): Outcome {
  const outcome = writeStored(localKeys.records, JSON.stringify(list));
  if (outcome !== 'written') return outcome === 'full' ? 'full' : 'failed';
  // The summaries are a convenience: without room for them the records still count.
  writeStored(localKeys.summaries, JSON.stringify(list.map(summaryOf)));
  return 'written';
}
