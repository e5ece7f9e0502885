import type { DiskTransaction } from './disk.ts';
import { enqueue } from './durable-edit.ts';
import type { Body, HeadLike, Entry, Place, TellAgain, Waiting } from './entry.ts';

/** An older list entry never replaces a newer one. */
export const newerHead = <H extends HeadLike>(known: H | null, head: H | null): H | null =>
  known && (!head || head.seq <= known.seq) ? known : head;

export interface Lines {
  kept: Entry[];
  gone: string[];
}

const placeName = (kind: string): string => `place ${kind}`;

export async function placeIn(at: DiskTransaction, owner: string, kind: string): Promise<Place> {
  const known = await at.get<Partial<Place>>('places', [owner, placeName(kind)]);
  return { value: known?.value ?? 0, epoch: known?.epoch ?? null };
}

/** What the account reported for some items, and the position to continue from. */
export async function applyIn(
  at: DiskTransaction,
  owner: string,
  kind: string,
  heads: readonly HeadLike[],
  place: number,
  epoch: string | null,
): Promise<Lines> {
  const lines: Lines = { kept: [], gone: [] };
  for (const head of heads) {
    const known = await at.get<Entry>('kept', [owner, kind, head.id]);
    const remote = newerHead(known?.remote ?? null, head);
    const line: Entry = { owner, kind, id: head.id, remote, local: known?.local ?? null };
    // Permanently deleted items stay recorded as deleted: a copy elsewhere on this device must not bring them back.
    await at.put('kept', line);
    if (remote?.isPurged && !line.local) {
      await at.remove('bodies', [owner, kind, head.id]);
      lines.gone.push(head.id);
    } else lines.kept.push(line);
  }
  const former = await placeIn(at, owner, kind);
  if (place > former.value || (epoch !== null && epoch !== former.epoch))
    await at.put('places', {
      owner,
      name: placeName(kind),
      value: Math.max(place, former.value),
      epoch: epoch ?? former.epoch,
    });
  return lines;
}

/**
 * The account was restored from a backup, and this is all it contains. What this device knows beyond the backup is
 * sent again: as a new version where the account has an older one, and in full where it has nothing.
 */
export async function applyAllIn(
  at: DiskTransaction,
  { owner, kind }: { owner: string; kind: string },
  heads: readonly HeadLike[],
  place: Place,
  tellAgain: TellAgain,
): Promise<Lines> {
  const told = new Map(heads.map((head) => [head.id, head]));
  const known = await at.under<Entry>('kept', [owner, kind]);
  const lines: Lines = { kept: [], gone: [] };
  for (const line of known) {
    const head = told.get(line.id) ?? null;
    const waits = (await at.ofThing<Waiting>(owner, kind, line.id)).length > 0;
    const body = await at.get<Body>('bodies', [owner, kind, line.id]);
    const again =
      !waits && body && line.remote && isLater(line.remote, head, body)
        ? tellAgain(body.body, line.remote)
        : null;
    if (again && body && line.remote) {
      const base = head?.contentVersion ?? 0;
      await enqueue(at, {
        owner,
        kind,
        id: line.id,
        op: { what: head ? 'change' : 'add', base, ...again },
        at: line.remote.updatedAt ?? '',
        isFork: false,
        hasText: true,
      });
      await at.put('bodies', { ...body, version: base, isMine: true });
      await keep({ ...line, remote: head, local: line.local ?? line.remote });
    } else if (head || line.local) {
      if (body && !body.isMine) await at.remove('bodies', [owner, kind, line.id]);
      await keep({ ...line, remote: head });
    } else {
      await at.remove('kept', [owner, kind, line.id]);
      await at.remove('bodies', [owner, kind, line.id]);
      lines.gone.push(line.id);
    }
    told.delete(line.id);
  }
  for (const head of told.values()) await keep({ owner, kind, id: head.id, remote: head, local: null });
  await at.put('places', { owner, name: placeName(kind), ...place });
  return lines;

  async function keep(line: Entry): Promise<void> {
    await at.put('kept', line);
    if (line.remote?.isPurged && !line.local) lines.gone.push(line.id);
    else lines.kept.push(line);
  }
}

/** This device has a newer text than the account, by the account's own timestamps. */
function isLater(remote: HeadLike, head: HeadLike | null, body: Body): boolean {
  if (remote.isPurged || body.isMine || body.version < remote.contentVersion) return false;
  if (!head) return true;
  return !head.isPurged && head.contentVersion < remote.contentVersion && before(head, remote);
}

const before = (a: HeadLike, b: HeadLike): boolean => (a.updatedAt ?? '') <= (b.updatedAt ?? '');
