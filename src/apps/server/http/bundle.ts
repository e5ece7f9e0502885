import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WebBundle } from '#base/render.ts';

export interface BuiltWeb {
  bundle: WebBundle;
  assetTags(module: string | null): string;
  clientFolder: string;
  release: string;
}

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  isEntry?: boolean;
}

type Manifest = Record<string, ManifestChunk>;

const entry = 'src/apps/web/entry-browser.tsx';

/** The output of `scripts/build.mjs`. */
export async function loadBuiltWeb(dist: string): Promise<BuiltWeb> {
  const manifestPath = join(dist, 'client/.vite/manifest.json');
  if (!existsSync(manifestPath)) throw new Error('The web application is not built. Run: npm start');
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest;
  const { bundle } = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as {
    bundle: WebBundle;
  };
  const tags = new Map<string | null, string>();
  return {
    bundle,
    clientFolder: join(dist, 'client'),
    release: (await readFile(join(dist, 'stamp'), 'utf8')).trim().slice(0, 12),
    assetTags(module) {
      let text = tags.get(module);
      if (text === undefined) tags.set(module, (text = assetTags(manifest, module)));
      return text;
    },
  };
}

/**
 * The document references the first script and all styles. A page's own code is loaded by the first script: the
 * server has already rendered the page, and what makes it interactive has a budget. Scripts are in `data-start`:
 * the inline script in the head requests them after the first paint.
 */
function assetTags(manifest: Manifest, module: string | null): string {
  const first = reach(manifest, entry);
  const page = module ? reach(manifest, module) : [];
  const scripts = new Set(first.map((chunk) => chunk.file));
  const styles = new Set([...first, ...page].flatMap((chunk) => chunk.css ?? []));

  const main = manifest[entry]?.file;
  const fonts = Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => file.includes('schibsted-grotesk-latin-wght-normal') && file.endsWith('.woff2'));
  return [
    ...fonts.map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...scripts]
      .filter((file) => file !== main)
      // The inline script turns it into a link: without an href, it isn't valid HTML yet.
      .map((file) => `<script data-start="/${file}"></script>`),
    `<script type="module" data-start="/${main}"></script>`,
  ].join('\n');
}

/** A chunk with everything it imports. */
function reach(manifest: Manifest, name: string, seen = new Set<string>()): ManifestChunk[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [chunk, ...(chunk.imports ?? []).flatMap((child) => reach(manifest, child, seen))];
}
