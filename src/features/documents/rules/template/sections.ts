import * as z from 'zod/mini';
import { lineNames, subsOf } from './line-names.ts';
import { allFields, type Field, type Inline, type ListStyle, type Node, type Template } from './template.ts';
import { clean } from '../answers/values.ts';

const mostSections = 24;

/** A clause that a draft adds to its document, or puts in place of one: plain words, in which {{name}} is a question. */
export const section = z.object({
  heading: z.string().check(z.maxLength(200)),
  text: z.string().check(z.maxLength(8000)),
  /** The clause of the document whose words these are now; left out: one of its own. */
  clause: z.optional(z.string().check(z.maxLength(60))),
});
export const sections = z.array(section).check(z.maxLength(mostSections));
export type Section = z.output<typeof section>;

/** Words only: whatever a browser could take for markup, an image or an address to follow is gone or plain. */
export const wordsOnly = (text: string): string =>
  clean(text, true)
    .replace(/<(script|style|iframe|object)\b[\s\S]*?(?:<\/\1>|$)/gi, '')
    .replace(/!\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\[([^[\]]+)\]\((?:[^)(]|\([^)(]*\))*\)/g, '$1')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    // A mark that is still being written; "fewer than <ten" is none.
    .replace(/<\/?[a-z!][\w-]*(?:\s+[\w-]+=[^<>]*|\s*\/?)?$/i, '')
    .replace(/^#{1,6} /gm, '')
    .replace(/\*\*|__|```+/g, '')
    .trim();

/** The template with these clauses in their places, new ones before its signatures; what they leave open becomes a question. */
export function withSections(template: Template, given: readonly Section[]): Template {
  const parts = given.slice(0, mostSections).map(({ heading, text, clause }) => ({
    heading: wordsOnly(heading).slice(0, 120),
    text: wordsOnly(text),
    clause,
  }));
  const changed = new Map(
    parts.flatMap(({ clause, text }) => (clause !== undefined && text !== '' ? [[clause, text]] : [])),
  );
  const added = parts.filter(
    ({ heading, text, clause }) => clause === undefined && heading !== '' && text !== '',
  );
  if (added.length + changed.size === 0) return template;
  const reader = new LineReader(template);
  const kept = inPlace(template.body, changed, reader);
  const isNumbered = template.body.some((node) => node.n === 'clause' && node.numbered);
  const nodes = added.map(({ heading, text }, index): Node => ({
    n: 'clause',
    id: `added-${index + 1}`,
    heading: [{ i: 'text', text: heading }],
    summary: [],
    numbered: isNumbered,
    own: true,
    body: reader.body(text, isNumbered),
  }));
  const at = beforeSignatures(kept);
  const body = at < 0 ? [...kept, ...nodes] : [...kept.slice(0, at), ...nodes, ...kept.slice(at)];
  const open = [...reader.open.values()];
  const steps =
    open.length > 0
      ? [
          ...template.steps,
          { title: 'Added clauses', why: 'What the added clauses leave open.', fields: open },
        ]
      : template.steps;
  return { ...template, body, steps };
}

/** Where what is signed ends: the heading over the signatures belongs to them. */
function beforeSignatures(nodes: Node[]): number {
  const at = nodes.findIndex(({ n }) => n === 'sign' || n === 'part' || n === 'page');
  const before = nodes[at - 1];
  return nodes[at]?.n === 'sign' && before?.n === 'clause' && !before.numbered ? at - 1 : at;
}

/** The clauses with other words where there are some; what summed up the old ones goes with them. */
const inPlace = (nodes: Node[], changed: ReadonlyMap<string, string>, reader: LineReader): Node[] =>
  nodes.map((node): Node => {
    if (node.n === 'if')
      return {
        ...node,
        branches: node.branches.map((branch) => ({ ...branch, body: inPlace(branch.body, changed, reader) })),
      };
    const text = node.n === 'clause' ? changed.get(node.id) : undefined;
    if (node.n !== 'clause' || text === undefined) return node;
    const isSubs = subsOf(node.body).length > 0;
    return { ...node, summary: [], own: true, body: reader.body(text, isSubs, node.body) };
  });

/** The parts of a clause that are no lines of words, in their order: tables, rows of a list, items with more within them. */
export const fixedParts = (nodes: Node[]): Node[] =>
  nodes.flatMap((node) => {
    if (node.n === 'if') return node.branches.flatMap(({ body }) => fixedParts(body));
    if (node.n === 'sub') return fixedParts(node.body);
    const isLine = node.n === 'para' || (node.n === 'item' && node.body.length === 0);
    return isLine ? [] : [node];
  });

function styleIn(nodes: Node[]): ListStyle | null {
  for (const node of nodes) {
    if (node.n === 'item') return node.style;
    const bodies =
      node.n === 'if' ? node.branches.map(({ body }) => body) : node.n === 'sub' ? [node.body] : [];
    for (const body of bodies) {
      const style = styleIn(body);
      if (style) return style;
    }
  }
  return null;
}

/** Plain words as nodes of a document: {{name}} is a field, [[id]] a reference, “word” a term, "- " an item, "> " goes on. */
class LineReader {
  readonly open = new Map<string, Field>();
  private readonly known: Map<string, Field['kind'] | null>;

  constructor(template: Template) {
    this.known = new Map([
      ...template.computed.map(({ name }) => [name, null] as const),
      ...allFields(template).map(({ name, kind }) => [name, kind] as const),
    ]);
  }

  /** `was` gives the names that references know, and how its items are marked. */
  body(text: string, isNumbered: boolean, was: Node[] = []): Node[] {
    const nodes: Node[] = [];
    const lines = text.split(/\n+/).filter((part) => part.trim() !== '');
    const numbered = lines.filter((line) => !/^\s*(?:[->] |\[\[@)/.test(line));
    const left = lineNames(numbered, subsOf(was));
    const fixed = fixedParts(was);
    const style = styleIn(was) ?? 'letter';
    for (const line of lines) {
      const [, mark, rest = ''] = /^([->]) (.*)$/.exec(line.trim()) ?? [];
      const last = nodes.at(-1);
      const kept = fixed[Number(/^(?:[->] )?\[\[@(\d+)\]\]$/.exec(line.trim())?.[1] ?? 0) - 1];
      if (kept) {
        (last?.n === 'sub' ? last.body : nodes).push(kept);
        continue;
      }
      if (mark !== undefined) {
        const words = this.words(rest);
        const node: Node = mark === '-' ? { n: 'item', style, words, body: [] } : { n: 'para', words };
        (last?.n === 'sub' ? last.body : nodes).push(node);
      } else if (isNumbered)
        nodes.push({ n: 'sub', id: left.shift() ?? '', words: this.words(line), body: [] });
      else nodes.push({ n: 'para', words: this.words(line) });
    }
    return nodes;
  }

  private words(text: string): Inline[] {
    return text
      .split(/(\{\{\s*[a-zA-Z][\w.]{0,60}\s*\}\}|\[\[[\w-]{1,60}\]\]|“[^“”{}]{1,80}”)/)
      .flatMap((piece): Inline[] => {
        const ref = /^\[\[([\w-]+)\]\]$/.exec(piece)?.[1];
        if (ref !== undefined) return [{ i: 'ref', id: ref }];
        const term = /^“(.*)”$/.exec(piece)?.[1];
        if (term !== undefined) return [{ i: 'term', text: term }];
        const path = /^\{\{\s*([\w.]+)\s*\}\}$/.exec(piece)?.[1];
        if (path === undefined) return piece === '' ? [] : [{ i: 'text', text: piece }];
        return [{ i: 'field', path: this.path(path) }];
      });
  }

  private path(path: string): string {
    const [name = ''] = path.split('.');
    const kind = this.known.get(name);
    if (kind === null || (kind && kind.type !== 'list'))
      return kind?.type === 'party' && name === path ? `${name}.name` : path;
    const own = name.charAt(0).toLowerCase() + name.slice(1);
    if (!this.known.has(own)) this.open.set(own, question(own));
    return own;
  }
}

function question(name: string): Field {
  const label = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\W]+/g, ' ')
    .toLowerCase();
  return {
    name,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    why: '',
    example: '',
    blank: label,
    required: true,
    show: null,
    fallback: null,
    brand: null,
    kind: { type: 'text' },
  };
}
