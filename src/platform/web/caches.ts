import { cacheNames, type CacheName } from './keys.ts';
import { presentOwner } from './owner.ts';
import { guest } from './place.ts';

/** Responses stored for offline use, each under the person they were given to. */
export async function keepCached(
  name: CacheName,
  path: string,
  value: unknown,
  most = Infinity,
): Promise<void> {
  const cache = await caches.open(name);
  const place = placeOf(path, presentOwner());
  // Re-adding moves it to the end, so the least recently seen is dropped first.
  await cache.delete(place);
  await cache.put(place, Response.json(value));
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((old) => cache.delete(old)));
}

/** The person's own, or what any guest gets; undefined if there is none, or if the browser can't store it. */
export async function findCached(name: CacheName, path: string): Promise<unknown> {
  try {
    const cache = await caches.open(name);
    const found = (await cache.match(placeOf(path, presentOwner()))) ?? (await cache.match(path));
    return await found?.json();
  } catch {
    return undefined;
  }
}

/** It is no longer theirs. */
export async function forgetCached(name: CacheName, path: string): Promise<void> {
  await caches.open(name).then(
    (cache) => cache.delete(placeOf(path, presentOwner())),
    () => false,
  );
}

/** On logout: responses given to this person are none of the next person's business. */
export async function dropCached(owner: string): Promise<void> {
  if (owner === guest || !globalThis.caches) return;
  const mark = placeOf('', owner).slice(1);
  for (const name of cacheNames) {
    const cache = await caches.open(name);
    const all = await cache.keys();
    await Promise.all(all.filter(({ url }) => url.endsWith(mark)).map((own) => cache.delete(own)));
  }
}

const placeOf = (path: string, owner: string): string =>
  owner === guest ? path : `${path}${path.includes('?') ? '&' : '?'}kept-for=${owner}`;
