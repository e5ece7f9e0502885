import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { getViewer } from '#platform/web/viewer.ts';
import type { Body, Settlement, Waiting } from '#platform/web/durable.ts';
import type { SendOutcome } from '#platform/web/outbox.ts';
import { toast } from '#ui/toast.tsx';
import { afterOutcome, chooseSave, type SaveChain, type SaveOutcome } from '../rules/choose.ts';
import { savedApi, type SavedHead, type SavedTemplate } from '../rules/contract.ts';
import { patience } from '../rules/sizes.ts';
import { headOf, prepareSave, type SaveInput } from '../rules/record.ts';
import { savedWords, say, type Situation } from '../rules/words.ts';
import { savedDesk, kind, type Desk } from './desk.ts';
import { keepEmergency, keepLocally } from './local.ts';
import { savedSender, UploadFailed } from './sender.ts';

export interface SaveRequest extends Omit<SaveInput, 'userId'> {
  folder?: string;
  /** What `openTemplate` or the save before gave: the text that this one was made upon. */
  on?: { rev: string; version: number };
}

export interface SaveResult {
  id: string;
  /** Where it certainly is. In the account it is also on this device. */
  kept: 'account' | 'device' | 'emergency';
  /** Whether the whole text is in the durable store of this browser. */
  isDurable: boolean;
  on: { rev: string; version: number };
}

/** Saves a template. Resolves when it is somewhere; rejects with the words of the catalogue. */
export async function saveTemplate(request: SaveRequest): Promise<SaveResult> {
  const viewer = getViewer();
  const desk = savedDesk();
  const uid = viewer.user?.uid ?? null;
  const at = uid === null ? null : await whereabouts(desk, uid, request);
  const wanted: SaveRequest = at
    ? { ...request, id: at.id, on: { rev: at.rev, version: at.version } }
    : request;
  const prepared = prepareSave({ ...wanted, userId: uid }, new Date(), newId('template'));
  if (!prepared.ok) throw new Error(prepared.error);
  const { record, fullText } = prepared.value;

  const key = randomText(24);
  const queued = await keepDurably(desk, wanted, record, fullText, key).catch((error: unknown) => {
    console.warn(error);
    return null;
  });
  // The local chain runs beside it, to the letter.
  const canSend = desk.sendingOwner() === uid && navigator.onLine;
  let direct: Settlement | null = null;
  const send = async () => {
    if (queued) return desk.outbox.send(queued);
    const answer = await sendDirectly(wanted, record, key);
    if ('head' in answer) direct = answer;
    return 'head' in answer ? ('sent' as const) : answer;
  };
  const chain = await runChain(desk, chooseSave(record, { database: canSend, files: canSend }), send);
  if (fullText !== null && canSend && uid !== null) void desk.bring(uid);
  if (chain.step.do === 'fail')
    throw chain.step.error === say('limitReached')
      ? new Problem('limit_reached', chain.step.error)
      : new Error(chain.step.error);
  const place = await placeOf(desk, record, key, direct, queued?.op.base ?? 0);
  return {
    id: place.id,
    kept: chain.step.do === 'done' ? chain.step.kept : 'device',
    isDurable: queued !== null,
    on: { rev: key, version: place.version },
  };
}

/**
 * The text that was just saved, as it stands now: by the version that the account gave it, and by the id of the copy
 * that it became where somebody else's edit stood in its place.
 */
async function placeOf(
  desk: Desk,
  { userId, id }: SavedTemplate,
  rev: string,
  direct: Settlement | null,
  base: number,
): Promise<{ id: string; version: number }> {
  if (direct) return { id: direct.head.id, version: direct.version };
  return (
    (await whereabouts(desk, userId, { id, on: { rev, version: base } }).catch(() => null)) ?? {
      id,
      version: base,
    }
  );
}

