import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { OwnText } from '#platform/server/site/own-texts.ts';
import { isSlug, type TextKind } from './text-kind.ts';

export type TextParts = Pick<Platform, 'db' | 'site' | 'origin'>;

/** One of a text's versions: "imprint@2026-11-28T15-18-00-123Z". */
export interface OneVersion {
  slug: string;
  name: string;
  text: string;
}

export type TextShelf = ReturnType<typeof createTextShelf>;

/** Texts and their versions by the ids that the room's addresses have. */
export function createTextShelf(
  { site }: Pick<TextParts, 'site'>,
  { folder, one, ending = '.md' }: TextKind,
) {
  const fileOf = (slug: string) => `${folder}/${slug}${ending}`;
  return {
    fileOf,

    async find(slug: string): Promise<OwnText> {
      const found = isSlug(slug) ? await site.texts.read(fileOf(slug)) : null;
      if (!found) throw new Problem('not_found', `There is no ${one} ${slug}. It may have been deleted.`);
      return found;
    },

    /** Null if the id is no version's. */
    async versionOf(id: string): Promise<OneVersion | null> {
      const [slug = '', name] = id.split('@');
      if (name === undefined || !isSlug(slug)) return null;
      const text = await site.texts.version(fileOf(slug), name);
      if (text === null) throw new Problem('not_found', 'This version isn’t kept any more.');
      return { slug, name, text };
    },
  };
}
