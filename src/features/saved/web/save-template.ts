import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { getViewer, onlineMember } from '#platform/web/viewer.ts';
import type { Body, Settlement, Waiting } from '#platform/web/durable.ts';
import { requestSignIn } from '#platform/web/session.ts';
import type { SendOutcome } from '#platform/web/outbox.ts';
import { chooseSave } from '../rules/choose.ts';
import type { SavedHead, SavedTemplate } from '../rules/contract.ts';
import { headOf, prepareSave, type SaveInput } from '../rules/record.ts';
import { say } from '../rules/words.ts';
import { bring, kind, savedStore, type Store } from './store.ts';
import { keepAtOnce } from './local.ts';
import { payloadOf } from './payload.ts';
import { runChain } from './save-chain.ts';
import { savedSender } from './sender.ts';

export interface SaveRequest extends Omit<SaveInput, 'userId'> {
  folder?: string;
  /** Its name where it turns out that nobody knows it; one that is known keeps its own unless `name` is said. */
  nameIfNew?: string;
  /** What `openTemplate` or the save before gave: the text that this one was made upon. */
  on?: { rev: string; version: number };
  /** The very save that `on` names, whose end nobody saw: sent twice, it is done once. */
  isAgain?: boolean;
  /**
   * Hears under which id and rev this save goes, before it goes anywhere: given again with the same text after a page was
   * left meanwhile, they save that one and not a second.
   */
  begins?: (as: Pick<SaveResult, 'id' | 'on'>) => void;
}

export interface SaveResult {
  id: string;
  name: string;
  /** What saving did. `copied`: another device's text stands under the id that was meant, and this one beside it. */
  did: 'added' | 'changed' | 'copied';
  /** Where it certainly is. In the account it is also on this device. */
  kept: 'account' | 'device' | 'emergency';
  /** Whether the whole text is in the durable store of this browser. */
  isDurable: boolean;
  on: { rev: string; version: number };
}

/** The account does not take it. It is kept on this device: saving it again is saving that one. */
export class RefusedSave extends Problem {
  override name = 'RefusedSave';
  readonly kept: Pick<SaveResult, 'id' | 'on'>;
  constructor(words: string, kept: RefusedSave['kept']) {
    super(words === say('limitReached') ? 'limit_reached' : 'bad_request', words);
    this.kept = kept;
  }
}

/** Saves a template. Resolves when it is somewhere; rejects with the words of the catalogue. */
export async function saveTemplate(request: SaveRequest): Promise<SaveResult> {
  // Known to be over: nothing would be taken before they are back. Declined, it is kept here.
  if (getViewer().isEnded) await requestSignIn();
  const viewer = getViewer();
  const store = savedStore();
  const uid = viewer.user?.uid ?? null;
  const id = newId('template');
  const again = request.isAgain ? request.on?.rev : undefined;
  let key = again ?? randomText(24);
  const takeBack = keptAtOnce({ ...request, userId: uid }, id, key);
  request.begins?.({ id: request.id ?? id, on: { rev: key, version: request.on?.version ?? 0 } });
  const at = uid === null ? null : await whereabouts(store, uid, request);
  // It has arrived meanwhile: this is a change of it.
  if (at && again) key = randomText(24);
  const wanted: SaveRequest = at
    ? { ...request, id: at.id, on: { rev: at.rev, version: at.version } }
    : request;
  const prepared = prepareSave({ ...named(wanted), userId: uid }, new Date(), id);
  if (!prepared.ok) throw new Error(prepared.error);
  const { record, fullText } = prepared.value;

  const queued = await keepDurably(store, wanted, record, fullText, key).catch((error: unknown) => {
    console.warn(error);
    return null;
  });
  if (queued) takeBack();
  // The local chain runs beside it, to the letter.
  const canSend = onlineMember() === uid && navigator.onLine;
  let direct: Settlement | null = null;
  const send = async () => {
    // It waits on the disk, whatever becomes of the sending.
    if (queued) return store.outbox.send(queued).catch(() => ({ passing: new Problem('unavailable') }));
    const answer = await sendDirectly(wanted, record, key);
    if ('head' in answer) {
      direct = answer;
      takeBack();
    }
    return 'head' in answer ? ('sent' as const) : answer;
  };
  const base = wanted.on?.version ?? 0;
  // Where the durable store takes nothing, the local copy is the only one: it says of itself that it is to be sent.
  const chosen = chooseSave(queued ? record : { ...record, unsent: { key, base } }, canSend);
  const chain = await runChain(store, chosen, send);
  if (fullText !== null && canSend && uid !== null) void bring(store.durable, uid);
  const place = await placeOf(store, record, key, direct, queued?.op.base ?? base);
  const kept = { id: place.id, on: { rev: key, version: place.version } };
  if (chain.step.do === 'fail') throw new RefusedSave(chain.step.error, kept);
  return {
    ...kept,
    name: place.name ?? record.name,
    did: request.id === undefined ? 'added' : place.id === record.id ? 'changed' : 'copied',
    kept: chain.step.do === 'done' ? chain.step.kept : 'device',
    isDurable: queued !== null,
  };
}

