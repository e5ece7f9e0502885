import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import type { Sender } from '#platform/web/outbox.ts';
import type { Waiting } from '#platform/web/durable.ts';
import { savedApi, uploadedLogo, type WriteAnswer } from '../rules/contract.ts';
import { jsonBytes, sizes } from '../rules/sizes.ts';
import { say } from '../rules/words.ts';

/** Why an upload did not come through; the chain of saving goes on differently after each. */
export class UploadFailed extends Problem {
  override name = 'UploadFailed';
  readonly was: 'missing' | 'cors' | 'unauthorized' | 'failed';
  constructor(was: UploadFailed['was'], words: string) {
    super(was === 'unauthorized' ? 'unauthenticated' : 'unavailable', words);
    this.was = was;
  }
}

export interface SenderWorld {
  ask: typeof api;
  put(path: string, body: string | Blob, type: string): Promise<Response>;
}

export const browserWorld: SenderWorld = {
  ask: api,
  put: (path, body, type) =>
    fetch(path, {
      method: 'PUT',
      credentials: 'same-origin',
      headers: { 'content-type': type },
      body,
      signal: AbortSignal.timeout(120_000),
    }),
};

/** Sends a waiting write of a template: a large one's content first, as it is. */
export const savedSender =
  (world: SenderWorld = browserWorld): Sender =>
  async (row) => {
    const { op, id } = row;
    const answer = await write(world, row).catch((error: unknown) => {
      // Gone for good already, by another device: that is what was wanted.
      const isGone =
        error instanceof Problem &&
        error.code === 'not_found' &&
        op.what !== 'add' &&
        op.payload['content'] === undefined;
      if (isGone) return null;
      throw error;
    });
    if (!answer)
      return {
        head: { id, version: 0, contentVersion: 0, seq: 0, isPurged: true },
        version: 0,
        isCopy: false,
      };
    const isTheirs = op.payload['ifUnknown'] === true && answer.outcome !== 'saved';
    return {
      head: answer.head,
      version: answer.version,
      isCopy: answer.outcome === 'copied',
      ...(isTheirs && { isTheirs }),
      ...(answer.isBack && { isBack: answer.isBack }),
    };
  };

async function write(world: SenderWorld, { op, id }: Waiting): Promise<WriteAnswer> {
  const { ask } = world;
  const { key, base } = op;
  const timeoutMs = 60_000;
  const add = (body: Record<string, unknown>) =>
    ask<WriteAnswer>(savedApi.all, { method: 'POST', body: { key, id, ...body }, timeoutMs });
  switch (op.what) {
    case 'add':
      return add(await payload(world, id, op.payload));
    case 'change': {
      const body = await payload(world, id, op.payload);
      return ask<WriteAnswer>(savedApi.one(id), {
        method: 'PATCH',
        body: { key, base, ...body },
        timeoutMs,
      }).catch((error: unknown) => {
        const isUnknown = error instanceof Problem && error.code === 'not_found';
        // The account never had it, or a backup came back that does not have it: the id in hand stays its id.
        if (isUnknown && op.payload['content'] !== undefined) return add(body);
        throw error;
      });
    }
    case 'remove':
      return ask(savedApi.one(id), { method: 'DELETE', body: { key, base, ...op.payload } });
    case 'restore':
      return ask(savedApi.restore(id), { method: 'POST', body: { key } });
  }
}

export const isLargePayload = (body: Record<string, unknown>): boolean =>
  jsonBytes(body) > sizes.databaseThresholdBytes;

async function payload(
  world: SenderWorld,
  id: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { content, ...rest } = body;
  if (typeof content !== 'string' || !isLargePayload(body)) return body;
  const upload = await uploadContent(world, id, content);
  const branding = rest['branding'] as { logo?: string } | null | undefined;
  if (!branding?.logo?.startsWith('data:image/png;base64,')) return { ...rest, upload };
  try {
    await uploadLogo(world, id, branding.logo);
    return { ...rest, upload, branding: { ...branding, logo: uploadedLogo } };
  } catch (error) {
    // A template is worth more than its logo: it goes on with what it has.
    console.warn(error instanceof Error ? error.message : say('logoNotKept'));
    return { ...rest, upload };
  }
}

async function uploadContent(world: SenderWorld, id: string, content: string): Promise<string> {
  let response: Response;
  try {
    response = await world.put(savedApi.upload(id, 'content'), content, 'text/html; charset=utf-8');
  } catch (error) {
    // The hub answers and the upload was kept from it: a storage of another origin that does not let us.
    const answers = await world.ask('/api/health', { timeoutMs: 3000 }).then(
      () => true,
      () => false,
    );
    const reason = error instanceof Error ? error.message : 'unknown';
    throw answers ? new UploadFailed('cors', say('uploadFailed', { reason })) : new Problem('unavailable');
  }
  const answer = (await response.json().catch(() => null)) as {
    upload?: string;
    error?: { message?: string };
  } | null;
  if (response.ok && answer?.upload) return answer.upload;
  const reason = answer?.error?.message ?? `HTTP ${response.status}`;
  if (response.status === 401 || response.status === 403)
    throw new UploadFailed('unauthorized', say('uploadFailed', { reason }));
  if (reason === say('storageMissing')) throw new UploadFailed('missing', reason);
  if (response.status === 413) throw new Problem('too_large', say('tooLarge'));
  throw new UploadFailed('failed', say('uploadFailed', { reason }));
}

async function uploadLogo(world: SenderWorld, id: string, dataURL: string): Promise<void> {
  const bytes = Uint8Array.from(atob(dataURL.slice(dataURL.indexOf(',') + 1)), (letter) =>
    letter.charCodeAt(0),
  );
  const response = await world
    .put(savedApi.upload(id, 'logo'), new Blob([bytes]), 'image/png')
    .catch((error: unknown) => {
      throw new Error(say('logoFailed', { reason: error instanceof Error ? error.message : 'unknown' }));
    });
  if (!response.ok) throw new Error(say('logoFailed', { reason: `HTTP ${response.status}` }));
}
