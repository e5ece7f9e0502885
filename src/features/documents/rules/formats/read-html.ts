import { isSettable, withoutRuns } from '../bounds.ts';
import { type Block, type Doc, linesOf, type Run } from '../assembly/doc.ts';
import {
  deep,
  elements,
  hasWords,
  letter,
  type Manner,
  mannerOf,
  sideOf,
  trimmed,
  withoutNumber,
} from './html-words.ts';
import { type Element, type HtmlNode, parseHtml, textOf } from './parse-html.ts';

/**
 * An edited text as a document again, so that it leaves the hub by the same ways as one that was just made. Whatever
 * is no part of a document is left behind here: nothing of the HTML itself reaches an output.
 */
export function readHtml(
  html: string | HtmlNode[],
  { slug, title, language = 'en' }: { slug: string; title: string; language?: string },
): Doc {
  const reader = new Reader();
  reader.walk(typeof html === 'string' ? parseHtml(html) : html);
  reader.loosen();
  return {
    slug,
    title,
    version: '',
    language,
    blocks: reader.blocks,
    notice: reader.notice,
    blanks: reader.blanks,
  };
}

const inlineTags = new Set([
  'a',
  'abbr',
  'b',
  'br',
  'code',
  'del',
  'em',
  'i',
  'label',
  'mark',
  's',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'u',
]);
const headings = /^h[1-6]$/;
/** A list inside of more lists than that stands as paragraphs: no sheet is wide enough, and no printer goes so deep. */
const deepestList = 8;

class Reader {
  readonly blocks: Block[] = [];
  readonly blanks: Doc['blanks'] = [];
  private readonly fields = new Set<string>();
  private readonly depth: number;
  notice = '';
  private hasTitle = false;
  private clause: Extract<Block, { b: 'clause' }> | null = null;
  private sub: Extract<Block, { b: 'sub' }> | null = null;
  private ids = 0;
  private readonly names = new Set<string>();

  constructor(depth = 0) {
    this.depth = depth;
  }

  walk(nodes: HtmlNode[]): void {
    let loose: HtmlNode[] = [];
    const flush = () => {
      const runs = this.runs(loose);
      loose = [];
      if (hasWords(runs)) this.add({ b: 'para', runs });
    };
    for (const node of nodes) {
      if (typeof node === 'string' || inlineTags.has(node.tag)) loose.push(node);
      else {
        flush();
        this.element(node);
      }
    }
    flush();
  }

  private element(node: Element): void {
    const { tag, attributes, children } = node;
    const names = (attributes['class'] ?? '').split(/\s+/);
    if (headings.test(tag)) this.heading(node);
    else if (tag === 'p') this.paragraph(node, names);
    else if ((tag === 'ul' || tag === 'ol') && this.depth < deepestList) this.add(this.list(node));
    // One that no sheet could hold stands as paragraphs.
    else if (tag === 'table' && isSettable(node)) {
      const table = this.table(node);
      if (table) this.add(table);
    } else if (tag === 'hr') this.top({ b: 'page' });
    else if (tag === 'aside' || tag === 'header') return;
    else if (names.includes('doc-signatures')) this.top(this.signatures(node));
    else if (tag === 'pre')
      for (const line of textOf(children).split('\n'))
        this.add({ b: 'para', runs: [{ r: 'text', text: line }] });
    else this.walk(children);
  }

  private heading({ tag, attributes, children }: Element): void {
    const { number, rest } = withoutNumber(children);
    const runs = trimmed(this.runs(rest));
    if (!hasWords(runs)) return;
    if (tag === 'h1') {
      const isTitle = !this.hasTitle;
      this.hasTitle = true;
      this.top({
        b: isTitle ? 'title' : 'part',
        id: isTitle ? 'title' : this.own(attributes['id']) || this.id(),
        runs,
      });
      return;
    }
    if (tag !== 'h2') return this.add({ b: 'heading', runs });
    const clause: Block = {
      b: 'clause',
      id: this.own(attributes['id']) || this.id(),
      number: number.replace(/\.$/, ''),
      heading: runs,
      summary: [],
      blocks: [],
    };
    this.top(clause);
    this.clause = clause;
  }

  private paragraph({ attributes, children }: Element, names: string[]): void {
    if (names.includes('doc-notice')) {
      this.notice = textOf(children).replace(/\s+/g, ' ').trim();
      return;
    }
    if (names.includes('doc-sub')) {
      const { number, rest } = withoutNumber(children);
      const sub: Block = {
        b: 'sub',
        id: this.own(attributes['id']),
        number,
        runs: trimmed(this.runs(rest)),
        blocks: [],
      };
      (this.clause?.blocks ?? this.blocks).push(sub);
      this.sub = sub;
      return;
    }
    const runs = trimmed(this.runs(children));
    const side = sideOf(attributes);
    if (hasWords(runs)) this.add({ b: 'para', runs, ...(side && { side }) });
  }

  /** What follows a numbered paragraph belongs to it, until the next one. */
  private add(block: Block): void {
    (this.sub?.blocks ?? this.clause?.blocks ?? this.blocks).push(block);
  }

