// Builds the web rooms for the browser and for the server's rendering; does nothing when nothing changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeServiceWorker } from './service-worker.mjs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const stampFile = join(dist, 'stamp');

/** Everything the build reads: sources by content, packages by their lock. */
export function sourceStamp() {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name));
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
    }
  };
  for (const name of [
    'src/base',
    'src/ui',
    'src/platform/web',
    'src/apps/web',
    'src/features',
    'content/fonts',
  ]) {
    if (existsSync(join(root, name))) visit(join(root, name));
  }
  for (const name of [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'scripts/build.mjs',
    'scripts/service-worker.mjs',
  ]) {
    if (existsSync(join(root, name))) visit(join(root, name));
  }
  return hash.digest('hex');
}

export const isBuilt = () =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === sourceStamp();

export async function build() {
  const started = performance.now();
  const stamp = sourceStamp();
  process.env.NODE_ENV = 'production';
  const { build: viteBuild } = await import('vite');
  const quiet = { root, logLevel: 'warn', configFile: join(root, 'vite.config.ts') };
  rmSync(stampFile, { force: true });
  await viteBuild(quiet);
  await viteBuild({ ...quiet, build: { ssr: 'src/apps/web/entry-server.tsx' } });
  await viteBuild({
    ...quiet,
    configFile: false,
    publicDir: false,
    build: {
      outDir: 'dist/desk',
      emptyOutDir: true,
      rolldownOptions: {
        input: { desk: 'src/features/desk/web/entry.ts', sw: 'src/features/desk/web/sw.ts' },
        output: { entryFileNames: '[name].js', format: 'es' },
      },
    },
  });
  await writeServiceWorker(root);
  compress(join(dist, 'client'));
  const { bundle } = await import(pathToFileURL(join(dist, 'server/entry-server.js')).href);
  writeFileSync(join(dist, 'server/routes.json'), JSON.stringify(bundle.pages, null, 1));
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'built.json'), JSON.stringify({ seconds: (performance.now() - started) / 1000 }));
  writeFileSync(stampFile, `${stamp}\n`);
}

// Compressed once, as small as it gets: no request pays for it.
function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) compress(path);
    else if (/\.(js|css|svg|json|webmanifest)$/.test(name)) {
      const bytes = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (isBuilt()) console.log('build: up to date');
  else {
    const started = Date.now();
    await build();
    console.log(`build: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}
