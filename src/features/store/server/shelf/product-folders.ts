import { dirname, join } from 'node:path';
import { type Clock, days } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { parseMarkdownFile, readText } from '#platform/server/site/front-matter.ts';
import { isProductId } from '../../rules/product.ts';
import { nextFolder } from '../read-catalogue.ts';
import {
  cloneFolder,
  type FolderWork,
  infoOf,
  namesIn,
  onDisk,
  printOf,
  removeFolder,
  type Sharing,
  shareFile,
} from './folder-work.ts';

export interface Draft {
  /** The folder that it is made from. */
  from?: { folder: string; sharing: Sharing; print: string };
  /** What is written into it, by its path inside. */
  files: Readonly<Record<string, string>>;
  /** What is shared into it from elsewhere on the machine, by its path inside. */
  taken?: Readonly<Record<string, string>>;
  /** What of the folder before it goes without. */
  without?: readonly string[];
}

export interface Removed {
  /** Such as "launch-kit~2026-11-28T08-04-39-123Z". */
  name: string;
  id: string;
  at: Date;
}

export const daysRemoved = 30;

/** All that stands in a product.md which takes a shipped product off sale. */
export const offSaleNote = '---\nonSale: no\n---\n';

/**
 * The operator's folders, changed whole: built in `.drafts`, put down in `.next`, which is the moment that it counts
 * (readers look there first), and moved to its place from there. Whoever stops in between leaves the product of before
 * or the new one, and whoever comes next finishes the moves. Each call needs the product's lock.
 */
export function createProductFolders(own: string, clock: Pick<Clock, 'now'>, work: FolderWork = onDisk) {
  const [drafts, old, removed] = [join(own, '.drafts'), join(own, '.old'), join(own, '.removed')];
  const placeOf = (id: string) => join(own, id);

  async function freeName(id: string): Promise<string> {
    for (let at = clock.now().getTime(); ; at += 1) {
      const name = `${id}~${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`;
      if (!(await infoOf(join(removed, name)))) return name;
    }
  }

  /** Where a folder goes that makes way: what a note replaces was deleted, and files beside a note are somebody's. */
  async function makeWay(id: string, isDeleted: boolean): Promise<void> {
    const place = placeOf(id);
    const isKept = (isDeleted || (await isNote(place))) && !(await isOnlyNote(place));
    await work.makeFolder(isKept ? removed : old);
    await work.move(place, isKept ? join(removed, await freeName(id)) : join(old, `${id}~${randomText(8)}`));
  }

  /** From `.next` into its place. */
  async function land(id: string): Promise<void> {
    const [next, place] = [nextFolder(own, id), placeOf(id)];
    if (!(await infoOf(next))) return;
    if (await infoOf(place)) await makeWay(id, await isNote(next));
    await work.move(next, place);
  }

  async function clear(id: string): Promise<void> {
    for (const folder of [drafts, old])
      for (const name of await namesIn(folder))
        if (name.startsWith(`${id}~`)) await removeFolder(work, join(folder, name), placeOf(id));
  }

  /** Does what somebody before left undone. */
  async function finish(id: string): Promise<void> {
    await land(id);
    await clear(id);
  }

  return {
    finish,

    /** A new folder in the place of the one before, or of none. `prove` throws unless it may stand there. */
    async replace(
      id: string,
      { from, files, taken = {}, without = [] }: Draft,
      prove?: (folder: string) => Promise<void>,
    ): Promise<void> {
      await finish(id);
      const draft = join(drafts, `${id}~${randomText(8)}`);
      await work.makeFolder(draft);
      try {
        if (from)
          await cloneFolder(work, {
            from: from.folder,
            to: draft,
            sharing: from.sharing,
            without: new Set([...Object.keys(files), ...Object.keys(taken), ...without]),
          });
        for (const [name, path] of Object.entries(taken)) {
          await work.makeFolder(dirname(join(draft, name)));
          // It stays where it is until the product stands: whoever is refused has it still.
          await shareFile(work, 'links', path, join(draft, name));
        }
        for (const [name, text] of Object.entries(files)) await work.write(join(draft, name), text);
        await prove?.(draft);
        if (from && (await printOf(from.folder)) !== from.print)
          throw new Problem('conflict', 'A file of this product was changed just now. Try again.');
      } catch (error) {
        await removeFolder(work, draft, from?.folder ?? draft);
        throw error;
      }
      await work.makeFolder(join(own, '.next'));
      await work.move(draft, nextFolder(own, id));
      await finish(id);
    },

    /** Out of the catalogue, for thirty days. Where the hub ships one of this name, a note keeps that from coming back. */
    async remove(id: string, isShipped: boolean): Promise<void> {
      if (isShipped) return this.replace(id, { files: { 'product.md': offSaleNote } });
      await finish(id);
      await makeWay(id, true);
    },

    /** Ends a note that took a shipped product off sale. */
    async dropNote(id: string): Promise<void> {
      await finish(id);
      if (!(await isNote(placeOf(id)))) return;
      await makeWay(id, false);
      await clear(id);
    },

    /** False if another product has its address now. */
    async putBack({ name, id }: Removed): Promise<boolean> {
      await finish(id);
      const from = join(removed, name);
      if (!(await infoOf(placeOf(id)))) await work.move(from, placeOf(id));
      else if (await isNote(placeOf(id))) {
        await work.makeFolder(join(own, '.next'));
        await work.move(from, nextFolder(own, id));
        await finish(id);
      } else return false;
      return true;
    },

    /** The newest first. */
    async removed(): Promise<(Removed & { folder: string })[]> {
      const names = await namesIn(removed);
      return names
        .flatMap((name) => {
          const read = readRemoved(name);
          return read ? [{ ...read, folder: join(removed, name) }] : [];
        })
        .sort((a, b) => b.at.getTime() - a.at.getTime());
    },

    /** Products that somebody stopped in the middle of saving. */
    async unfinished(): Promise<string[]> {
      const names = [
        ...(await namesIn(drafts)),
        ...(await namesIn(old)),
        ...(await namesIn(join(own, '.next'))),
      ];
      return [...new Set(names.map((name) => name.split('~')[0] ?? ''))].filter(isProductId);
    },

    async forgetRemoved(): Promise<void> {
      const before = clock.now().getTime() - days(daysRemoved);
      for (const { at, folder } of await this.removed()) if (at.getTime() < before) await work.remove(folder);
    },
  };
}

export type ProductFolders = ReturnType<typeof createProductFolders>;

export function readRemoved(name: string): Removed | null {
  const [, id = '', day, hour, minute, second, ms] =
    /^([a-z0-9-]+)~(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(name) ?? [];
  const at = new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`);
  return isProductId(id) && !Number.isNaN(at.getTime()) ? { name, id, at } : null;
}

/** A folder that says only that the shipped product isn't sold. */
export async function isNote(folder: string): Promise<boolean> {
  const path = join(folder, 'product.md');
  const text = await readText(path).catch(() => null);
  return text !== null && isNoteText(path, text);
}

const isOnlyNote = async (folder: string): Promise<boolean> =>
  (await isNote(folder)) && (await namesIn(folder)).join() === 'product.md';

export function isNoteText(path: string, text: string): boolean {
  try {
    const { data } = parseMarkdownFile(path, text);
    return typeof data === 'object' && data !== null && Object.keys(data).join() === 'onSale';
  } catch {
    return false;
  }
}
