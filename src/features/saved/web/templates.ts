import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import type { Body, Edit } from '#platform/web/durable.ts';
import { onlineMember } from '#platform/web/viewer.ts';
import { fileName, zip } from '#platform/web/zip.ts';
import {
  isOwnContentURL,
  savedApi,
  type SavedHead,
  type SavedTemplate,
  type TemplateAnswer,
} from '../rules/contract.ts';
import { headOf } from '../rules/record.ts';
import { repairRecord } from '../rules/repair.ts';
import { copyName } from '../rules/list-view.ts';
import { say } from '../rules/words.ts';
import { bring, kind, savedStore } from './store.ts';
import { localRecords } from './local.ts';
import { savedSender } from './sender.ts';
import { uncut, wholeOf } from './whole.ts';

export interface Opened {
  template: SavedTemplate;
  /** To be handed back to `saveTemplate`. */
  on: { rev: string; version: number } | null;
}

/** A template with all of its text, where its record holds a cut one and this device or the account has the whole. */
export async function openTemplate(owner: string, id: string): Promise<Opened | null> {
  const opened = await openRecord(owner, id);
  if (!opened?.template.isCompressed || opened.template.loadError) return opened;
  const whole = await wholeOf(savedStore().durable, opened.template, ask(owner));
  return whole === null ? opened : { ...opened, template: uncut(opened.template, whole) };
}

const ask = (owner: string): typeof fetch | null =>
  onlineMember() === owner ? (...args) => fetch(...args) : null;

/** A template as its record has it: from this device where it is the newest, else from the account. */
export async function openRecord(owner: string, id: string): Promise<Opened | null> {
  const { durable } = savedStore();
  const { kept, body } = await durable.one(owner, kind, id).catch(() => ({ kept: null, body: null }));
  const remote = kept?.remote as SavedHead | null | undefined;
  const isOnline = onlineMember() === owner;
  const isNewest = body && (body.isMine || body.version >= (remote?.contentVersion ?? 0));
  if (body && (isNewest || !isOnline)) return fromBody(body);
  const here = () => (remote?.isPurged ? null : localOf(owner, id));
  // Never in the account, or not since the durable store refused it: nobody there knows it, or knows a former text.
  if (!isOnline || here()?.template.unsent) return here();
  try {
    const { template, head } = await api<TemplateAnswer>(savedApi.one(id));
    const whole = await loadContent(template);
    if (whole.loadError) return { template: whole, on: null };
    const { contentVersion: version } = head;
    return fromBody(
      await durable
        .keepRead(owner, kind, head, whole)
        .catch(() => ({ body: whole, rev: `v${version}`, version })),
    );
  } catch (error) {
    const copy = here();
    if (copy) return copy;
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  }
}

function localOf(owner: string, id: string): Opened | null {
  const template = localRecords().find((record) => record.userId === owner && record.id === id);
  if (!template) return null;
  const { unsent } = template;
  return { template, on: unsent && unsent.base > 0 ? { rev: unsent.key, version: unsent.base } : null };
}

function fromBody(body: Pick<Body, 'body' | 'rev' | 'version'>): Opened | null {
  const template = repairRecord(body.body);
  return template && { template, on: { rev: body.rev, version: body.version } };
}

/** Stored content by a plain GET of its address; what goes wrong stands in the template, to be shown. */
export async function loadContent(
  template: SavedTemplate,
  get: typeof fetch = (...args) => fetch(...args),
): Promise<SavedTemplate> {
  const { contentURL } = template;
  if (!template.isStoredInStorage && contentURL === undefined) return template;
  if (!isOwnContentURL(contentURL, template.id)) return { ...template, loadError: say('contentElsewhere') };
  try {
    const response = await get(contentURL);
    if (!response.ok) return { ...template, loadError: say('contentFailed', { status: response.status }) };
    const { loadError: _solved, ...loaded } = template;
    return { ...loaded, content: await response.text(), isLoadedFromStorage: true };
  } catch {
    return { ...template, loadError: say('contentUnreachable') };
  }
}

type Marks = Partial<Pick<SavedHead, 'name' | 'folder' | 'starred'>>;

