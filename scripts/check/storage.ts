import ts from 'typescript';
import type { Check, Fault } from './check.ts';
import { lineOf, parse, visit } from './source.ts';
import { isTest, type Tree } from './tree.ts';

/** The few that hold a browser's storage itself. */
const holders = new Set([
  'src/platform/web/area.ts',
  'src/platform/web/caches.ts',
  'src/platform/web/device.ts',
  'src/platform/web/disk.ts',
  // It runs as it stands, without imports.
  'src/platform/web/sw/service-worker.ts',
  // One page that says that there is no network, and its style.
  'src/features/desk/web/sw.ts',
  // The theme has no owner, and the ui knows no platform.
  'src/ui/theme.ts',
  'src/ui/head-script.ts',
]);
const raw = /^(?:localStorage|sessionStorage|indexedDB|caches|cookieStore)$/;
const written = /\b(?:localStorage|sessionStorage|indexedDB|caches)\s*[.[]/;

/** What a browser keeps goes through platform/web, by the table of its owners: `keys.ts`. */
export const storage: Check = {
  name: 'storage',
  async run(tree) {
    const files = tree.files.filter(
      (file) => /^src\/.*\.tsx?$/.test(file) && !isTest(file) && !holders.has(file),
    );
    return { looked: files.length, faults: files.flatMap((file) => inFile(tree, file)) };
  },
};

function inFile(tree: Tree, file: string): Fault[] {
  const source = parse(file, tree.read(file));
  const faults: Fault[] = [];
  visit(source, (node) => {
    const found = rawIn(node);
    if (found === null) return;
    const line = lineOf(source, node);
    faults.push({
      file,
      line,
      rule: 'raw-storage',
      words: `${found}: use platform/web/storage.ts, disk.ts or caches.ts`,
    });
  });
  return faults;
}

function rawIn(node: ts.Node): string | null {
  if (ts.isIdentifier(node) && raw.test(node.text)) {
    const { parent } = node;
    // A field or a parameter of that name is none of a browser's.
    const isName =
      ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isParameter(parent);
    return isName && parent.name === node ? null : node.text;
  }
  if (!ts.isStringLiteralLike(node)) return null;
  if (ts.isImportDeclaration(node.parent)) return node.text === 'idb' ? 'idb' : null;
  const isIndex = ts.isElementAccessExpression(node.parent) && raw.test(node.text);
  return isIndex || written.test(node.text) ? node.text.slice(0, 40) : null;
}
