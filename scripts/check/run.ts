import { boundaries } from './boundaries.ts';
import type { Check, Findings } from './check.ts';
import { format } from './format.ts';
import { lint } from './lint.ts';
import { markdown } from './markdown.ts';
import { openapi } from './openapi.ts';
import { looks } from './looks.ts';
import { patterns } from './patterns/patterns.ts';
import { proofs } from './proofs.ts';
import { hasRoutes, routes } from './routes.ts';
import { server } from './server.ts';
import { sizes } from './sizes.ts';
import type { Tree } from './tree.ts';
import { storage } from './storage.ts';
import { tests } from './tests.ts';
import { types } from './types.ts';
import { words } from './words.ts';

const everywhere = [
  types,
  lint,
  format,
  boundaries,
  looks,
  storage,
  server,
  sizes,
  words,
  patterns,
  tests,
  proofs,
  markdown,
];

export const checksFor = (tree: Tree): Check[] =>
  hasRoutes(tree) ? [...everywhere, routes, openapi] : everywhere;

export interface Outcome extends Findings {
  name: string;
  seconds: number;
}

export async function runCheck(check: Check, tree: Tree): Promise<Outcome> {
  const start = performance.now();
  const found = await check.run(tree).catch((error: unknown) => crashed(check, error));
  const { looked, faults, notes = [] } = found;
  if (looked === 0 && faults.length === 0) {
    faults.push({ file: '.', line: 1, rule: 'blind', words: `${check.name} checked nothing` });
  }
  return { name: check.name, looked, faults, notes, seconds: (performance.now() - start) / 1000 };
}

function crashed(check: Check, error: unknown): Findings {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    looked: 0,
    faults: [{ file: 'scripts/check', line: 1, rule: 'crash', words: `${check.name}: ${text}` }],
  };
}
