import { type Run, runsText, type Side } from '../assembly/doc.ts';
import { type Element, type HtmlNode, textOf } from './parse-html.ts';

export interface Manner {
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  href?: string;
}

export const mannerOf = (tag: string): Manner =>
  tag === 'b' || tag === 'strong'
    ? { bold: true }
    : tag === 'i' || tag === 'em'
      ? { italic: true }
      : tag === 'u'
        ? { underline: true }
        : ['s', 'del', 'strike'].includes(tag)
          ? { strike: true }
          : {};

export function sideOf(attributes: Element['attributes']): Side | null {
  const words = `${attributes['align'] ?? ''} ${/text-align:\s*(\w+)/.exec(attributes['style'] ?? '')?.[1] ?? ''}`;
  const [side] = /center|right|justify/.exec(words) ?? [];
  return (side as Side | undefined) ?? null;
}

/** The number that stands before the words of a clause or a numbered paragraph. */
export function withoutNumber(children: HtmlNode[]): { number: string; rest: HtmlNode[] } {
  const at = children.findIndex(
    (node) => typeof node !== 'string' && (node.attributes['class'] ?? '').includes('doc-number'),
  );
  const found = children[at];
  if (found === undefined || typeof found === 'string') return { number: '', rest: children };
  return { number: textOf(found.children).trim(), rest: children.filter((_, index) => index !== at) };
}

export const elements = (nodes: HtmlNode[], tag: string): Element[] =>
  nodes.filter((node): node is Element => typeof node !== 'string' && node.tag === tag);

export const deep = (nodes: HtmlNode[], tag: string): Element[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' || node.tag === 'table'
      ? []
      : node.tag === tag
        ? [node]
        : deep(node.children, tag),
  );

export function trimmed(runs: Run[]): Run[] {
  const made = runs.map((run) => ({ ...run }));
  const [first] = made;
  const last = made.at(-1);
  if (first?.r === 'text') first.text = first.text.trimStart();
  if (last?.r === 'text') last.text = last.text.trimEnd();
  return made.filter((run) => run.r !== 'text' || run.text !== '');
}

export const hasWords = (runs: Run[]): boolean => runsText(runs).trim() !== '';
export const letter = (index: number): string =>
  String.fromCharCode(97 + (index % 26)).repeat(Math.floor(index / 26) + 1);
