import { cacheNames, type CacheName } from './keys.ts';
import { presentOwner } from './owner.ts';
import { guest } from './place.ts';

/** Answers of the hub, put aside for when it is away: each under whom it was given to. */
export async function keepCached(
  name: CacheName,
  path: string,
  value: unknown,
  most = Infinity,
): Promise<void> {
  const cache = await caches.open(name);
  const place = placeOf(path, presentOwner());
  // Put anew it stands last, so what is dropped first is what was not seen for longest.
  await cache.delete(place);
  await cache.put(place, Response.json(value));
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((old) => cache.delete(old)));
}

/** One's own, or what any guest is given; undefined where there is none, or where the browser keeps nothing. */
export async function findCached(name: CacheName, path: string): Promise<unknown> {
  try {
    const cache = await caches.open(name);
    const found = (await cache.match(placeOf(path, presentOwner()))) ?? (await cache.match(path));
    return await found?.json();
  } catch {
    return undefined;
  }
}

/** It is not theirs any more. */
export async function forgetCached(name: CacheName, path: string): Promise<void> {
  await caches.open(name).then(
    (cache) => cache.delete(placeOf(path, presentOwner())),
    () => false,
  );
}

/** At a logout: what was answered to this person is the next one's business as little as they are. */
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
