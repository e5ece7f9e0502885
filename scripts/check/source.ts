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
