// Writes dist/client/service-worker.js: the source without its types, behind the release's name and files.
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The first script, and what it brings in for members on every page.
const entries = ['src/apps/web/entry-browser.tsx', 'src/apps/web/for-members.ts'];
const isPage = (name) => /^src\/(features\/[^/]+|apps)\/web\/pages\//.test(name);

/** What a page loads later is light up to here, in bytes as they are on disk with all that comes with it. */
const lightBytes = 64 * 1024;

/**
 * What the application needs to open any of its pages: the entry and the pages with what they import at once, and what
 * they load later if it is light, such as a dialog. An editor is kept when it is first used: nobody downloads what they
 * never open.
 */
export function filesOf(manifest, sizeOf) {
  const files = new Set();
  const closure = (name, found = new Map()) => {
    const chunk = manifest[name];
    if (!chunk || found.has(name)) return found;
    found.set(
      name,
      [chunk.file, ...(chunk.css ?? [])].map((file) => `/${file}`),
    );
    for (const child of chunk.imports ?? []) closure(child, found);
    return found;
  };
  const add = (found) => found.forEach((own) => own.forEach((file) => files.add(file)));

  const pages = [...entries, ...Object.keys(manifest).filter(isPage)].map((name) => closure(name));
  pages.forEach(add);
  const later = new Set(
    pages.flatMap((found) => [...found.keys()]).flatMap((name) => manifest[name].dynamicImports ?? []),
  );
  for (const name of later) {
    const found = closure(name);
    const missing = [...found.values()].flat().filter((file) => !files.has(file));
    if (missing.reduce((sum, file) => sum + sizeOf(file), 0) <= lightBytes) add(found);
  }
  for (const { file } of Object.values(manifest))
    if (/latin-(wght|400|600)-normal.*\.woff2$|serif-4-latin-(400|600)-normal.*\.woff$/.test(file))
      files.add(`/${file}`);
  return [...files].sort();
}

export async function serviceWorkerText(source, files) {
  const { minify, transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(source, 'service-worker.ts', { sourcemap: false });
  const release = createHash('sha256').update(JSON.stringify(files)).update(code).digest('hex').slice(0, 12);
  const whole = `const RELEASE = ${JSON.stringify(release)};\nconst FILES = ${JSON.stringify(files)};\n${code}`;
  return (await minify('service-worker.js', whole)).code;
}

export async function writeServiceWorker(root) {
  const client = join(root, 'dist/client');
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));
  const source = readFileSync(join(root, 'src/platform/web/sw/service-worker.ts'), 'utf8');
  writeFileSync(
    join(client, 'service-worker.js'),
    await serviceWorkerText(
      source,
      filesOf(manifest, (file) => statSync(join(client, file)).size),
    ),
  );
}
