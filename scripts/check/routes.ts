import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { Check, Findings } from './check.ts';
import type { Tree } from './tree.ts';

// The server app says itself whether each of its routes declares who may call it.
const hook = 'src/apps/server/http/routes.check.ts';

export const hasRoutes = (tree: Tree): boolean => tree.files.includes(hook);

export const routes: Check = {
  name: 'routes',
  async run(tree) {
    const { checkRoutes } = (await import(pathToFileURL(join(tree.root, hook)).href)) as {
      checkRoutes(): Promise<Findings>;
    };
    return checkRoutes();
  },
};