const named = <R extends Pick<SaveRequest, 'name' | 'nameIfNew'>>(request: R) => {
  const name = request.name ?? request.nameIfNew;
  return { ...request, ...(name !== undefined && { name }) };
};

/** What cannot be a record is said below; a cut text is no copy of the whole one. */
function keptAtOnce(
  input: SaveInput & Pick<SaveRequest, 'on' | 'nameIfNew'>,
  id: string,
  key: string,
): () => void {
  const prepared = prepareSave(named(input), new Date(), id);
  if (!prepared.ok || prepared.value.fullText !== null) return () => {};
  return keepAtOnce({ ...prepared.value.record, unsent: { key, base: input.on?.version ?? 0 } });
}

/**
 * The text that was just saved, as it stands now: by the version that the account gave it, and by the id of the copy
 * that it became where somebody else's edit stood in its place.
 */
async function placeOf(
  store: Store,
  { userId, id }: SavedTemplate,
  rev: string,
  direct: Settlement | null,
  base: number,
): Promise<{ id: string; version: number; name?: string | undefined }> {
  const nameOf = (head: unknown) => (head as Partial<SavedHead> | null | undefined)?.name;
  if (direct) return { id: direct.head.id, version: direct.version, name: nameOf(direct.head) };
  const found = await whereabouts(store, userId, { id, on: { rev, version: base } }).catch(() => null);
  if (!found) return { id, version: base };
  const { kept } = await store.durable.one(userId, kind, found.id).catch(() => ({ kept: null }));
  return { id: found.id, version: found.version, name: nameOf(kept?.local ?? kept?.remote) };
}

/** Where the text with this rev is by now. Null when nobody said which, or when it is no longer here. */
async function whereabouts(
  { durable }: Store,
  owner: string,
  { id, on }: Pick<SaveRequest, 'id' | 'on'>,
): Promise<{ id: string; rev: string; version: number } | null> {
  if (id === undefined || on === undefined) return null;
  const isIt = (body: Body) => body.rev === on.rev;
  const { body } = await durable.one(owner, kind, id).catch(() => ({ body: null }));
  const found = body && isIt(body) ? body : (await durable.bodies(owner, kind).catch(() => [])).find(isIt);
  return found ? { id: found.id, rev: found.rev, version: found.version } : null;
}

/** The whole text and its place in the queue, in one transaction. */
async function keepDurably(
  { durable }: Store,
  request: SaveRequest,
  record: SavedTemplate,
  fullText: string | null,
  key: string,
): Promise<Waiting> {
  const { userId, id } = record;
  const { kept, body } = await durable.one(userId, kind, id);
  const known = (kept?.local ?? kept?.remote ?? null) as SavedHead | null;
  const base = request.on?.version ?? body?.version ?? known?.contentVersion ?? 0;
  // The id in hand says which one it is, whether or not this device has it in a list.
  const isThere = known !== null || base > 0;
  const folder = request.folder ?? known?.folder ?? '';
  const createdAt = known?.createdAt ?? record.createdAt;
  const head = {
    ...headOf({ ...record, createdAt }, { folder, starred: known?.starred ?? false }),
    version: known?.version ?? 0,
  };
  const name = request.name === undefined && known ? known.name : record.name;
  return durable.edit({
    owner: userId,
    kind,
    id,
    head: { ...head, name } as SavedHead,
    body: { ...record, name, createdAt },
    on: request.on?.rev,
    op: {
      what: isThere ? 'change' : 'add',
      key,
      base,
      payload: {
        ...payloadOf(record, {
          name: request.name === undefined && isThere ? undefined : name,
          nameIfNew: isThere ? name : undefined,
          folder: isThere ? request.folder : folder,
          createdAt: isThere ? undefined : createdAt,
        }),
        // A copy that waits to be taken in is a text that somebody works on now.
        ifUnknown: undefined,
      },
    },
    at: record.updatedAt,
    ...(fullText !== null && { aside: { ...record, content: fullText, isCompressed: false } }),
  });
}

/** Where this browser keeps nothing: the account may still take it. */
async function sendDirectly(
  request: SaveRequest,
  record: SavedTemplate,
  key: string,
): Promise<Settlement | Exclude<SendOutcome, 'sent'>> {
  const { userId: owner, id, updatedAt: at } = record;
  const base = request.on?.version ?? 0;
  const what = base > 0 ? 'change' : 'add';
  const name = request.name === undefined && base > 0 ? undefined : record.name;
  const op = {
    what,
    key,
    base,
    payload: payloadOf(record, { name, nameIfNew: record.name, folder: request.folder }),
  } as const;
  try {
    return await savedSender()({
      owner,
      seq: 0,
      kind,
      id,
      op,
      at,
      tries: 1,
      refusal: null,
      isFork: false,
      hasText: true,
    });
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem('internal');
    return problem.status >= 500 || problem.code === 'unauthenticated'
      ? { passing: problem }
      : { refused: problem };
  }
}