/** One act on many, kept as a whole before it is said: what is sent of it goes on from the queue. */
async function queue(
  owner: string,
  heads: readonly SavedHead[],
  change: Partial<SavedHead>,
  what: 'change' | 'remove' | 'restore',
  payload: Record<string, unknown>,
) {
  const { durable, outbox } = savedStore();
  const at = new Date().toISOString();
  const edits = heads.map((head): Edit => ({
    owner,
    kind,
    id: head.id,
    head: { ...head, ...change, updatedAt: at } as SavedHead,
    at,
    uponBody: true,
    op: { what, key: randomText(24), base: head.contentVersion, payload },
  }));
  try {
    await durable.editAll(edits);
  } catch (error) {
    if (onlineMember() !== owner) throw error;
    // This browser keeps nothing: each goes straight to the account.
    const send = savedSender();
    const alone = { seq: 0, tries: 1, refusal: null, isFork: false, hasText: false };
    for (const edit of edits) durable.tellOnly(owner, kind, [(await send({ ...edit, ...alone })).head]);
    return;
  }
  if (onlineMember() === owner) void outbox.drain(owner);
}

export const markTemplates = (owner: string, heads: readonly SavedHead[], marks: Marks) =>
  queue(owner, heads, marks, 'change', marks);
export const removeTemplates = (owner: string, heads: readonly SavedHead[], forGood = false) =>
  queue(
    owner,
    heads,
    forGood ? { isPurged: true } : { deletedAt: new Date().toISOString() },
    'remove',
    forGood ? { forGood } : {},
  );
export const restoreTemplates = (owner: string, heads: readonly SavedHead[]) =>
  queue(owner, heads, { deletedAt: null }, 'restore', {});

export async function duplicateTemplate(
  owner: string,
  head: SavedHead,
  names: Iterable<string>,
): Promise<string> {
  const opened = await openRecord(owner, head.id);
  if (!opened || opened.template.loadError)
    throw new Error(opened?.template.loadError ?? say('contentUnreachable'));
  const { durable, outbox } = savedStore();
  const at = new Date().toISOString();
  const id = newId('template');
  const {
    contentURL: _url,
    isStoredInStorage: _stored,
    contentLength: _length,
    ...template
  } = opened.template;
  const copy: SavedTemplate = {
    ...template,
    id,
    name: copyName(head.name, names),
    createdAt: at,
    updatedAt: at,
  };
  const whole = template.isCompressed ? await wholeOf(durable, opened.template, ask(owner)) : null;
  const {
    userId: _owner,
    id: _id,
    createdAt: _made,
    updatedAt: _changed,
    isLoadedFromStorage: _loaded,
    loadError: _error,
    ...payload
  } = copy;
  await durable.edit({
    owner,
    kind,
    id,
    head: headOf(copy, { folder: head.folder }),
    body: copy,
    ...(whole !== null && { aside: { ...copy, content: whole } }),
    at,
    op: { what: 'add', key: randomText(24), base: 0, payload: { ...payload, folder: head.folder } },
  });
  if (onlineMember() === owner) void outbox.drain(owner).then(() => bring(durable, owner));
  return copy.name;
}

/** Everything that this device holds for somebody, as files. */
export async function exportAll(owner: string): Promise<Blob> {
  const { durable } = savedStore();
  // Where the store does not answer, what lies in local storage is taken along all the same.
  const [bodies, asides] = await Promise.all([
    durable.bodies(owner, kind).catch(() => []),
    durable.asides(owner, kind).catch(() => []),
  ]);
  const records = [
    ...bodies.map(({ body }) => ({ folder: 'templates', record: repairRecord(body) })),
    ...asides.map(({ body }) => ({ folder: 'full texts', record: repairRecord(body) })),
    ...localRecords()
      .filter(({ userId }) => userId === owner)
      .map((record) => ({ folder: 'local copies', record })),
  ];
  const files = records.flatMap(({ folder, record }) => {
    if (!record) return [];
    const name = `${folder}/${fileName(record.name)} ${record.id}`;
    return [
      { path: `${name}.html`, text: record.content },
      { path: `${name}.json`, text: JSON.stringify(record, null, 2) },
    ];
  });
  return zip(files, new Date());
}
