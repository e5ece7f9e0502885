import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const everywhere =
  /rolldown\/runtime|vite\/preload-helper|\/node_modules\/(?:react|react-dom|scheduler)\/|\/src\/(?:base\/problem|platform\/web\/(?:chunks|viewer|keys|owner|place|area|visit|storage)|ui\/(?:link|icon|text))\.tsx?$/;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  appType: 'custom',
  publicDir: false,
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: 'src/apps/web/entry-server.tsx',
        emptyOutDir: true,
        target: 'node24',
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        // Fonts stay files: inlined they would be fetched with the style sheet, before anything is shown.
        assetsInlineLimit: 0,
        // Pages lean on the first script; what else a part needs it asks for itself. Only styles must be there first.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_file, dependencies) => dependencies.filter((file) => file.endsWith('.css')),
        },
        rolldownOptions: {
          input: 'src/apps/web/entry-browser.tsx',
          // What every page has anyway packs better in one file than in ten.
          output: {
            // The first script names them all, and what is random doesn't pack: a letter less is 100 bytes, and so are plainer letters.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            hashCharacters: 'hex',
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'shell', test: everywhere },
                { name: 'form', test: /src\/ui\/(?:field|feedback)\.tsx$/ },
                {
                  name: 'shelf',
                  test: /src\/(?:base\/money|ui\/(?:price|stationery)|platform\/web\/caches|apps\/web\/cached-pages|features\/store\/(?:rules\/product|web\/product-picture))\.tsx?$/,
                },
                {
                  name: 'doc',
                  test: /src\/(?:base\/locale|ui\/paper|features\/documents\/(?:rules\/(?:assembly\/doc|answers\/kept-answers)|web\/(?:doc-view|doc-table|paths)))\.tsx?$/,
                },
              ],
            },
          },
        },
      },
  // Everything into one file of the server's bundle, React included: one copy, loaded in one read.
  // In development Node loads the packages itself: some are not ES modules.
  ...(command === 'build' && { ssr: { noExternal: true } }),
}));
