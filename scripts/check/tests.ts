import ts from 'typescript';
import type { Check, Fault } from './check.ts';
import { calledAs, clausesIn, isTestCall, lineOf, parse, titleOf, visit } from './source.ts';
import { isTest, type Tree } from './tree.ts';

/** Tests that can be read, and that fail when what they say is not so. */
export const tests: Check = {
  name: 'tests',
  async run(tree) {
    const files = tree.files.filter(isTest);
    return { looked: files.length, faults: files.flatMap((file) => inFile(tree, file)) };
  },
};

function inFile(tree: Tree, file: string): Fault[] {
  const source = parse(file, tree.read(file));
  const faults: Fault[] = [];
  const tell = (node: ts.Node, rule: string, words: string) =>
    faults.push({ file, line: lineOf(source, node), rule, words });

  visit(source, (node) => {
    if (ts.isReturnStatement(node) && endsTest(node)) {
      tell(
        node,
        'quiet-end',
        'a test that ends early passes: context.skip(), test.runIf() or test.skip() say so',
      );
    }
    if (!ts.isCallExpression(node)) return;
    if (isTestCall(node)) {
      const title = titleOf(node, source) ?? '';
      if (title.length >= 100)
        tell(node, 'long-title', `${title.length} characters, of 99 that a title may have`);
      const { length } = clausesIn(title);
      if (length > 2) tell(node, 'many-clauses', `names ${length} clauses, and proves two at most`);
    }
    if (isExpect(node.expression) && isConditional(node)) {
      tell(node, 'perhaps', 'an expect in a condition may never run: make the condition what is expected');
    }
  });
  return faults;
}

/** `expect(...)` itself: not what is asked of it, nor a matcher such as `expect.any(...)`. */
const isExpect = (callee: ts.Expression) =>
  /^expect(?:,(?:poll|soft))?$/.test(calledAs(callee).join()) && !ts.isCallExpression(callee);

/** Whether a branch that need not be taken stands between an expect and its test, or the function that holds it. */
function isConditional(node: ts.Node): boolean {
  for (let at = node; !ts.isSourceFile(at.parent) && !holdsTest(at.parent); at = at.parent) {
    const { parent } = at;
    if (ts.isIfStatement(parent) && at !== parent.expression) return true;
    if (ts.isConditionalExpression(parent) && at !== parent.condition) return true;
    if (ts.isBinaryExpression(parent) && isShortCut(parent.operatorToken) && at === parent.right) return true;
    if (ts.isCaseClause(parent) || ts.isCatchClause(parent)) return true;
  }
  return false;
}

const isShortCut = ({ kind }: ts.Node) =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken ||
  kind === ts.SyntaxKind.BarBarToken ||
  kind === ts.SyntaxKind.QuestionQuestionToken;

const holdsTest = (node: ts.Node) =>
  ts.isCallExpression(node) && isTestCall(node) && calledAs(node.expression)[0] !== 'describe';

/** A return of the function that is itself the test, not of one that is made in it. */
function endsTest(node: ts.ReturnStatement): boolean {
  let at: ts.Node = node.parent;
  while (!ts.isFunctionLike(at) && !ts.isSourceFile(at)) at = at.parent;
  return !ts.isSourceFile(at) && holdsTest(at.parent);
}