  private top(block: Block): void {
    this.clause = null;
    this.sub = null;
    this.blocks.push(block);
  }

  private list({ tag, attributes, children }: Element): Block {
    const items = elements(children, 'li').map((item, index) => {
      const inner = new Reader(this.depth + 1);
      inner.walk(item.children);
      const [first, ...blocks] = inner.blocks;
      const runs = first?.b === 'para' ? first.runs : [];
      const mark =
        tag === 'ul'
          ? '•'
          : attributes['type'] === 'a'
            ? `(${letter(index)})`
            : `${Number(attributes['start'] ?? 1) + index}.`;
      this.blanks.push(...inner.blanks);
      return { mark, runs, blocks: first && first.b !== 'para' ? inner.blocks : blocks };
    });
    return {
      b: 'list',
      style: tag === 'ul' ? 'bullet' : attributes['type'] === 'a' ? 'letter' : 'number',
      items,
    };
  }

  private table({ children }: Element): Block | null {
    const rows = deep(children, 'tr').map((row) =>
      row.children.filter((cell): cell is Element => typeof cell !== 'string' && /^t[dh]$/.test(cell.tag)),
    );
    const wide = Math.max(0, ...rows.map((row) => row.length));
    if (wide === 0) return null;
    const cells = (row: Element[]): Run[][] =>
      Array.from({ length: wide }, (_, index) => this.cell(row[index]?.children ?? []));
    const [first = [], ...others] = rows;
    const hasHead = first.length > 0 && first.every(({ tag }) => tag === 'th');
    const sample = others[0] ?? first;
    const align = Array.from({ length: wide }, (_, index) => {
      const cell = sample[index];
      const inner = cell && elements(cell.children, 'p')[0];
      const isEnd = [cell, inner].some((one) => one && sideOf(one.attributes) === 'right');
      return isEnd ? ('end' as const) : ('start' as const);
    });
    return {
      b: 'table',
      align,
      head: hasHead ? cells(first) : [],
      rows: (hasHead ? others : rows).map(cells),
    };
  }

  /** The paragraphs of a cell in one line of runs. */
  private cell(children: HtmlNode[]): Run[] {
    const inner = new Reader(this.depth + 1);
    inner.walk(children);
    this.blanks.push(...inner.blanks);
    return inner.blocks.flatMap((block, index): Run[] => [
      ...(index > 0 ? [{ r: 'break' } as const] : []),
      ...('runs' in block
        ? block.runs
        : block.b === 'list'
          ? block.items.flatMap(({ mark, runs }): Run[] => [{ r: 'text', text: `${mark} ` }, ...runs])
          : []),
    ]);
  }

  private signatures({ children }: Element): Block {
    const parties = children
      .filter(
        (one): one is Element =>
          typeof one !== 'string' && (one.attributes['class'] ?? '').includes('doc-signature'),
      )
      .map((party) => ({
        heading: elements(party.children, 'p').flatMap((line) => trimmed(this.runs(line.children))),
        lines: elements(party.children, 'table')
          .flatMap((table) => deep(table.children, 'tr'))
          .map(({ children: row }) => {
            const [label, words] = row.filter((cell): cell is Element => typeof cell !== 'string');
            return { label: textOf(label?.children ?? []).trim(), runs: this.cell(words?.children ?? []) };
          }),
      }));
    return { b: 'signatures', parties };
  }

  private runs(nodes: HtmlNode[], manner: Manner = {}): Run[] {
    return nodes.flatMap((node): Run[] => {
      if (typeof node === 'string') {
        const text = withoutRuns(node.replace(/[ \t\r\n]+/g, ' '));
        return text === '' ? [] : [{ r: 'text', text, ...manner }];
      }
      const { tag, attributes, children } = node;
      if (tag === 'br') return [{ r: 'break' }];
      if (tag === 'mark' && attributes['data-field'] !== undefined)
        return [this.blank(attributes['data-field'], textOf(children))];
      const href = tag === 'a' ? (attributes['href'] ?? '') : '';
      if (href.startsWith('#')) return [{ r: 'ref', id: href.slice(1), text: textOf(children) }];
      return this.runs(children, {
        ...manner,
        ...mannerOf(tag),
        ...(/^(?:https?:|mailto:)/i.test(href) && { href }),
      });
    });
  }

  private blank(field: string, words: string): Run {
    const label = words.replace(/^\[|\]$/g, '');
    if (!this.fields.has(field)) this.blanks.push({ field, label });
    this.fields.add(field);
    return { r: 'blank', field, label };
  }

  /** A name that nothing before has: a copy of a clause is not the clause. */
  private own(id = ''): string {
    if (id === '' || this.names.has(id)) return '';
    this.names.add(id);
    return id;
  }

  /** A reference may outlive its clause: then it is words. */
  loosen(): void {
    for (const line of linesOf(this.blocks)) {
      for (const [index, run] of line.entries())
        if (run.r === 'ref' && !this.names.has(run.id)) line[index] = { r: 'text', text: run.text };
    }
  }

  private id = (): string => this.own(`part-${++this.ids}`) || this.id();
}
