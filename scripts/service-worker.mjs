// Writes dist/client/service-worker.js: the source without its types, behind the release's name and files.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const entry = 'src/apps/web/entry-browser.tsx';
const isPage = (name) => /^src\/(features\/[^/]+|apps)\/web\/pages\//.test(name);

/**
 * What the application needs to open any of its pages: the entry and the pages with what they import at once. What a
 * tool loads later is kept when it is first used, so that nobody downloads editors they never open.
 */
export function filesOf(manifest) {
  const files = new Set();
  const seen = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`/${file}`);
    for (const child of chunk.imports ?? []) visit(child);
  };
  visit(entry);
  for (const name of Object.keys(manifest)) if (isPage(name)) visit(name);
  for (const { file } of Object.values(manifest))
    if (/latin-(wght|400)-normal.*\.woff2$/.test(file)) files.add(`/${file}`);
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
  writeFileSync(join(client, 'service-worker.js'), await serviceWorkerText(source, filesOf(manifest)));
}
