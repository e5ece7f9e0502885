import { basename, dirname, join } from 'node:path';
import type { Bundle } from '#features/documents/rules/template/front.ts';
import type { Law } from '#features/documents/rules/template/laws.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { Log } from '#platform/server/log.ts';
import { SiteMistake } from '#platform/server/site/mistakes.ts';
import { watchSite } from '#platform/server/site/watch.ts';
import {
  isHidden,
  lawsIn,
  type Library,
  onDisk,
  readBundles,
  readLibrary,
  type Sources,
  withFile,
} from './library.ts';

interface Reading {
  contracts: Library;
  templates: Library;
  bundles: Bundle[];
  laws: Law[];
}

interface Parts {
  shippedDir: string;
  siteDir: string;
  log: Log;
  /** Called after something else is read than before. */
  changed(): void;
}

export type LiveLibrary = ReturnType<typeof createLiveLibrary>;

/**
 * The documents as the files say them now. A mistake stops the start; later it is logged, and its document stays as it was
 * read before, while the others follow. `contracts` and `templates` are the same maps for good, so whoever holds one sees
 * every change.
 */
export function createLiveLibrary({ shippedDir, siteDir, log, changed }: Parts) {
  const known = { documents: new Map<string, Template>(), templates: new Map<string, Template>() };

  const before: Omit<Reading, 'laws'> = { contracts: new Map(), templates: new Map(), bundles: [] };
  function read(
    sources: Sources = onDisk,
    memory = known,
    may?: (path: string) => boolean,
  ): Reading & { broken: Map<string, string> } {
    const broken = new Map<string, string>();
    const excused = (last: Library) => may && { may, before: last, mistakes: broken };
    const places = (folder: string) => [join(shippedDir, folder), join(siteDir, folder)] as const;
    const contracts = readLibrary(
      ...places('documents'),
      sources,
      memory.documents,
      excused(before.contracts),
    );
    const templates = readLibrary(
      ...places('templates'),
      sources,
      memory.templates,
      excused(before.templates),
    );
    const isOff = (slug: string) =>
      places('documents').some((folder) => {
        const path = sources.files(folder, '.md').get(slug);
        return path !== undefined && isHidden(path, sources.text(path));
      });
    return {
      contracts,
      templates,
      broken,
      laws: lawsIn(...places('laws'), sources),
      bundles: readBundles(...places('bundles'), contracts, {
        sources,
        isOff,
        excused: may && { may, before: before.bundles, mistakes: broken },
      }),
    };
  }

  const memoryNow = () => ({ documents: new Map(known.documents), templates: new Map(known.templates) });
  let now = read();
  let revision = 0;
  const contracts = new Map(now.contracts);
  const templates = new Map(now.templates);
  Object.assign(before, { contracts, templates, bundles: now.bundles });
  const fill = (map: Map<string, Template>, from: Library) => {
    map.clear();
    for (const [slug, template] of from) map.set(slug, template);
  };
  const isSame = (one: Library, other: Library) =>
    one.size === other.size && [...one].every(([slug, template]) => other.get(slug) === template);

  async function reread(): Promise<void> {
    try {
      const next = read(onDisk, known, () => true);
      for (const [path, words] of next.broken) if (now.broken.get(path) !== words) log.error(words);
      const isOld =
        isSame(next.contracts, now.contracts) &&
        isSame(next.templates, now.templates) &&
        JSON.stringify([next.bundles, next.laws]) === JSON.stringify([now.bundles, now.laws]);
      now = { ...now, broken: next.broken };
      if (isOld) return;
      now = next;
      before.bundles = next.bundles;
      fill(contracts, next.contracts);
      fill(templates, next.templates);
      revision += 1;
      log.info('Documents reloaded', { documents: contracts.size, templates: templates.size });
      changed();
    } catch (error) {
      if (error instanceof SiteMistake) for (const line of error.message.split('\n')) log.error(line);
      else log.error('Couldn’t read the documents; the previous ones stay in use', { error });
    }
  }

  return {
    contracts: contracts as Library,
    templates: templates as Library,
    bundles: () => now.bundles,
    laws: () => now.laws,
    /** Another number after each change. */
    revision: () => revision,
    reread,
    /** What is wrong with files that were changed by hand since the start; their documents are as before. */
    broken: (folder: 'documents' | 'templates' | 'bundles'): string[] =>
      [...now.broken].filter(([path]) => basename(dirname(path)) === folder).map(([, words]) => words),

    /** What it would all be with this file; null: without it. Throws a SiteMistake if the hub couldn't start so. */
    with(path: string, text: string | null): Reading {
      // What is wrong with another file already is that file's own affair.
      const { broken } = read(onDisk, memoryNow(), () => true);
      return read(withFile(path, text), memoryNow(), (other) => other !== path && broken.has(other));
    },

    /** Until it is stopped, each process follows what is changed by hand or by another one. */
    watch: () => watchSite(siteDir, reread, () => ['', 'documents', 'templates', 'laws', 'bundles']),
  };
}
