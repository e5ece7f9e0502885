import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '#base/clock.ts';
import type { PublicSite, SitePage, SiteProject } from '#base/site.ts';
import type { Log } from '../log.ts';
import { readBrand } from './assets.ts';
import { readChangelog } from './changelog.ts';
import { parseMarkdownFile, readText, type MarkdownFile } from './front-matter.ts';
import { type HubWords, hubWords } from './hub-words.ts';
import { cannotRead, SiteMistake } from './mistakes.ts';
import { createOwnPictures } from './own-pictures.ts';
import { createOwnTexts } from './own-texts.ts';
import { assertFree, pageOf, readPages } from './pages.ts';
import { pageWords } from './placeholders.ts';
import { projectOf, readProjects } from './projects.ts';
import type { OwnShop, SiteAsset, SiteStore } from './site.ts';
import { watchSite } from './watch.ts';

interface Reading {
  hub: HubWords;
  shippedHub: MarkdownFile;
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
export async function openSite(
  siteDir: string,
  shippedDir: string,
  log: Log,
  clock: Pick<Clock, 'now'>,
): Promise<SiteStore> {
  if ((await stat(siteDir).catch(() => undefined))?.isDirectory() === false)
    throw new SiteMistake([`SITE_DIR: got the file ${siteDir}, expected a folder`]);
  let now = await readSite(siteDir, shippedDir);
  const texts = createOwnTexts({ own: siteDir, shipped: shippedDir }, clock);
  const drafted = (path: string, text: string) => parseMarkdownFile(texts.pathOf(path), text);
  const reread = async () => {
    try {
      const next = await readSite(siteDir, shippedDir);
      if (next.version === now.version) return;
      now = next;
      log.info('Site texts reloaded', { version: now.version });
    } catch (error) {
      if (error instanceof SiteMistake) for (const line of error.message.split('\n')) log.error(line);
      else log.error('Couldn’t read the site folder; the previous texts stay in use', { error });
    }
  };
  /** One after the other: a reading that began earlier must not have the last word. */
  let rereading = Promise.resolve();
  const settled = () => (rereading = rereading.then(reread));
  const stop = watchSite(siteDir, settled);
  return {
    words: () => now.words,
    shop: () => now.shop,
    version: () => now.version,
    page: (slug) => now.pages.get(slug),
    pages: () => [...now.pages.values()],
    projects: () => now.projects,
    meanings: () => now.meanings,
    asset: (path) => now.assets.get(path),
    images: () => [...now.assets.keys()].flatMap((path) => /^\/images\/(.+)/.exec(path)?.[1] ?? []),
    isShippedImage: (name) =>
      stat(join(shippedDir, 'images', basename(name))).then(
        (found) => found.isFile(),
        () => false,
      ),
    texts,
    pictures: createOwnPictures(siteDir, clock),
    draft: {
      page(slug, text) {
        const file = drafted(`pages/${slug}.md`, text);
        assertFree(slug, file.path);
        return pageOf(slug, file, pageWords(now.hub), now.assets);
      },
      project: (slug, text) => projectOf(slug, drafted(`portfolio/${slug}.md`, text), now.assets),
      words(text) {
        const { logo, mailLogo, morePages } = now.words;
        return { ...hubWords(now.shippedHub, drafted('hub.md', text)).site, logo, mailLogo, morePages };
      },
    },
    settled,
    close: stop,
  };
}

async function readSite(siteDir: string, shippedDir: string): Promise<Reading> {
  const shipped = join(shippedDir, 'hub.md');
  const own = await ownHub(join(siteDir, 'hub.md'));
  const shippedHub = parseMarkdownFile(shipped, await readFile(shipped, 'utf8'));
  const hub = hubWords(shippedHub, own);
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
    hub,
    shippedHub,
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
