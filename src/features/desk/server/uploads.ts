import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { type Clock, days } from '#base/clock.ts';
import { harmlessName } from '#base/file-name.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { GivenFile } from '#platform/server/desk.ts';
import type { Scan } from '#platform/server/files/scanner.ts';
import type { UploadState } from '../rules/uploads.ts';

const mostFiles = 60;
/** Of one operator, finished or not, until a form takes them or a day is over. */
const mostBytesLying = 6 * 1024 ** 3;
/** With less free than this, the database refuses to write sooner or later. */
const emptyBelow = 16 * 1024 ** 2;

/** What has to stay free on the disk: the database lies there, too. */
const leftFree = 512 * 1024 ** 2;

const About = z.object({ name: z.string(), size: z.number(), print: z.string() });
type About = z.output<typeof About>;

interface Parts {
  folder: string;
  clock: Pick<Clock, 'now'>;
  scan: Scan | null;
  freeBytes?(folder: string): Promise<number>;
  /** Where several processes share the folder: one of them at a time. */
  alone?<T>(work: () => Promise<T>): Promise<T>;
}

export type Uploads = ReturnType<typeof createUploads>;

/**
 * Files on their way to a form of the desk: each a folder with what it is (`about`), what came of it (`bytes`) and, once
 * it is whole and clean, a mark (`whole`). They come in pieces, so that one that is cut off goes on where it stopped, also
 * after a reload: the same file chosen again by the same operator is the same upload.
 */
