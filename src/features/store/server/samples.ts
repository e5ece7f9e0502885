import { readFile } from 'node:fs/promises';
import { countOf } from '#base/count.ts';
import type { Config } from '#platform/server/config.ts';
import type { Done } from '#platform/server/desk.ts';
import { replaceFile } from '#platform/server/files/replace-file.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import { foldersOf } from './folders.ts';
import {
  catalogueFile,
  type CatalogueFolders,
  foldersIn,
  ownFolders,
  readSaysShipped,
  readWantsShipped,
} from './read-catalogue.ts';

const how = 'under Products on the desk, or by shippedProducts: yes in site/catalog/catalog.md';

/** The products that ship with the hub are samples: whoever runs a live one decides whether they are sold. */
export const unsaidWords = `This hub is live, so the sample products that came with it aren’t on sale. To sell them: ${how}`;

export const endedWords = (count: number): string =>
  `${countOf(count, 'sample product')} taken off sale: a live hub sells what came with it only if you say so. Buyers keep theirs. To sell them again: ${how}`;

export interface SamplesState {
  says: 'yes' | 'no' | null;
  isSold: boolean;
  count: number;
}

export async function readSamples({ shipped, own, isLive = false }: CatalogueFolders): Promise<SamplesState> {
  return {
    says: await readSaysShipped(own),
    isSold: await readWantsShipped(own, isLive),
    count: (await foldersIn(shipped)).size,
  };
}

/** As the first steps ask it: the addresses of the operator’s own folders, and what is so of the samples. */
export async function readShop(
  config: Pick<Config, 'siteDir' | 'live'>,
): Promise<{ own: string[]; samples: SamplesState }> {
  const folders = foldersOf(config);
  return { own: [...(await ownFolders(folders.own)).keys()], samples: await readSamples(folders) };
}

/** Whoever calls holds a lock. */
export async function sayShipped({ own }: CatalogueFolders, says: 'yes' | 'no'): Promise<Done> {
  const path = catalogueFile(own);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '---\n---\n';
    throw error;
  });
  const before = await readSaysShipped(own).catch(() => null);
  await replaceFile(path, editMarkdownFile(path, text, { shippedProducts: says }));
  return {
    words:
      says === 'yes'
        ? 'The sample products are on sale, but for those that you took off.'
        : 'The sample products aren’t on sale any more. Buyers keep theirs.',
    before: { shippedProducts: before ?? 'not said' },
    after: { shippedProducts: says },
  };
}

/** The products that came with the hub, for the desk. */
export const samplesOf = (
  folders: CatalogueFolders,
  locked: (work: () => Promise<Done>) => Promise<Done>,
) => ({
  read: () => readSamples(folders),
  sell: (says: 'yes' | 'no') => locked(() => sayShipped(folders, says)),
});
