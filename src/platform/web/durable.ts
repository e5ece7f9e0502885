import type { Disk, DiskTransaction } from './disk.ts';
import type { Front, HeadLike, Kept, Body, Waiting, Aside, Edit, Settlement, Change } from './kept.ts';
import { adopt, begunName, brought, forgetConfirmed } from './owners.ts';
import { guest } from './place.ts';

export type { HeadLike, Kept, Body, Operation, Waiting, Aside, Edit, Settlement, Change } from './kept.ts';

export type Durable = ReturnType<typeof createDurable>;

/** Documents and the queue of what is to be sent, always in one transaction. `tell` hears of each after it is done. */
export function createDurable(disk: Disk, tell: (change: Change) => void) {
  const changed = (
    row: { owner: string; kind: string },
    kept: (Kept | null)[],
    gone: string[] = [],
    queue = true,
  ) => tell({ owner: row.owner, kind: row.kind, kept: kept.filter((one) => one !== null), gone, queue });

  const ofThing = async (
    at: DiskTransaction,
    { owner, kind, id }: { owner: string; kind: string; id: string },
  ) => (await at.under<Waiting>('waiting', [owner])).filter((row) => row.kind === kind && row.id === id);

  const thing = (at: DiskTransaction, owner: string, kind: string, id: string) =>
    Promise.all([at.get<Kept>('kept', [owner, kind, id]), at.get<Body>('bodies', [owner, kind, id])]);

  /** Resolves when the document and its place in the queue are on the disk, together. */
  async function edit(change: Edit): Promise<Waiting> {
    const { owner, kind, id, head, op, at: time } = change;
    const [row, kept] = await disk.change(async (at) => {
      const [known, body] = await thing(at, owner, kind, id);
      const queue = await ofThing(at, change);
      const last = queue.at(-1);
      const isFork =
        change.body !== undefined &&
        change.on !== undefined &&
        body?.isMine === true &&
        change.on !== body.rev;
      const line: Kept = { owner, kind, id, remote: known?.remote ?? null, local: head };
      await at.put('kept', line);
      if (!known && owner === guest)
        await at.put('places', { owner, name: begunName(kind, id), value: Date.parse(time) || 0 });
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
      if (change.aside !== undefined) {
        await at.put('asides', { owner, kind, id, at: time, body: change.aside } satisfies Aside);
      }
      // Not sent yet: one write says what both would have said.
      if (
        last &&
        op.what === 'change' &&
        !isFork &&
        last.tries === 0 &&
        !last.refusal &&
        /^(add|change)$/.test(last.op.what)
      ) {
        const base = body?.isMine ? last.op.base : Math.max(last.op.base, op.base);
        const merged = {
          ...last,
          hasText: last.hasText || change.body !== undefined,
          op: { ...last.op, base, payload: { ...last.op.payload, ...op.payload } },
        };
        await at.put('waiting', merged);
        return [merged, line];
      }
      const seq = ((await at.get<{ value: number }>('places', [owner, 'queue']))?.value ?? 0) + 1;
      await at.put('places', { owner, name: 'queue', value: seq });
      const fresh: Waiting = {
        owner,
        seq,
        kind,
        id,
        op,
        at: time,
        tries: 0,
        refusal: null,
        isFork,
        hasText: change.body !== undefined,
      };
      await at.put('waiting', fresh);
      return [fresh, line];
    });
    changed(change, [kept]);
    return row;
  }

  /** The next write in order, marked as tried; what stands behind a refused one of the same thing waits. */
  const next = (owner: string): Promise<Waiting | null> =>
    disk.change(async (at) => {
      const stopped = new Set<string>();
      for (const row of await at.under<Waiting>('waiting', [owner])) {
        const name = `${row.kind} ${row.id}`;
        if (row.refusal) stopped.add(name);
        if (stopped.has(name)) continue;
        const tried = { ...row, tries: row.tries + 1 };
        await at.put('waiting', tried);
        return tried;
      }
      return null;
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
      // Up to the first that was made upon something else.
      const fork = later.findIndex(({ isFork }) => isFork);
      const own = fork < 0 ? later : later.slice(0, fork);
      for (const behind of own) {
        const op = row.hasText ? { ...behind.op, base: Math.max(behind.op.base, version) } : behind.op;
        await at.put('waiting', { ...behind, id: head.id, op });
      }
      const newer = newerHead(known?.remote ?? null, answer.isCopy ? null : head);
      const line: Kept = {
        owner,
        kind,
        id,
        remote: newer,
        local: isLast || answer.isCopy ? null : (known?.local ?? null),
      };
      if (!answer.isCopy) {
        await at.put('kept', line);
        const isStillMine = later.some(({ hasText }) => hasText);
        if (body && row.hasText) {
          await at.put('bodies', {
            ...body,
            version: isStillMine ? Math.max(body.version, version) : version,
            isMine: isStillMine,
          });
        }
        return [line];
      }
      // The text goes with the copy; here the account's own is read again.
      const copied = await at.get<Kept>('kept', [owner, kind, head.id]);
      const local = own.length > 0 && known?.local ? { ...known.local, id: head.id } : null;
      const copy: Kept = { owner, kind, id: head.id, remote: newerHead(copied?.remote ?? null, head), local };
      await at.put('kept', copy);
      // Where a fork waits, the text here is the fork's.
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
    changed(row, kept, kept.some((one) => one.id === id) ? [] : [id]);
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

  /** Everything that waits for one thing goes, for good; what the account has of it shows again. */
  async function discard(owner: string, kind: string, id: string): Promise<void> {
    const line = await disk.change(async (at) => {
      for (const row of await ofThing(at, { owner, kind, id })) await at.remove('waiting', [owner, row.seq]);
      const known = await at.get<Kept>('kept', [owner, kind, id]);
      const body = await at.get<Body>('bodies', [owner, kind, id]);
      if (body?.isMine) await at.remove('bodies', [owner, kind, id]);
      const kept: Kept | null = known?.remote ? { ...known, local: null } : null;
      if (kept) await at.put('kept', kept);
      else await at.remove('kept', [owner, kind, id]);
      return kept;
    });
    changed({ owner, kind }, [line], line ? [] : [id]);
  }

  /** What the account told, and the place from which to ask on. */
  async function applyRemote(owner: string, kind: string, heads: HeadLike[], place: number): Promise<void> {
    const { kept, gone } = await disk.change(async (at) => {
      const lines: Kept[] = [];
      const lost: string[] = [];
      for (const head of heads) {
        const known = await at.get<Kept>('kept', [owner, kind, head.id]);
        const line: Kept = {
          owner,
          kind,
          id: head.id,
          remote: newerHead(known?.remote ?? null, head),
          local: known?.local ?? null,
        };
        if (line.remote?.isPurged && !line.local) {
          await at.remove('kept', [owner, kind, head.id]);
          await at.remove('bodies', [owner, kind, head.id]);
          lost.push(head.id);
        } else {
          await at.put('kept', line);
          lines.push(line);
        }
      }
      const name = `place ${kind}`;
      const former = (await at.get<{ value: number }>('places', [owner, name]))?.value ?? 0;
      if (place > former) await at.put('places', { owner, name, value: place });
      return { kept: lines, gone: lost };
    });
    changed({ owner, kind }, kept, gone, false);
  }

  /** A text that was read from the account; one's own that waits is never written over. */
  const keepBody = (owner: string, kind: string, id: string, body: unknown, version: number): Promise<Body> =>
    disk.change(async (at) => {
      const known = await at.get<Body>('bodies', [owner, kind, id]);
      // The same one keeps its name: an editor that is open goes by it.
      if (known?.isMine || (known && known.version >= version)) return known;
      const fresh: Body = { owner, kind, id, body, version, rev: `v${version}`, isMine: false };
      await at.put('bodies', fresh);
      return fresh;
    });

  return {
    edit,
    next,
    settle,
    refuse,
    retry,
    discard,
    applyRemote,
    keepBody,
    list: <H extends HeadLike>(owner: string, kind: string) =>
      disk.read((at) => at.under<Kept<H>>('kept', [owner, kind])),
    front: <H extends HeadLike>(owner: string, kind: string, count: number) =>
      disk.read((at) => at.front(owner, kind, count)) as Promise<Front<H>>,
    one: (owner: string, kind: string, id: string) =>
      disk.read(async (at) => {
        const [kept, body] = await thing(at, owner, kind, id);
        return { kept: kept ?? null, body: body ?? null };
      }),
    /** Everybody whose things are here. */
    owners: () => disk.read((at) => at.owners()),
    waiting: (owner: string) => disk.read((at) => at.under<Waiting>('waiting', [owner])),
    isWaiting: (row: Waiting) => disk.read((at) => at.get<Waiting>('waiting', [row.owner, row.seq])),
    place: async (owner: string, kind: string) =>
      (await disk.read((at) => at.get<{ value: number }>('places', [owner, `place ${kind}`])))?.value ?? 0,
    asides: (owner: string, kind: string, id?: string) =>
      disk.read((at) => at.under<Aside>('asides', id === undefined ? [owner, kind] : [owner, kind, id])),
    putAside: (asides: Aside[]) =>
      disk.change(async (at) => {
        for (const aside of asides) await at.put('asides', aside);
      }),
    brought: (aside: Aside, how: 'there' | 'past') => disk.change((at) => brought(at, aside, how)),
    bodies: (owner: string, kind: string) => disk.read((at) => at.under<Body>('bodies', [owner, kind])),
    /** `since`: only what was begun after it, in milliseconds. */
    adopt: async (from: string, to: string, since = 0): Promise<number> => {
      const moved = await disk.change((at) => adopt(at, from, to, since));
      for (const kind of new Set(moved.map((one) => one.kind)))
        changed(
          { owner: to, kind },
          moved.filter((one) => one.kind === kind),
        );
      return moved.length;
    },
    /** What the account has confirmed goes from this device; what it has not stays, under its owner. */
    forgetConfirmed: (owner: string) => disk.change((at) => forgetConfirmed(at, owner)),
  };
}

/** An older head never replaces a newer one. */
const newerHead = <H extends HeadLike>(known: H | null, head: H | null): H | null =>
  known && (!head || head.seq <= known.seq) ? known : head;

const withId = (body: unknown, id: string): unknown =>
  typeof body === 'object' && body !== null && 'id' in body ? { ...body, id } : body;
