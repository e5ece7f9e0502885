import type { DiskTransaction } from './disk.ts';
import type { Aside, Body, Edit, Entry, Waiting } from './entry.ts';
import { begin } from './owners.ts';
import { guest } from './place.ts';

/** A user's action and its queue entry, in the caller's transaction. */
export async function editIn(at: DiskTransaction, change: Edit): Promise<[Waiting, Entry]> {
  const { owner, kind, id, head, at: time } = change;
  const known = await at.get<Entry>('kept', [owner, kind, id]);
  const body = await at.get<Body>('bodies', [owner, kind, id]);
  // Based on the current text, with the version it has now, whatever it was when the edit began.
  const isUponIt = body && (change.uponBody || (change.on !== undefined && change.on === body.rev));
  const op = isUponIt ? { ...change.op, base: Math.max(change.op.base, body.version) } : change.op;
  const queue = await at.ofThing<Waiting>(owner, kind, id);
  const last = queue.at(-1);
  const isFork =
    change.body !== undefined && change.on !== undefined && body?.isMine === true && change.on !== body.rev;
  const line: Entry = { owner, kind, id, remote: known?.remote ?? null, local: head };
  await at.put('kept', line);
  if (!known && owner === guest) await begin(at, change);
  if (change.body !== undefined) {
    const version = body?.isMine && !isFork ? body.version : op.base;
    await at.put('bodies', {
      owner,
      kind,
      id,
      body: change.body,
      version,
      rev: op.key,
      isMine: true,
    } satisfies Body);
  }
  if (change.aside !== undefined)
    await at.put('asides', { owner, kind, id, at: time, body: change.aside } satisfies Aside);
  // Not in the account: not sent yet, or rejected. One write combines both.
  if (
    last &&
    op.what === 'change' &&
    !isFork &&
    (last.tries === 0 || last.refusal !== null) &&
    /^(add|change)$/.test(last.op.what)
  ) {
    const base = body?.isMine ? last.op.base : Math.max(last.op.base, op.base);
    const merged: Waiting = {
      ...last,
      ...(last.refusal !== null && { tries: 0, refusal: null }),
      hasText: last.hasText || change.body !== undefined,
      op: { ...last.op, base, payload: { ...last.op.payload, ...op.payload } },
    };
    await at.put('waiting', merged);
    return [merged, line];
  }
  const fresh = await enqueue(at, {
    owner,
    kind,
    id,
    op,
    at: time,
    isFork,
    hasText: change.body !== undefined,
  });
  return [fresh, line];
}

/** At the end of the queue. */
export async function enqueue(
  at: DiskTransaction,
  row: Omit<Waiting, 'seq' | 'tries' | 'refusal'>,
): Promise<Waiting> {
  const { owner } = row;
  const seq = ((await at.get<{ value: number }>('places', [owner, 'queue']))?.value ?? 0) + 1;
  await at.put('places', { owner, name: 'queue', value: seq });
  const fresh: Waiting = { ...row, seq, tries: 0, refusal: null };
  await at.put('waiting', fresh);
  return fresh;
}