export function createUploads({ folder, clock, scan, freeBytes = freeOn, alone = (work) => work() }: Parts) {
  let last: Promise<unknown> = Promise.resolve();
  /** What is counted must still be so when what it allows is done. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => alone(work));
    last = turn.catch(() => {});
    return turn;
  };
  /** On its way to the disk at this moment. */
  let writing = 0;

  const ofOperator = (operator: string) => join(folder, hashOf(operator));
  const placeOf = (operator: string, id: string) => {
    if (!/^[a-z0-9]{40}$/.test(id)) throw new Problem('not_found', goneWords);
    return join(ofOperator(operator), id);
  };

  async function aboutOf(place: string): Promise<About | null> {
    const text = await readFile(join(place, 'about'), 'utf8').catch(() => null);
    // Half a file after a stop of the machine is none.
    const read = text === null ? null : About.safeParse(jsonOf(text));
    return read?.success ? read.data : null;
  }
  const bytesIn = async (place: string) => (await stat(join(place, 'bytes')).catch(() => null))?.size ?? 0;
  const isWhole = async (place: string) => (await stat(join(place, 'whole')).catch(() => null)) !== null;

  async function lying(operator: string) {
    const found: { id: string; place: string; about: About }[] = [];
    for (const id of await readdir(ofOperator(operator)).catch(() => [])) {
      const place = join(ofOperator(operator), id);
      const about = await aboutOf(place);
      if (about) found.push({ id, place, about });
    }
    return found;
  }

  /** Room that was promised to uploads, whoever's, and isn't filled yet. */
  async function promised(): Promise<number> {
    let sum = 0;
    for (const operator of await readdir(folder).catch(() => []))
      for (const id of await readdir(join(folder, operator)).catch(() => [])) {
        const place = join(folder, operator, id);
        const about = await aboutOf(place);
        if (about) sum += Math.max(0, about.size - (await bytesIn(place)));
      }
    return sum;
  }

  async function find(operator: string, id: string): Promise<{ place: string; about: About }> {
    const place = placeOf(operator, id);
    const about = await aboutOf(place);
    if (!about) throw new Problem('not_found', goneWords);
    return { place, about };
  }

  async function stateOf(id: string, place: string, { name, size }: About): Promise<UploadState> {
    return { id, name, size, got: await bytesIn(place), isWhole: await isWhole(place) };
  }

  /** The last piece is in: looked through, then marked. */
  async function seal(place: string, { size }: About): Promise<void> {
    if ((await bytesIn(place)) < size || (await isWhole(place))) return;
    if (scan && size > 0) {
      const found = await scan(createReadStream(join(place, 'bytes'))).catch((error: unknown) => {
        const said = error instanceof Error && /size limit/i.test(error.message);
        throw new Problem(
          'unavailable',
          said
            ? 'The virus scanner takes no file of this size: raise StreamMaxLength in its clamd.conf.'
            : 'We can’t scan files right now. Try again in a moment.',
        );
      });
      if (found !== null) {
        await rm(place, { recursive: true, force: true });
        throw new Problem('bad_request', 'This file wasn’t kept: the virus scanner found a problem.');
      }
    }
    await writeFile(join(place, 'whole'), '');
  }

  async function begun(operator: string, about: About): Promise<UploadState> {
    const before = await lying(operator);
    const same = before.find(({ about: is }) => is.print === about.print && is.size === about.size);
    if (same) return stateOf(same.id, same.place, same.about);
    const taken = before.reduce((sum, { about: { size } }) => sum + size, 0);
    if (before.length >= mostFiles || taken + about.size > mostBytesLying)
      throw new Problem(
        'too_many',
        'Too many files of yours wait for a form. Save or remove them; what is left is deleted after a day.',
      );
    await mkdir(folder, { recursive: true });
    // In this order: a piece that arrives in between counts twice, never not at all.
    const owed = await promised();
    if ((await freeBytes(folder)) < owed + about.size + leftFree)
      throw new Problem(
        'unavailable',
        'The hub’s disk has no room for this file. Free some up, then try again.',
      );
    const id = randomText(40);
    const place = placeOf(operator, id);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'about'), JSON.stringify(about));
    await writeFile(join(place, 'bytes'), '');
    await seal(place, about);
    return stateOf(id, place, about);
  }

  return {
    /** Whether the disk is why nothing can be saved. */
    isFull: async (): Promise<boolean> =>
      (await freeBytes(dirname(folder)).catch(() => Infinity)) < emptyBelow,

    /** A new upload, or the one that was begun with the same file. */
    begin(operator: string, file: { name: string; size: number; print: string }): Promise<UploadState> {
      const about = { ...file, name: harmlessName(file.name), print: hashOf(`${file.name} ${file.print}`) };
      return inTurn(() => begun(operator, about));
    },

    /** A piece at its place. One that came already, or comes out of turn, changes nothing: the answer says where to go on. */
    async add(operator: string, id: string, from: number, piece: Uint8Array): Promise<UploadState> {
      const { place, about } = await find(operator, id);
      if (from + piece.length > about.size)
        throw new Problem(
          'bad_request',
          'The file has changed since it was chosen. Remove it and choose it again.',
        );
      const file = await open(join(place, 'bytes'), 'r+');
      writing += piece.length;
      try {
        if ((await file.stat()).size === from) {
          // The disk may have filled since it was begun, by whatever else writes there.
          if ((await freeBytes(folder)) < writing + leftFree) throw new Problem('unavailable', fullWords);
          await file.write(piece, 0, piece.length, from);
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        throw new Problem('unavailable', fullWords);
      } finally {
        writing -= piece.length;
        await file.close();
      }
      await seal(place, about);
      return stateOf(id, place, about);
    },

    async drop(operator: string, ids: readonly string[]): Promise<void> {
      for (const id of ids) await rm(placeOf(operator, id), { recursive: true, force: true });
    },

    /** Those that a form names, whole, in its order. */
    async given(operator: string, ids: readonly string[]): Promise<GivenFile[]> {
      const files: GivenFile[] = [];
      for (const id of ids) {
        const { place, about } = await find(operator, id);
        if (!(await isWhole(place)))
          throw new Problem(
            'conflict',
            `${about.name} isn’t here as a whole yet. Choose it again: it goes on.`,
          );
        files.push({ name: about.name, bytes: about.size, path: join(place, 'bytes') });
      }
      return files;
    },

    /** A day after its last piece. */
    async sweep(): Promise<void> {
      const before = clock.now().getTime() - days(1);
      for (const operator of await readdir(folder).catch(() => []))
        for (const id of await readdir(join(folder, operator)).catch(() => [])) {
          const place = join(folder, operator, id);
          const info = await stat(join(place, 'bytes')).catch(() => stat(place).catch(() => null));
          if (info && info.mtimeMs < before) await rm(place, { recursive: true, force: true });
        }
    },
  };
}

const fullWords =
  'The hub’s disk has no room for the rest of this file. Free some up, then choose it again: it goes on.';
const goneWords = 'This file isn’t here any more. Choose it again.';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
