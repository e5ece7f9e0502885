import { Problem } from '#base/problem.ts';
import type { Draft } from '#base/render.ts';
import type { DeskAct } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { changeSite } from '#platform/server/site/change-text.ts';
import { SiteMistake } from '#platform/server/site/mistakes.ts';
import { minuteOf } from './text-kind.ts';

/** What a text said before, by the id that its room's addresses have. */
export interface KeptText {
  /** Inside site/, such as "pages/imprint.md". */
  path: string;
  /** Of the version. */
  name: string;
  text: string;
  /** As visitors would see it. */
  draft?(): Draft | Promise<Draft>;
  /** Throws a SiteMistake if the hub couldn't read it today. */
  prove(): void;
  /** The page to go on from. */
  goOn: string;
}

/** A text says again what it said before; what it says now becomes a version. */
export function restoreAct(
  { db, site }: Pick<Platform, 'db' | 'site'>,
  find: (id: string) => Promise<KeptText>,
  hasPreview = true,
): DeskAct {
  const { texts } = site;
  return {
    name: 'restore',
    label: 'Use this version again',
    ask: async (id) => ({
      words: `The text of ${minuteOf((await find(id)).name)} is public again. What stands there now is kept.`,
      fields: [],
    }),
    ...(hasPreview && {
      async preview(id: string) {
        const { draft } = await find(id);
        if (!draft) throw new Problem('not_found');
        return draft();
      },
    }),
    act: (id) =>
      changeSite({ db, site }, async () => {
        const { path, name, text, prove, goOn } = await find(id);
        const before = await texts.read(path);
        assertReadable(prove);
        await texts.write(path, text);
        return {
          words: `The text of ${minuteOf(name)} is public again.`,
          goOn,
          before: { characters: before?.text.length ?? 0 },
          after: { version: name, characters: text.length },
        };
      }),
  };
}

export function assertReadable(prove: () => void): void {
  try {
    prove();
  } catch (error) {
    if (!(error instanceof SiteMistake)) throw error;
    throw new Problem('conflict', `Nothing was changed: this text can’t be read any more. ${error.message}`);
  }
}
