import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicSite, SitePage, SiteProject } from '#base/site.ts';
import type { Log } from '../log.ts';
import { readBrand } from './assets.ts';
import { readChangelog } from './changelog.ts';
import { parseMarkdownFile, readText, type MarkdownFile } from './front-matter.ts';
import { hubWords } from './hub-words.ts';
import { cannotRead, SiteMistake } from './mistakes.ts';
import { readPages } from './pages.ts';
import { pageWords } from './placeholders.ts';
import { readProjects } from './projects.ts';
import type { OwnShop, SiteAsset, SiteStore } from './site.ts';
import { watchSite } from './watch.ts';

interface Reading {
  words: PublicSite;
  shop: OwnShop;
  pages: Map<string, SitePage>;
  projects: SiteProject[];
  meanings: string[];
  assets: Map<string, SiteAsset>;
  version: string;
}

/**
 * Reads the operator's texts on top of the shipped ones, and again when they change. An error at startup stops the
 * hub (SiteMistake); later it is logged, and the last valid texts stay in use.
 */
export async function openSite(siteDir: string, shippedDir: string, log: Log): Promise<SiteStore> {
  if ((await stat(siteDir).catch(() => undefined))?.isDirectory() === false)
    throw new SiteMistake([`SITE_DIR: got the file ${siteDir}, expected a folder`]);
  let now = await readSite(siteDir, shippedDir);
  const stop = watchSite(siteDir, async () => {
    try {
      const next = await readSite(siteDir, shippedDir);
      if (next.version === now.version) return;
      now = next;
      log.info('Site texts reloaded', { version: now.version });
    } catch (error) {
      if (error instanceof SiteMistake) for (const line of error.message.split('\n')) log.error(line);
      else log.error('Couldn’t read the site folder; the previous texts stay in use', { error });
    }
  });
  return {
    words: () => now.words,
    shop: () => now.shop,
    version: () => now.version,
    page: (slug) => now.pages.get(slug),
    pages: () => [...now.pages.values()],
    projects: () => now.projects,
    meanings: () => now.meanings,
    asset: (path) => now.assets.get(path),
    close: stop,
  };
}

async function readSite(siteDir: string, shippedDir: string): Promise<Reading> {
  const shipped = join(shippedDir, 'hub.md');
  const own = await ownHub(join(siteDir, 'hub.md'));
  const hub = hubWords(parseMarkdownFile(shipped, await readFile(shipped, 'utf8')), own);
  const brand = await readBrand(shippedDir, siteDir, {
    accent: hub.site.accent,
    logoFile: hub.logoFile,
    logoLine: own?.lineOf(['logo']) ?? 1,
    hubFile: own?.path ?? shipped,
  });
  const { pages, added } = await readPages(shippedDir, siteDir, pageWords(hub), brand.assets);
  // An operator's page with that name wins.
  const changelog = pages.has('changelog') ? null : await readChangelog(join(shippedDir, '..'));
  if (changelog) pages.set(changelog.slug, changelog);
  const projects = await readProjects(shippedDir, siteDir, brand.assets);
  const meanings = await Promise.all([shippedDir, siteDir].map((dir) => textIn(join(dir, 'words.txt'))));
  const words: PublicSite = {
    ...hub.site,
    logo: brand.logo,
    mailLogo: brand.mailLogo,
    morePages: added.map((slug) => ({ path: `/${slug}`, title: pages.get(slug)?.title ?? slug })),
  };
  const hash = createHash('sha256').update(JSON.stringify([words, hub.shop, [...pages], projects, meanings]));
  for (const [path, asset] of brand.assets) hash.update(`${path} ${asset.version} `);
  return {
    words,
    shop: hub.shop,
    pages,
    projects,
    meanings,
    assets: brand.assets,
    version: hash.digest('base64url').slice(0, 16),
  };
}

async function ownHub(path: string): Promise<MarkdownFile | undefined> {
  const text = await readText(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error instanceof SiteMistake ? error : cannotRead(path, error);
  });
  return text === undefined ? undefined : parseMarkdownFile(path, text);
}

const mostOfWords = 500_000;

/** The text of a file that may be missing; only the start of a very long one. */
const textIn = (path: string): Promise<string> =>
  readFile(path, 'utf8').then(
    (text) => text.slice(0, mostOfWords),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw cannotRead(path, error);
    },
  );
