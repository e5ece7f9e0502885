import type { Disk, DiskTransaction } from './disk.ts';
import { editIn } from './durable-edit.ts';
import { applyAllIn, applyIn, newerHead, placeIn } from './durable-remote.ts';
import type {
  Aside,
  Body,
  Change,
  Edit,
  Front,
  HeadLike,
  Entry,
  Place,
  Settlement,
  TellAgain,
  Waiting,
} from './entry.ts';
import { type Adopted, adopt, brought, forgetConfirmed } from './owners.ts';

export type {
  HeadLike,
  Entry,
  Body,
  Operation,
  Waiting,
  Aside,
  Edit,
  Place,
  Settlement,
  TellAgain,
  Change,
} from './entry.ts';

export type Durable = ReturnType<typeof createDurable>;

/** Documents and the queue of unsent writes, always in one transaction. `tell` is called after each. */
export function createDurable(disk: Disk, tell: (change: Change) => void) {
  const changed = (
    row: { owner: string; kind: string },
    kept: (Entry | null)[],
    gone: string[] = [],
    queue = true,
  ) => tell({ owner: row.owner, kind: row.kind, kept: kept.filter((one) => one !== null), gone, queue });

  const ofThing = (at: DiskTransaction, { owner, kind, id }: { owner: string; kind: string; id: string }) =>
    at.ofThing<Waiting>(owner, kind, id);

  const thing = (at: DiskTransaction, owner: string, kind: string, id: string) =>
    Promise.all([at.get<Entry>('kept', [owner, kind, id]), at.get<Body>('bodies', [owner, kind, id])]);

  /** Resolves when the document and its queue entry are both on disk. */
  async function edit(change: Edit): Promise<Waiting> {
    const [row, kept] = await disk.change((at) => editIn(at, change));
    changed(change, [kept]);
    return row;
  }

  /** Many at once, all or nothing: from then on they are sent from the queue, whatever happens to the page. */
  async function editAll(changes: readonly Edit[]): Promise<void> {
    const [first] = changes;
    if (!first) return;
    const kept = await disk.change(async (at) => {
      const lines: Entry[] = [];
      for (const change of changes) lines.push((await editIn(at, change))[1]);
      return lines;
    });
    changed(first, kept);
  }

  /** The next write in order, marked as attempted; what is queued behind a rejected write of the same item waits. */
  const next = (owner: string): Promise<Waiting | null> =>
    disk.change(async (at) => {
      const stopped = new Set<string>();
      for (let after = 0; ;) {
        const rows = await at.queue<Waiting>(owner, after, atOnce);
        for (const row of rows) {
          const name = `${row.kind} ${row.id}`;
          if (row.refusal) stopped.add(name);
          if (stopped.has(name)) continue;
          const tried = { ...row, tries: row.tries + 1 };
          await at.put('waiting', tried);
          return tried;
        }
        const last = rows.at(-1);
        if (!last || rows.length < atOnce) return null;
        after = last.seq;
      }
    });

  async function settle(row: Waiting, answer: Settlement): Promise<void> {
    const { owner, kind, id } = row;
    const { head, version } = answer;
    const kept = await disk.change(async (at) => {
      if (!(await at.get('waiting', [owner, row.seq]))) return [];
      const [known, body] = await thing(at, owner, kind, id);
      await at.remove('waiting', [owner, row.seq]);
      const later = (await ofThing(at, row)).filter(({ seq }) => seq > row.seq);
      const isLast = later.length === 0;
      // Up to the first that has a different base.
      const fork = later.findIndex(({ isFork }) => isFork);
      const own = fork < 0 ? later : later.slice(0, fork);
      for (const behind of own) {
        const op = row.hasText ? { ...behind.op, base: Math.max(behind.op.base, version) } : behind.op;
        await at.put('waiting', { ...behind, id: head.id, op });
      }
      const newer = newerHead(known?.remote ?? null, answer.isCopy ? null : head);
      const line: Entry = {
        owner,
        kind,
        id,
        remote: newer,
        local: isLast || answer.isCopy ? null : (known?.local ?? null),
      };
      if (!answer.isCopy) {
        await at.put('kept', line);
        const isStillMine = later.some(({ hasText }) => hasText);
        if ((newer?.isPurged && !line.local) || (answer.isTheirs && !isStillMine))
          await at.remove('bodies', [owner, kind, id]);
        else if (body && row.hasText) {
          await at.put('bodies', {
            ...body,
            version: isStillMine ? Math.max(body.version, version) : version,
            isMine: isStillMine,
          });
        }
        return [line];
      }
      // The text moves to the copy; the account's own is read again here.
      const copied = await at.get<Entry>('kept', [owner, kind, head.id]);
      const local = own.length > 0 && known?.local ? { ...known.local, id: head.id } : null;
      const copy: Entry = {
        owner,
        kind,
        id: head.id,
        remote: newerHead(copied?.remote ?? null, head),
        local,
      };
      await at.put('kept', copy);
      // If a fork is queued, the text here is the fork's.
      if (body && fork < 0) {
        await at.put('bodies', {
          ...body,
          id: head.id,
          body: withId(body.body, head.id),
          version,
          isMine: own.some(({ hasText }) => hasText),
        });
        await at.remove('bodies', [owner, kind, id]);
      }
      const stays = fork < 0 ? line : { ...line, local: known?.local ?? null };
      if (stays.remote || stays.local) await at.put('kept', stays);
      else await at.remove('kept', [owner, kind, id]);
      return stays.remote || stays.local ? [stays, copy] : [copy];
    });
    const isHere = kept.some((one) => one.id === id && !(one.remote?.isPurged && !one.local));
    changed(row, kept, isHere ? [] : [id]);
  }

  async function refuse(row: Waiting, words: string): Promise<void> {
    await disk.change(async (at) => {
      const known = await at.get<Waiting>('waiting', [row.owner, row.seq]);
      if (known) await at.put('waiting', { ...known, refusal: words });
    });
    changed(row, []);
  }

  async function retry(owner: string): Promise<void> {
    const rows = await disk.change(async (at) => {
      const all = await at.under<Waiting>('waiting', [owner]);
      for (const row of all)
        if (row.refusal) await at.put('waiting', { ...row, refusal: null, tries: row.tries });
      return all;
    });
    if (rows[0]) changed(rows[0], []);
  }

  /** Permanently discards everything queued for one item; the account's version shows again. */
  async function discard(owner: string, kind: string, id: string): Promise<void> {
    const line = await disk.change(async (at) => {
      for (const row of await ofThing(at, { owner, kind, id })) await at.remove('waiting', [owner, row.seq]);
      const known = await at.get<Entry>('kept', [owner, kind, id]);
      const body = await at.get<Body>('bodies', [owner, kind, id]);
      if (body?.isMine) await at.remove('bodies', [owner, kind, id]);
      const kept: Entry | null = known?.remote ? { ...known, local: null } : null;
      if (kept) await at.put('kept', kept);
      else await at.remove('kept', [owner, kind, id]);
      return kept;
    });
    changed({ owner, kind }, [line], line ? [] : [id]);
  }

  /** What the account reported, and the position to continue from. */
  async function applyRemote(
    owner: string,
    kind: string,
    heads: readonly HeadLike[],
    place: number,
    epoch: string | null = null,
  ): Promise<void> {
    const { kept, gone } = await disk.change((at) => applyIn(at, owner, kind, heads, place, epoch));
    changed({ owner, kind }, kept, gone, false);
  }

  /** Everything the account has, sent from the start because it was restored from a backup. */
  async function applyAll(
    owner: string,
    kind: string,
    heads: readonly HeadLike[],
    place: Place,
    tellAgain: TellAgain,
  ): Promise<void> {
    const { kept, gone } = await disk.change((at) =>
      applyAllIn(at, { owner, kind }, heads, place, tellAgain),
    );
    tell({ owner, kind, kept, gone, queue: true, keepsCopies: true });
  }

  /** A text read from the account; it never overwrites the device's own unsent one. */
  const keepBody = (owner: string, kind: string, id: string, body: unknown, version: number): Promise<Body> =>
    disk.change(async (at) => {
      const known = await at.get<Body>('bodies', [owner, kind, id]);
      // An identical text keeps its name: an open editor refers to it.
      if (known?.isMine || (known && known.version >= version)) return known;
      const fresh: Body = { owner, kind, id, body, version, rev: `v${version}`, isMine: false };
      await at.put('bodies', fresh);
      return fresh;
    });

  /** The same with its list entry: an item opened by its URL is known from then on. */
  async function keepRead(owner: string, kind: string, head: HeadLike, body: unknown): Promise<Body> {
    await applyRemote(owner, kind, [head], 0);
    return keepBody(owner, kind, head.id, body, head.contentVersion);
  }

  return {
    edit,
    editAll,
    next,
    settle,
    refuse,
    retry,
    discard,
    applyRemote,
    applyAll,
    keepBody,
    keepRead,
    list: <H extends HeadLike>(owner: string, kind: string) =>
      disk.read((at) => at.under<Entry<H>>('kept', [owner, kind])),
    front: <H extends HeadLike>(owner: string, kind: string, count: number) =>
      disk.read((at) => at.front(owner, kind, count)) as Promise<Front<H>>,
    one: (owner: string, kind: string, id: string) =>
      disk.read(async (at) => {
        const [kept, body] = await thing(at, owner, kind, id);
        return { kept: kept ?? null, body: body ?? null };
      }),
    /** Everyone who has data here. */
    owners: () => disk.read((at) => at.owners()),
    waiting: (owner: string) => disk.read((at) => at.under<Waiting>('waiting', [owner])),
    isWaiting: (row: Waiting) => disk.read((at) => at.get<Waiting>('waiting', [row.owner, row.seq])),
    /** What the account reported when this browser can't store anything: it is shown anyway. */
    tellOnly: (owner: string, kind: string, heads: readonly HeadLike[]) =>
      changed(
        { owner, kind },
        heads
          .filter(({ isPurged }) => !isPurged)
          .map((remote) => ({ owner, kind, id: remote.id, remote, local: null })),
        heads.filter(({ isPurged }) => isPurged).map(({ id }) => id),
        false,
      ),
    place: (owner: string, kind: string) => disk.read((at) => placeIn(at, owner, kind)),
    asides: (owner: string, kind: string, id?: string) =>
      disk.read((at) => at.under<Aside>('asides', id === undefined ? [owner, kind] : [owner, kind, id])),
    putAside: (asides: Aside[]) =>
      disk.change(async (at) => {
        for (const aside of asides) await at.put('asides', aside);
      }),
    brought: (aside: Aside, how: 'there' | 'past') => disk.change((at) => brought(at, aside, how)),
    bodies: (owner: string, kind: string) => disk.read((at) => at.under<Body>('bodies', [owner, kind])),
    adopt: async (from: string, to: string, which: Adopted = {}): Promise<number> => {
      const moved = await disk.change((at) => adopt(at, from, to, which));
      for (const kind of new Set(moved.map((one) => one.kind)))
        changed(
          { owner: to, kind },
          moved.filter((one) => one.kind === kind),
        );
      return moved.length;
    },
    /** What the account has confirmed is removed from this device; the rest stays, under its owner. */
    forgetConfirmed: (owner: string) => disk.change((at) => forgetConfirmed(at, owner)),
  };
}

/** Queue rows processed per batch. */
const atOnce = 50;

const withId = (body: unknown, id: string): unknown =>
  typeof body === 'object' && body !== null && 'id' in body ? { ...body, id } : body;
