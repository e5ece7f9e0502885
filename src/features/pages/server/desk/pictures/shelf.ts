import { Problem } from '#base/problem.ts';
import { parseMarkdownFile } from '#platform/server/site/front-matter.ts';
import type { PictureFiles, PictureSlot } from '#platform/server/site/own-pictures.ts';
import type { SiteStore } from '#platform/server/site/site.ts';
import { brandSlot, slotOf } from './slots.ts';

export type PictureShelf = ReturnType<typeof createPictureShelf>;

export interface FoundPicture {
  slot: PictureSlot;
  /** Of an id such as "logo@2026-11-28T15-18-00-123Z". */
  version?: { name: string; files: PictureFiles };
}

/** Pictures and their versions by the ids that the room's addresses have. */
export function createPictureShelf(site: SiteStore) {
  const { texts, pictures } = site;

  /** What a text refers to; also one that is off the site, because it may come back. */
  async function textsOf(): Promise<{ path: string; text: string }[]> {
    const found: { path: string; text: string }[] = [];
    const paths = ['hub.md'];
    for (const folder of ['pages', 'portfolio'])
      for (const name of await texts.names(folder)) paths.push(`${folder}/${name}.md`);
    for (const path of paths) {
      const text = await texts.read(path);
      if (text) found.push({ path, text: text.text });
    }
    return found;
  }

  return {
    /** Where it is served now; null if it isn't. */
    addressOf(id: string): string | null {
      const brand = brandSlot(id);
      if (brand?.shown === 'logo') return site.words().logo;
      const path = brand ? `/brand/${brand.shown}` : `/images/${id}`;
      const asset = site.asset(path);
      return asset ? `${path}?v=${asset.version}` : null;
    },

    imageNames: (): string[] => site.images(),

    async find(id: string): Promise<FoundPicture> {
      const [of = '', name] = id.split('@');
      const slot = slotOf(of);
      if (!slot) throw new Problem('not_found', 'This picture isn’t here.');
      if (name === undefined) return { slot };
      const files = await pictures.version(slot, name);
      if (!files) throw new Problem('not_found', 'This version isn’t kept any more.');
      return { slot, version: { name, files } };
    },

    /** The files of site/ whose text shows it. */
    async usesOf(name: string): Promise<string[]> {
      const shows = (text: string) =>
        [...text.matchAll(/\/images\/([\w-][\w.-]*)/g)].some(([, shown]) => shown === name);
      return (await textsOf()).flatMap(({ path, text }) => (shows(text) ? [path] : []));
    },

    /** A logo that hub.md names, which stands before any other. */
    async logoKey(): Promise<string | null> {
      const hub = await texts.read('hub.md');
      if (hub?.from !== 'own') return null;
      const { data } = parseMarkdownFile(texts.pathOf('hub.md'), hub.text);
      const named = (data as { logo?: unknown } | null)?.logo;
      return typeof named === 'string' ? named : null;
    },
  };
}

export const isSmallEnough = (bytes: Uint8Array): boolean => bytes.length <= 5 * 1024 ** 2;

const types: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' };
export const typeOf = (path: string): string =>
  types[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'image/jpeg';
