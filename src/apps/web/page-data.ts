import { Problem } from '#base/problem.ts';
import type { PageState } from '#base/render.ts';
import { api } from '#platform/web/api.ts';
import { unlessLeaving } from '#platform/web/chunks.ts';
import type { CachedPageData } from './cached-page-data.ts';

/** A page's data as a resource for Suspense. */
interface Resource {
  state: 'pending' | 'ready' | 'failed';
  value?: unknown;
  error?: unknown;
  promise: Promise<void>;
}

const most = 30;

/** Data by API path: first the document's own, then fetched; offline, the last copy seen. */
export function createPageData(
  first: Pick<PageState, 'dataPath' | 'data' | 'status'> | null,
  kept?: CachedPageData,
) {
  const resources = new Map<string, Resource>();
  if (first?.dataPath && first.status === 200) {
    resources.set(first.dataPath, { state: 'ready', value: first.data, promise: Promise.resolve() });
    kept?.keep(first.dataPath, first.data);
  }

  async function newest(path: string): Promise<unknown> {
    try {
      const value = await api(path);
      kept?.keep(path, value);
      return value;
    } catch (error) {
      const isAnswer = error instanceof Problem && error.code !== 'unavailable';
      const last = isAnswer ? undefined : await kept?.find(path);
      if (last === undefined && !isAnswer) await unlessLeaving();
      if (last === undefined) throw error;
      return last;
    }
  }

  function fetchInto(path: string): Resource {
    const resource: Resource = { state: 'pending', promise: Promise.resolve() };
    resource.promise = newest(path).then(
      (value) => Object.assign(resource, { state: 'ready', value }) as unknown as void,
      (error: unknown) => Object.assign(resource, { state: 'failed', error }) as unknown as void,
    );
    resources.set(path, resource);
    const oldest = resources.keys().next().value;
    if (resources.size > most && oldest !== undefined && oldest !== path) resources.delete(oldest);
    return resource;
  }

  return {
    read(path: string | null): unknown {
      if (path === null) return null;
      const resource = resources.get(path) ?? fetchInto(path);
      if (resource.state === 'pending') throw resource.promise;
      if (resource.state === 'failed')
        throw resource.error instanceof Problem ? resource.error : new Problem('unavailable');
      return resource.value;
    },
    /** Starts reading; resolves when there is data. */
    async ready(path: string | null): Promise<void> {
      if (path !== null) await (resources.get(path) ?? fetchInto(path)).promise;
    },
    /** The next read asks the server again. */
    forget(path: string | null): void {
      if (path !== null) resources.delete(path);
    },
  };
}

export type PageData = ReturnType<typeof createPageData>;