/** Where the text with this rev is by now. Null when nobody said which, or when it is no longer here. */
async function whereabouts(
  { durable }: Desk,
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
  { durable }: Desk,
  request: SaveRequest,
  record: SavedTemplate,
  fullText: string | null,
  key: string,
): Promise<Waiting> {
  const { userId, id } = record;
  const { kept, body } = await durable.one(userId, kind, id);
  const known = (kept?.local ?? kept?.remote ?? null) as SavedHead | null;
  const base = request.on?.version ?? body?.version ?? known?.contentVersion ?? 0;
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
      what: known ? 'change' : 'add',
      key,
      base,
      payload: payloadOf({ ...record, name }, known ? undefined : createdAt, folder),
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
  const what = request.id === undefined ? 'add' : 'change';
  const op = {
    what,
    key,
    base: request.on?.version ?? 0,
    payload: payloadOf(record, undefined, request.folder ?? ''),
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

const payloadOf = (
  record: SavedTemplate,
  createdAt: string | undefined,
  folder: string,
): Record<string, unknown> => ({
  name: record.name,
  folder,
  ...(createdAt !== undefined && { createdAt }),
  content: record.content,
  fields: record.fields,
  formData: record.formData,
  branding: record.branding,
  originalContentLength: record.originalContentLength,
  compressedContentLength: record.compressedContentLength,
  isCompressed: record.isCompressed,
  isBranded: record.isBranded,
  isEmergencySaved: false,
  storageNote: record.storageNote ?? '',
});

type Sent = SendOutcome | 'timeout';

async function runChain(desk: Desk, first: SaveChain, send: () => Promise<SendOutcome>): Promise<SaveChain> {
  let chain = first;
  let sending: Promise<Sent> | null = null;
  const keepAside = (records: SavedTemplate[]) =>
    desk.durable.putAside(
      records.map((body) => ({ owner: body.userId, kind, id: body.id, at: body.updatedAt, body })),
    );
  const sent = () => (sending ??= withinPatience(send()));
  for (;;) {
    chain.says.forEach(tell);
    const { step } = chain;
    if (step.do === 'done' || step.do === 'fail') return chain;
    chain = afterOutcome(chain, await outcomeOf());
  }

  async function outcomeOf(): Promise<SaveOutcome> {
    const { step } = chain;
    switch (step.do) {
      // One request does both; what went wrong tells how far it came.
      case 'upload': {
        const outcome = await sent();
        const failed = typeof outcome === 'object' && 'passing' in outcome ? outcome.passing : null;
        if (failed instanceof UploadFailed) return { of: 'upload', was: failed.was };
        return {
          of: 'upload',
          was: 'uploaded',
          contentURL: savedApi.content(step.record.id, 1),
          contentLength: step.record.content.length,
        };
      }
      case 'write':
        return writeOutcome(await sent());
      case 'keepLocally':
        return { of: 'local', was: await keepLocally(step.record, step.budget, keepAside) };
      case 'keepEmergency':
        return { of: 'local', was: await keepEmergency(step.record, keepAside) };
      default:
        return { of: 'local', was: 'failed' };
    }
  }
}

function writeOutcome(sent: Sent): SaveOutcome {
  if (sent === 'sent') return { of: 'write', was: 'written' };
  if (sent === 'timeout') return { of: 'write', was: 'timeout' };
  if ('passing' in sent) return { of: 'write', was: 'unavailable' };
  const words = refusalWords(sent.refused);
  return { of: 'write', was: 'refused', ...(words && { words }) };
}

const refusalWords = ({ code }: Problem): string | null =>
  code === 'limit_reached' ? say('limitReached') : code === 'too_large' ? say('tooLarge') : null;

/** A write that takes longer goes on in the queue; whoever saved is told now. */
async function withinPatience<T>(work: Promise<T>): Promise<T | 'timeout'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => {
      console.warn(say('timedOut'));
      resolve('timeout');
    }, patience.saveMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function tell(situation: Situation): void {
  const { as } = savedWords[situation];
  if (as === 'success' || as === 'warning' || as === 'error') toast[as](say(situation));
}
