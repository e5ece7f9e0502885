import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '#base/clock.ts';
import { type FileSteps, onDisk, replaceFile } from '../files/replace-file.ts';
import { cannotRead } from './mistakes.ts';

/** A text that the operator may change, by its path inside site/, such as "pages/imprint.md". */
export interface OwnText {
  text: string;
  /** One that ships is copied into site/ by its first change. */
  from: 'own' | 'shipped';
}

/** What a text said before a change. */
export interface Version {
  /** Such as "2026-11-28T15-18-00-123Z". */
  name: string;
  at: Date;
}

export interface Steps extends FileSteps {
  keep(path: string, text: string): Promise<void>;
  drop(path: string): Promise<void>;
}

const onThisDisk: Steps = {
  ...onDisk,
  keep: (path, text) => writeFile(path, text, { flag: 'wx', flush: true }),
  drop: (path) => rm(path),
};

const mostVersions = 50;
const place = /^(?:[a-z0-9-]+\/)?[a-z0-9][a-z0-9-]{0,80}\.(?:md|yaml)$/;

export type TextEnding = '.md' | '.yaml';

export type OwnTexts = ReturnType<typeof createOwnTexts>;

/**
 * The operator's texts in site/, on top of the shipped ones. What a text said before a change is kept beside it, in
 * site/.versions/, before it changes: nothing that somebody wrote is lost, whoever stops in between. One change of a
 * text at a time: whoever calls `write` or `remove` holds a lock.
 */
export function createOwnTexts(
  folders: { own: string; shipped: string },
  clock: Pick<Clock, 'now'>,
  steps: Steps = onThisDisk,
) {
  const inside = (folder: string, path: string): string => {
    if (!place.test(path)) throw new Error(`not a text of the site: ${path}`);
    return join(folder, path);
  };
  const versionsOf = (path: string) =>
    inside(join(folders.own, '.versions'), path).replace(/\.(?:md|yaml)$/, '');

  async function versions(path: string): Promise<Version[]> {
    const names = await readdir(versionsOf(path)).catch(ifMissing([]));
    return names
      .flatMap((file) => {
        const name = file.replace(/\.md$/, '');
        const at = timeOf(name);
        return at && file.endsWith('.md') ? [{ name, at }] : [];
      })
      .sort((a, b) => b.at.getTime() - a.at.getTime());
  }

  const version = (path: string, name: string): Promise<string | null> =>
    timeOf(name) ? textIn(join(versionsOf(path), `${name}.md`)) : Promise.resolve(null);

  async function keepVersion(path: string): Promise<void> {
    const before = await textIn(inside(folders.own, path));
    if (before === null) return;
    const known = await versions(path);
    // Whoever stopped between keeping it and changing it has kept it already.
    if (known[0] && (await version(path, known[0].name)) === before) return;
    const at = new Date(Math.max(clock.now().getTime(), (known[0]?.at.getTime() ?? 0) + 1));
    await mkdir(versionsOf(path), { recursive: true });
    await steps.keep(join(versionsOf(path), `${nameOf(at)}.md`), before);
    for (const { name } of known.slice(mostVersions - 1))
      await steps.drop(join(versionsOf(path), `${name}.md`));
  }

  return {
    pathOf: (path: string) => inside(folders.own, path),
    versions,
    version,

    async read(path: string): Promise<OwnText | null> {
      const own = await textIn(inside(folders.own, path));
      if (own !== null) return { text: own, from: 'own' };
      const shipped = await textIn(inside(folders.shipped, path));
      return shipped === null ? null : { text: shipped, from: 'shipped' };
    },

    /** Of a folder: the shipped ones and the operator's own. */
    async names(folder: string, ending: TextEnding = '.md'): Promise<string[]> {
      const all = await Promise.all(
        [folders.shipped, folders.own].map((root) => readdir(join(root, folder)).catch(ifMissing([]))),
      );
      const paths = [...new Set(all.flat())]
        .map((name) => `${folder}/${name}`)
        .filter((path) => place.test(path) && path.endsWith(ending));
      return paths.map((path) => path.slice(folder.length + 1, -ending.length)).sort();
    },

    /** Texts that are no more, of which versions are kept; the last one removed comes first. */
    async removed(folder: string, ending: TextEnding = '.md'): Promise<{ path: string; at: Date }[]> {
      const found: { path: string; at: Date }[] = [];
      for (const name of await readdir(join(folders.own, '.versions', folder)).catch(ifMissing([]))) {
        const path = `${folder}/${name}${ending}`;
        if (!place.test(path) || (await textIn(inside(folders.own, path))) !== null) continue;
        const [last] = await versions(path);
        if (last) found.push({ path, at: last.at });
      }
      return found.sort((a, b) => b.at.getTime() - a.at.getTime());
    },

    /** Null if the hub ships none of this name. */
    shipped: (path: string): Promise<string | null> => textIn(inside(folders.shipped, path)),

    async write(path: string, text: string): Promise<void> {
      await keepVersion(path);
      await replaceFile(inside(folders.own, path), text, undefined, steps);
    },

    /** A shipped one of this name is in use again. */
    async remove(path: string): Promise<void> {
      await keepVersion(path);
      await steps.remove(inside(folders.own, path));
      await steps.settle(dirname(inside(folders.own, path)));
    },
  };
}

export const nameOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');

export function timeOf(name: string): Date | null {
  const [, day, hour, minute, second, ms] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(name) ?? [];
  const at = new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR';

const ifMissing =
  <T>(none: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (isMissing(error)) return none;
    throw error;
  };

const textIn = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return null;
    throw cannotRead(path, error);
  });
