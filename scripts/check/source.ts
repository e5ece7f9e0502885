import ts from 'typescript';

export function parse(file: string, text: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

export const lineOf = (source: ts.SourceFile, node: ts.Node): number =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;

/** Every node, parents first; a visitor that answers `false` skips what is inside. */
export function visit(node: ts.Node, visitor: (node: ts.Node) => boolean | void): void {
  ts.forEachChild(node, (child) => {
    if (visitor(child) !== false) visit(child, visitor);
  });
}

/** test.skip(...) is ['test', 'skip']; test.each(rows)(...) is ['test', 'each']. */
export function calledAs(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calledAs(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return calledAs(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return calledAs(callee.tag);
  return [];
}

export const isTestCall = (node: ts.CallExpression): boolean =>
  /^(?:test|it|describe)$/.test(calledAs(node.expression)[0] ?? '');

/** As it is written: a place in a template keeps its braces. */
export function titleOf(call: ts.CallExpression, source: ts.SourceFile): string | undefined {
  const title = call.arguments[0];
  if (!title) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText(source).slice(1, -1) : undefined;
}

export const clausesIn = (title: string): string[] =>
  [...title.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id = '']) => id);
