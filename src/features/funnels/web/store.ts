import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import type { Entry, Settlement, Waiting } from '#platform/web/durable.ts';
import { guest } from '#platform/web/place.ts';
import { createStore, type Store } from '#platform/web/store.ts';
import { getViewer, onlineMember } from '#platform/web/viewer.ts';
import {
  type ChangesAnswer,
  type Funnel,
  type FunnelAnswer,
  type FunnelHead,
  funnelsApi,
  type WriteAnswer,
  type WriteBody,
} from '../rules/contract.ts';

export const kind = 'funnel';

let store: Store | null = null;
/** What a tab keeps funnels with; opened at the first use, once. */
export const funnelStore = (): Store =>
  (store ??= createStore({
    database: 'hub-funnels',
    kind,
    noun: ['funnel', 'funnels'],
    send,
    elseInMemory: true,
  }));

async function send({ op, id }: Waiting): Promise<Settlement> {
  const { key, base, payload } = op;
  const gone = {
    head: { id, version: 0, contentVersion: 0, seq: 0, isPurged: true },
    version: 0,
    isCopy: false,
  };
  try {
    const answer =
      op.what === 'remove'
        ? await api<WriteAnswer>(funnelsApi.one(id), { method: 'DELETE', body: { key, base } })
        : await api<WriteAnswer>(funnelsApi.one(id), {
            method: 'PUT',
            body: { key, base, ...payload },
            timeoutMs: 60_000,
          });
    return { head: answer.head, version: answer.version, isCopy: answer.outcome === 'copied' };
  } catch (error) {
    // Gone for good already, by another device: that is what was wanted.
    if (error instanceof Problem && error.code === 'not_found' && payload['funnel'] === undefined)
      return gone;
    throw error;
  }
}

/** Whose funnels this browser shows: a member's, an offline user's own, or a guest's. */
export const ownerNow = (): string => getViewer().user?.uid ?? guest;

export interface Opened {
  funnel: Funnel;
  rev: string;
  version: number;
}

/** From this device where it is the newest, else from the account. */
export async function openFunnel(owner: string, id: string): Promise<Opened | null> {
  const { durable, arrived, isKept } = funnelStore();
  await arrived();
  const { kept, body } = await durable.one(owner, kind, id);
  const remote = kept?.remote as FunnelHead | null;
  if (body && (body.isMine || onlineMember() !== owner))
    return { funnel: body.body as Funnel, rev: body.rev, version: body.version };
  if (onlineMember() !== owner) {
    // It may be in a storage that does not answer: that is not to be called gone.
    if (!isKept()) throw new Problem('unavailable');
    return null;
  }
  try {
    const { funnel, head } = await api<FunnelAnswer>(funnelsApi.one(id));
    await durable.applyRemote(owner, kind, [head], 0);
    const fresh = await durable.keepBody(owner, kind, id, funnel, head.contentVersion);
    return { funnel: fresh.body as Funnel, rev: fresh.rev, version: fresh.version };
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null;
    if (body && body.version >= (remote?.contentVersion ?? 0))
      return { funnel: body.body as Funnel, rev: body.rev, version: body.version };
    throw error;
  }
}

/** On the disk when this resolves; on its way to the account where there is one. */
export async function keepFunnel(
  owner: string,
  funnel: Funnel,
  on: { rev: string; version: number } | null,
  publishing?: Pick<WriteBody, 'publish' | 'hasSeen'>,
): Promise<{ on: { rev: string; version: number }; row: Waiting }> {
  const { durable, outbox } = funnelStore();
  const { kept, body } = await durable.one(owner, kind, funnel.id);
  const known = (kept?.local ?? kept?.remote ?? null) as FunnelHead | null;
  const version = body && on && body.rev === on.rev ? body.version : (on?.version ?? 0);
  const at = new Date().toISOString();
  const key = randomText(24);
  const head: FunnelHead = {
    id: funnel.id,
    version: known?.version ?? 0,
    contentVersion: known?.contentVersion ?? 0,
    seq: known?.seq ?? 0,
    isPurged: false,
    live: known?.live ?? null,
    publishAt: known?.publishAt ?? null,
    publishRefusal: null,
    name: funnel.name,
    slug: funnel.slug,
    steps: funnel.steps.length,
    updatedAt: at,
  };
  const row = await durable.edit({
    owner,
    kind,
    id: funnel.id,
    head,
    body: funnel,
    on: on?.rev,
    at,
    op: {
      what: known ? 'change' : 'add',
      key,
      base: version,
      payload: { funnel, ...publishing },
    },
  });
  if (onlineMember() === owner) void outbox.drain(owner);
  return { on: { rev: key, version }, row };
}

export async function removeFunnel(owner: string, head: FunnelHead): Promise<void> {
  const { durable, outbox } = funnelStore();
  const { kept, body } = await durable.one(owner, kind, head.id);
  // Never sent: there is nothing to take back.
  if (!kept?.remote) return durable.discard(owner, kind, head.id);
  const base = Math.max(body?.version ?? 0, head.contentVersion);
  await durable.edit({
    owner,
    kind,
    id: head.id,
    head: { ...head, isPurged: true },
    at: new Date().toISOString(),
    op: { what: 'remove', key: randomText(24), base, payload: {} },
  });
  if (onlineMember() === owner) void outbox.drain(owner);
}

export const newFunnelId = (): string => newId('funnel');
export const newPartId = (): string => randomText(12);

/** What the account has that this device does not know yet; from its beginning where a backup came back. */
export async function refreshFunnels(owner: string): Promise<void> {
  const { durable, outbox } = funnelStore();
  let all: FunnelHead[] | null = null;
  let from = await durable.place(owner, kind);
  for (let more = true; more && onlineMember() === owner;) {
    const epoch = from.epoch === null ? '' : `&epoch=${encodeURIComponent(from.epoch)}`;
    const answer = await api<ChangesAnswer>(`${funnelsApi.all}?after=${from.value}${epoch}`);
    if (answer.isAnew) all = [];
    from = { value: answer.seq, epoch: answer.epoch };
    if (all) all.push(...answer.heads);
    else await durable.applyRemote(owner, kind, answer.heads, answer.seq, answer.epoch);
    more = answer.more;
  }
  if (!all || onlineMember() !== owner) return;
  await durable.applyAll(owner, kind, all, from, (funnel) => ({ key: randomText(24), payload: { funnel } }));
  void outbox.drain(owner);
}

export const headOfLine = ({ local, remote }: Entry): FunnelHead | null =>
  (local ?? remote) as FunnelHead | null;
