import ts from 'typescript';
import type { Check, Fault } from './check.ts';
import { colourExceptions } from './colour-exceptions.ts';
import { lineOf, parse, visit } from './source.ts';
import { isTest, type Tree } from './tree.ts';

const colour =
  /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(\s*[\d.-]/i;
const namedColour =
  /(?<![\w-])(?:white|black|red|green|blue|gr[ae]y|silver|orange|yellow|purple|pink|brown|navy|teal|maroon|olive|lime|gold|crimson|tomato|coral|indigo|violet|magenta|cyan)(?![\w-])/i;
const palette =
  /(?<![\w-])(?:bg|text|border(?:-[trblxyse])?|ring(?:-offset)?|inset-ring|fill|stroke|from|via|to|outline|decoration|divide|shadow|inset-shadow|drop-shadow|accent|caret|placeholder)-(?:(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|taupe|mauve|mist|olive)-(?:50|[1-9]00|950)|white|black)(?![\w-])/;
const length = /\d(?:px|rem|em|ch|ex|pt|vh|vw|dvh|svh|lvh|%)(?![\w-])/;
/** `text-[13px]`, `-mt-[7px]`, `min-[900px]:`, `[margin:3px]`; a state such as `data-[state=open]:` is no size. */
const arbitrary = /(?<![\w-])-?(?<name>[a-z][\w/-]*-)?\[(?<value>[^\]\s]+)\]/g;
const states = /^(?:group-|peer-|not-|in-)*(?:data|aria|has|not|supports|nth|nth-last|group|peer|in)-$/;
const colourProperty = /^(?:color|background|fill|stroke|stopColor|\w*Color)$/;
const sizeProperty =
  /(?:padding|margin|width|height|size|gap|inset|radius|lineHeight|letterSpacing)|^(?:top|left|right|bottom)$/i;

/** Colours and sizes come from ui's tokens, so that a theme can be changed in one place. */
export const looks: Check = {
  name: 'looks',
  async run(tree) {
    const excused = (file: string) => colourExceptions.find(({ path }) => file.startsWith(path));
    const files = tree.files.filter(
      (file) => /^src\/.*\.(tsx?|css)$/.test(file) && !file.startsWith('src/ui/') && !isTest(file),
    );
    const faults = files.flatMap((file) => {
      const found = file.endsWith('.css') ? inStyles(tree, file) : inCode(tree, file);
      return excused(file) ? found.filter(({ rule }) => rule !== 'raw-colour') : found;
    });
    return { looked: files.length, faults };
  },
};

const rawColour = (file: string, line: number, what: string): Fault => {
  return { file, line, rule: 'raw-colour', words: `${what}: use a token from src/ui` };
};
const rawSize = (file: string, line: number, what: string): Fault => {
  return { file, line, rule: 'raw-size', words: `${what}: use a step of the scale in src/ui` };
};

function inCode(tree: Tree, file: string): Fault[] {
  const source = parse(file, tree.read(file));
  const isTsx = file.endsWith('.tsx');
  const faults: Fault[] = [];
  visit(source, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return false;
    // An anchor such as href="#fade" is an address.
    if (ts.isJsxAttribute(node) && /^(?:href|to|id|htmlFor)$/.test(node.name.getText(source))) return false;
    if (isTsx && ts.isNumericLiteral(node) && Number(node.text) !== 0 && isInlineSize(node, source)) {
      faults.push(rawSize(file, lineOf(source, node), node.text));
    }
    if (!isText(node)) return;
    const { text } = node;
    const line = lineOf(source, node);
    const raw = colour.exec(text)?.[0] ?? (isTsx ? palette.exec(text)?.[0] : undefined);
    if (raw) faults.push(rawColour(file, line, raw));
    else if (isTsx && colourProperty.test(nameOf(node, source)) && namedColour.test(text))
      faults.push(rawColour(file, line, text));
    if (!isTsx) return;
    for (const found of arbitrarySizes(text)) faults.push(rawSize(file, line, found));
    if (length.test(text) && isInlineSize(node, source)) faults.push(rawSize(file, line, text));
  });
  return faults;
}

const isText = (
  node: ts.Node,
): node is ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node);

/** The attribute or property that this value stands in, or ''. */
function nameOf(node: ts.Node, source: ts.SourceFile): string {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && parent.initializer === node) return parent.name.getText(source);
  if (ts.isJsxAttribute(parent)) return parent.name.getText(source);
  return '';
}

/** A fixed value of a size in style={{ ... }}; a measured one (`${percent}%`) is not fixed. */
function isInlineSize(node: ts.Node, source: ts.SourceFile): boolean {
  if (!ts.isStringLiteralLike(node) && !ts.isNumericLiteral(node)) return false;
  if (!sizeProperty.test(nameOf(node, source))) return false;
  return (
    ts.findAncestor(node, (above) => ts.isJsxAttribute(above) && above.name.getText(source) === 'style') !==
    undefined
  );
}

function arbitrarySizes(text: string): string[] {
  return [...text.matchAll(arbitrary)].flatMap(({ 0: found, groups }) => {
    const { name = '', value = '' } = groups ?? {};
    if (states.test(name)) return [];
    const isProperty = name === '' && /^[a-z-]+:/.test(value);
    const isUtility = name !== '' && (length.test(value) || /^-?[\d.]+$/.test(value));
    return (isProperty && length.test(value)) || isUtility ? [found] : [];
  });
}

function inStyles(tree: Tree, file: string): Fault[] {
  const text = tree.read(file).replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return text.split('\n').flatMap((line, index) => {
    const value =
      /^[^{]*?:(?<value>[^{]*)$/.exec(line)?.groups?.['value'] ?? (/@apply/.test(line) ? line : '');
    const found = colour.exec(value)?.[0] ?? palette.exec(value)?.[0] ?? namedColour.exec(value)?.[0];
    const size = /(?<![\w.-])(?!1px)\d*\.?\d+(?:px|rem|em|pt)(?![\w-])/.exec(value)?.[0];
    return [
      ...(found ? [rawColour(file, index + 1, found)] : []),
      ...(size ? [rawSize(file, index + 1, size)] : []),
    ];
  });
}
