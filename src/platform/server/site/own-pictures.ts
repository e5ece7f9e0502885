import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '#base/clock.ts';
import { type FileSteps, onDisk, replaceFile } from '../files/replace-file.ts';
import { nameOf, timeOf, type Version } from './own-texts.ts';

/** What changes together: one picture, or one in the sizes that devices ask for. */
export interface PictureSlot {
  /** Names its versions: "logo", or a picture's own name, "workshop.jpg". */
  id: string;
  /** Inside site/, such as "images/workshop.jpg". Not all of them need to be there. */
  files: readonly string[];
}

/** Files of a slot by their path inside site/. */
export type PictureFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export interface PictureSteps extends FileSteps {
  copy(from: string, to: string): Promise<void>;
  drop(folder: string): Promise<void>;
}

export const onThisDisk: PictureSteps = {
  ...onDisk,
  copy: copyFile,
  drop: (folder) => rm(folder, { recursive: true, force: true }),
};

const mostVersions = 20;
const place = /^(?:images\/)?[\w-][\w.-]{0,80}\.(?:svg|png|webp|jpe?g)$/i;

export type OwnPictures = ReturnType<typeof createOwnPictures>;

/**
 * The operator's pictures in site/. What stood in a slot before a change is kept in site/.versions/pictures/ before
 * anything of it changes, so that it can be used again. One change at a time: whoever calls `change` holds a lock.
 */
export function createOwnPictures(own: string, clock: Pick<Clock, 'now'>, steps: PictureSteps = onThisDisk) {
  const root = join(own, '.versions', 'pictures');
  const inside = (path: string): string => {
    if (!place.test(path) || path.includes('..')) throw new Error(`not a picture of the site: ${path}`);
    return join(own, path);
  };
  const versionsOf = ({ id }: PictureSlot) => {
    if (!/^[\w-][\w.-]{0,90}$/.test(id)) throw new Error(`not a picture of the site: ${id}`);
    return join(root, id);
  };

  async function filesIn({ files }: PictureSlot, placeOf: (path: string) => string): Promise<PictureFiles> {
    const found = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const path of files) {
      const bytes = await readFile(placeOf(path)).catch(ifMissing(null));
      if (bytes) found.set(path, new Uint8Array(bytes));
    }
    return found;
  }

  async function versions(slot: PictureSlot): Promise<Version[]> {
    const names = await readdir(versionsOf(slot)).catch(ifMissing<string[]>([]));
    return names
      .flatMap((name) => {
        const at = timeOf(name);
        return at ? [{ name, at }] : [];
      })
      .sort((a, b) => b.at.getTime() - a.at.getTime());
  }

  const folderOf = (slot: PictureSlot, name: string) => join(versionsOf(slot), name);
  const inVersion = (slot: PictureSlot, name: string) =>
    filesIn(slot, (path) => join(folderOf(slot, name), basename(path)));

  async function keep(slot: PictureSlot): Promise<void> {
    const before = await filesIn(slot, inside);
    if (before.size === 0) return;
    const known = await versions(slot);
    // Whoever stopped between keeping it and changing it has kept it already.
    if (known[0] && areSame(await inVersion(slot, known[0].name), before)) return;
    const at = new Date(Math.max(clock.now().getTime(), (known[0]?.at.getTime() ?? 0) + 1));
    const draft = join(versionsOf(slot), '.new');
    await steps.drop(draft);
    await mkdir(draft, { recursive: true });
    for (const path of before.keys()) await steps.copy(inside(path), join(draft, basename(path)));
    await steps.move(draft, folderOf(slot, nameOf(at)));
    for (const { name } of known.slice(mostVersions - 1)) await steps.drop(folderOf(slot, name));
  }

  return {
    versions,
    read: (slot: PictureSlot): Promise<PictureFiles> => filesIn(slot, inside),

    async version(slot: PictureSlot, name: string): Promise<PictureFiles | null> {
      if (!timeOf(name)) return null;
      const files = await inVersion(slot, name);
      return files.size > 0 ? files : null;
    },

    /** Names of slots that have versions. */
    kept: (): Promise<string[]> => readdir(root).catch(ifMissing<string[]>([])),

    /** The names in images/ that are the operator's own. */
    async names(): Promise<string[]> {
      const all = await readdir(join(own, 'images')).catch(ifMissing<string[]>([]));
      return all.filter((name) => place.test(`images/${name}`)).sort();
    },

    /** Puts these in the slot; what else was in it goes. */
    async change(slot: PictureSlot, wanted: PictureFiles): Promise<void> {
      await keep(slot);
      for (const [path, bytes] of wanted) await replaceFile(inside(path), bytes, undefined, steps);
      // Last, so that there is a picture at every moment.
      for (const path of slot.files) {
        if (wanted.has(path)) continue;
        const present = await readFile(inside(path)).catch(ifMissing(null));
        if (!present) continue;
        await steps.remove(inside(path));
        await steps.settle(dirname(inside(path)));
      }
    },
  };
}

const areSame = (one: PictureFiles, other: PictureFiles): boolean =>
  one.size === other.size &&
  [...one].every(([path, bytes]) => {
    const beside = other.get(path);
    return beside !== undefined && Buffer.compare(bytes, beside) === 0;
  });

const ifMissing =
  <T>(none: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return none;
    throw error;
  };
