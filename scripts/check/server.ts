import ts from 'typescript';
import type { Check, Fault } from './check.ts';
import { lineOf, parse, visit } from './source.ts';
import { isTest, type Tree } from './tree.ts';

/** The time comes in as an argument, but where a process is put together, and where only the true one will do. */
const knowsTheTime = /^src\/(?:base\/clock|apps\/server\/.*|platform\/server\/(?:log|files\/s3))\.ts$/;
/** One place makes locks of names; the others come before there is a database, or are looked for by their number. */
const makesLocks =
  /^src\/(?:platform\/server\/database\/(?:locks|embedded\/(?:embedded|owner))|apps\/server\/join-hub)\.ts$/;

/** What server code takes from one place, the time and the names of its locks, and where work stands that routes share. */
export const server: Check = {
  name: 'server',
  async run(tree) {
    const files = tree.files.filter(
      (file) => /^src\/(?:base|(?:.*\/)?(?:server|rules))\/.*\.ts$/.test(file) && !isTest(file),
    );
    return { looked: files.length, faults: files.flatMap((file) => inFile(tree, file)) };
  },
};

function inFile(tree: Tree, file: string): Fault[] {
  const source = parse(file, tree.read(file));
  const faults: Fault[] = [];
  visit(source, (node) => {
    const tell = (rule: string, words: string) =>
      faults.push({ file, line: lineOf(source, node), rule, words });
    if (file !== 'src/base/clock.ts' && isTrueTime(node))
      tell('real-time', 'reads the time directly: use the given clock.now(), or performance.now()');
    if (ts.isImportSpecifier(node) && node.name.text === 'systemClock' && !knowsTheTime.test(file))
      tell('real-time', 'pass the clock in as an argument');
    if (/routes\.ts$/.test(file) && ts.isFunctionDeclaration(node) && isExported(node))
      if (!/Routes?$/.test(node.name?.text ?? ''))
        tell('work-in-routes', 'a routes file only declares routes: move shared code into its own module');
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node))
      if (node.text.includes('_advisory_') && !makesLocks.test(file))
        tell('raw-lock', 'use holdLock or tryLock from platform/server/database/locks.ts');
  });
  return faults;
}

const isExported = (node: ts.FunctionDeclaration) =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

/** `Date.now()`, `new Date()` and `Date()`. */
function isTrueTime(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.getText() === 'Date.now';
  const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
  return isMade && node.expression.getText() === 'Date' && (node.arguments ?? []).length === 0;
}
