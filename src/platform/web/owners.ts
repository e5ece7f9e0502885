import type { DiskTransaction } from './disk.ts';
import type { Aside, Body, Edit, Entry, Waiting } from './entry.ts';

/** What happens to people's data when they sign in and out. */
const withOwner = (body: unknown, from: string, to: string): unknown =>
  typeof body === 'object' && body !== null && (body as { userId?: unknown }).userId === from
    ? { ...body, userId: to }
    : body;

/** The name for recording when a guest began something. */
const begunName = (kind: string, id: string): string => `begun ${kind} ${id}`;

/** A guest's: whether it dates from the visit in which someone signs in decides whose it becomes. */
export async function begin(at: DiskTransaction, { owner, kind, id, at: time }: Edit): Promise<void> {
  await at.put('places', { owner, name: begunName(kind, id), value: Date.parse(time) || 0 });
}

export interface Adopted {
  /** Only what was begun after this time, in milliseconds. */
  since?: number;
  only?: (one: { kind: string; id: string }) => boolean;
}

/** A guest's drafts move to the account they signed in to. */
export async function adopt(
  at: DiskTransaction,
  from: string,
  to: string,
  { since = 0, only = () => true }: Adopted,
): Promise<Entry[]> {
  const begun = new Map(
    (await at.under<{ name: string; value: number }>('places', [from])).map(({ name, value }) => [
      name,
      value,
    ]),
  );
  const goes = (one: { kind: string; id: string }) =>
    (begun.get(begunName(one.kind, one.id)) ?? 0) >= since && only(one);
  const kept = (await at.under<Entry>('kept', [from])).filter(goes);
  for (const line of kept) {
    await at.remove('kept', [from, line.kind, line.id]);
    await at.put('kept', { ...line, owner: to });
  }
  for (const store of ['bodies', 'asides'] as const) {
    for (const text of (await at.under<Aside & Body>(store, [from])).filter(goes)) {
      await at.remove(
        store,
        store === 'bodies' ? [from, text.kind, text.id] : [from, text.kind, text.id, text.at],
      );
      await at.put(store, { ...text, owner: to, body: withOwner(text.body, from, to) });
    }
  }
  let seq = (await at.get<{ value: number }>('places', [to, 'queue']))?.value ?? 0;
  for (const row of (await at.under<Waiting>('waiting', [from])).filter(goes)) {
    await at.remove('waiting', [from, row.seq]);
    await at.put('waiting', { ...row, owner: to, seq: ++seq });
  }
  await at.put('places', { owner: to, name: 'queue', value: seq });
  for (const { kind, id } of kept) await at.remove('places', [from, begunName(kind, id)]);
  return kept.map((line) => ({ ...line, owner: to }));
}

export async function forgetConfirmed(at: DiskTransaction, owner: string): Promise<void> {
  const waits = new Set((await at.under<Waiting>('waiting', [owner])).map(({ kind, id }) => `${kind} ${id}`));
  for (const { kind, id } of await at.under<Entry>('kept', [owner])) {
    if (!waits.has(`${kind} ${id}`)) await at.remove('kept', [owner, kind, id]);
  }
  for (const { kind, id, isMine } of await at.under<Body>('bodies', [owner])) {
    if (!isMine && !waits.has(`${kind} ${id}`)) await at.remove('bodies', [owner, kind, id]);
  }
  for (const aside of await at.under<Aside>('asides', [owner])) {
    if (aside.brought === 'there') await at.remove('asides', [owner, aside.kind, aside.id, aside.at]);
  }
  // The list is fetched from the start when they return.
  for (const { name } of await at.under<{ name: string }>('places', [owner])) {
    if (name.startsWith('place ')) await at.remove('places', [owner, name]);
  }
}

/** A text that isn't listed has reached the account: what was there before and gave way, gives way here, too. */
export async function brought(at: DiskTransaction, aside: Aside, how: 'there' | 'past'): Promise<void> {
  const { owner, kind, id } = aside;
  for (const former of how === 'there' ? await at.under<Aside>('asides', [owner, kind, id]) : [])
    if (former.brought === 'there' && former.at < aside.at)
      await at.remove('asides', [owner, kind, id, former.at]);
  await at.put('asides', { ...aside, brought: how });
}
