import type { Scope } from './expression.ts';
import { parseInline, type Place, readCondition } from './inline.ts';
import type { Mistake } from './mistake.ts';
import type { Align, Branch, Inline, Kind, Node } from './template.ts';

interface Line {
  text: string;
  indent: number;
  number: number;
}

/** A place that nodes are put into: the whole body, a clause, a numbered paragraph, a branch. */
interface Level {
  nodes: Node[];
  kind: 'body' | 'clause' | 'sub' | 'item' | 'table' | 'if' | 'each';
  branches?: Branch<Node>[];
  scope: Scope;
  line: number;
}

/** The body of a document file, line by line. docs/document-files.md says what an author may write. */
export function parseBody(
  text: string,
  firstLine: number,
  scope: Scope,
): { nodes: Node[]; mistakes: Mistake[] } {
  return new BodyReader(scope).read(text, firstLine);
}

class BodyReader {
  private readonly mistakes: Mistake[] = [];
  private readonly nodes: Node[] = [];
  private readonly levels: Level[];
  private paragraph: Line[] = [];
  private lines: string[] = [];
  private next = 0;
  private clauses = 0;
  private titles = 0;
  private readonly ids = new Set<string>();
  private readonly references: { id: string; line: number }[] = [];

  constructor(scope: Scope) {
    this.levels = [{ nodes: this.nodes, kind: 'body', scope, line: 0 }];
  }

  read(text: string, firstLine: number): { nodes: Node[]; mistakes: Mistake[] } {
    this.lines = text.split(/\r?\n/);
    this.lines.forEach((raw, index) => {
      this.next = index + 1;
      const trimmed = raw.trim();
      this.line({ text: trimmed, indent: raw.length - raw.trimStart().length, number: firstLine + index });
    });
    this.flush();
    for (const level of this.levels) {
      if (level.branches || level.kind === 'each')
        this.wrong(level.line, 'missing {{end}} on a line of its own');
    }
    this.findLost();
    return { nodes: this.nodes, mistakes: this.mistakes.sort((a, b) => a.line - b.line) };
  }

  private get level(): Level {
    return this.levels.at(-1) as Level;
  }

  private wrong(line: number, words: string): void {
    this.mistakes.push({ line, words });
  }

  private line(line: Line): void {
    const { text } = line;
    const alone = /^\{\{\s*((?:if|else if|each|sign|initial)\s[^}]*|(?:else|end|page)\s*)\}\}$/.exec(
      text,
    )?.[1];
    const starts = text === '' || alone !== undefined || /^(?:#{1,2} |> |1\. |a\. |- |\|)/.test(text);
    if (!starts) {
      this.paragraph.push(line);
      return;
    }
    this.flush();
    if (text === '') return this.leave('table');
    if (alone !== undefined) return this.statement(alone.trim(), line);
    if (text.startsWith('|')) return this.row(line);
    this.leave('table');
    if (text.startsWith('#')) this.heading(line);
    else if (text.startsWith('> ')) this.summary(line);
    else this.paragraph.push(line);
  }

  /** What was collected becomes one paragraph, numbered paragraph or item. */
  private flush(): void {
    const [first] = this.paragraph;
    if (!first) return;
    const text = this.paragraph.map((line) => line.text).join(' ');
    this.paragraph = [];
    const mark = /^(1\.|a\.|-) /.exec(text)?.[1];
    if (!mark) {
      if (first.indent < 2) this.leave('item', 'sub');
      else this.leave('item');
      this.level.nodes.push({ n: 'para', words: this.inline(text, first.number) });
      return;
    }
    if (mark === '1.' || first.indent < 2) this.leave('item', 'sub');
    else this.leave('item');
    const { rest, id } = this.named(text.slice(mark.length + 1), first.number);
    const words = this.inline(rest, first.number);
    if (mark === '1.' && this.isStray())
      this.wrong(
        first.number,
        'a numbered paragraph after an {{if …}} around whole clauses is part of none: begin a clause, or put the {{if …}} inside of one',
      );
    if (mark === '1.') this.enter({ n: 'sub', id, words, body: [] }, 'sub', first.number);
    else {
      if (id) this.wrong(first.number, 'only headings and numbered paragraphs can be referenced');
      this.enter(
        { n: 'item', style: mark === '-' ? 'bullet' : 'letter', words, body: [] },
        'item',
        first.number,
      );
    }
  }

  /** The clause before it ended with its condition, and its number would begin anew. */
  private isStray(): boolean {
    if (this.levels.some(({ kind }) => kind === 'clause')) return false;
    const before = this.nodes.at(this.levels.length > 1 ? -2 : -1);
    const inner = before?.n === 'if' ? before.branches.flatMap(({ body }) => body) : [];
    return inner.some(({ n }) => n === 'clause');
  }

  private enter(node: Node & { body: Node[] }, kind: Level['kind'], line: number): void {
    const { scope } = this.level;
    this.level.nodes.push(node);
    this.levels.push({ nodes: node.body, kind, scope, line });
  }

  /** Closes the innermost levels as long as they are of these kinds. */
  private leave(...kinds: Level['kind'][]): void {
    while (kinds.includes(this.level.kind)) this.levels.pop();
  }

  private heading({ text, number }: Line): void {
    const depth = text.startsWith('## ') ? 2 : 1;
    this.leave('item', 'sub', 'clause');
    const { rest, id } = this.named(text.slice(depth + 1), number);
    if (depth === 1) {
      if (this.level.kind !== 'body' && this.titles === 0)
        this.wrong(number, 'the title can’t be inside an {{if …}}');
      this.level.nodes.push({ n: this.titles > 0 ? 'part' : 'title', words: this.inline(rest, number) });
      this.titles += 1;
      return;
    }
    this.clauses += 1;
    const numbered = id !== '-';
    const node: Node = {
      n: 'clause',
      id: numbered && id ? id : `part-${this.clauses}`,
      heading: this.inline(rest, number),
      summary: [],
      numbered,
      body: [],
    };
    this.enter(node, 'clause', number);
  }

  private summary({ text, number }: Line): void {
    const holder = this.levels.at(-2)?.nodes.at(-1);
    if (this.level.kind !== 'clause' || this.level.nodes.length > 0 || holder?.n !== 'clause') {
      this.wrong(number, 'a summary (>) must be right below its heading');
      return;
    }
    if (holder.summary.length > 0) holder.summary.push({ i: 'text', text: ' ' });
    holder.summary.push(...this.inline(text.slice(2), number));
  }

  private row({ text, number }: Line): void {
    const cells = text
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split('|')
      .map((cell) => cell.trim());
    const table = this.levels.findLast((level) => level.kind === 'table');
    if (!table) {
      this.leave('item');
      this.enter(
        { n: 'table', head: cells.map((cell) => this.inline(cell, number)), align: [], body: [] },
        'table',
        number,
      );
      return;
    }
    const node = this.levels[this.levels.indexOf(table) - 1]?.nodes.at(-1);
    if (node?.n !== 'table') return;
    if (node.align.length === 0) {
      if (cells.some((cell) => !/^:?-+:?$/.test(cell)))
        this.wrong(number, 'the second line of a table must be | --- | --- |');
      node.align = cells.map((cell): Align => (cell.endsWith(':') ? 'end' : 'start'));
    } else {
      this.level.nodes.push({ n: 'row', cells: cells.map((cell) => this.inline(cell, number)) });
    }
    if (cells.length !== node.head.length)
      this.wrong(number, `${cells.length} cells in a table of ${node.head.length} columns`);
  }

  private statement(words: string, { number, indent }: Line): void {
    const place = this.place(number);
    const [, verb = '', rest = ''] =
      /^(else if|if|else|end|each|sign|initial|page)\s*(\S.*|)$/.exec(words) ?? [];
    if (verb === 'if' || verb === 'each') {
      if (indent < 2 && this.level.kind !== 'table') this.leave('item', 'sub');
      else this.leave('item');
      if (this.opensClause()) this.leave('sub', 'clause');
      return verb === 'if' ? this.open(rest, place, number) : this.openEach(rest, number);
    }
    if (verb === 'sign' || verb === 'initial' || verb === 'page') {
      this.leave('item', 'sub', 'clause');
      const parties = verb === 'page' ? [] : this.parties(verb, rest, number);
      return void this.level.nodes.push(verb === 'page' ? { n: verb } : { n: verb, parties });
    }
    // Whatever was opened inside of the branch ends with it.
    while (!this.level.branches && this.level.kind !== 'each' && this.levels.length > 1) this.levels.pop();
    const { branches } = this.level;
    if (verb === 'end' && (branches || this.level.kind === 'each')) this.levels.pop();
    else if (!branches) this.wrong(number, `{{${words}}} has no {{if …}} or {{each …}} before it`);
    else if (branches.at(-1)?.when === null) this.wrong(number, `{{${words}}} comes after {{else}}`);
    else {
      const body: Node[] = [];
      branches.push({ when: verb === 'else' ? null : readCondition(rest, place), body });
      this.level.nodes = body;
    }
  }

  /** A condition around whole clauses belongs beside them, not into the clause before. */
  private opensClause(): boolean {
    const next = this.lines
      .slice(this.next)
      .find((line) => line.trim() !== '' && !/^\{\{\s*(?:if|each)\s/.test(line.trim()));
    return /^(?:#|\{\{\s*(?:sign|initial|page)\b)/.test(next?.trim() ?? '');
  }

  private open(condition: string, place: Place, line: number): void {
    const branches: Branch<Node>[] = [{ when: readCondition(condition, place), body: [] }];
    this.level.nodes.push({ n: 'if', branches });
    this.levels.push({ nodes: branches[0]?.body ?? [], kind: 'if', branches, scope: this.level.scope, line });
  }

  private openEach(list: string, line: number): void {
    const { scope } = this.level;
    const kind = scope(list);
    if (kind?.type !== 'list') this.wrong(line, `{{each ${list}}}: expected a question of type list`);
    const columns = new Map<string, Kind>(
      kind?.type === 'list' ? kind.columns.map((column) => [`${list}.${column.name}`, column.kind]) : [],
    );
    columns.set(`${list}.row`, { type: 'text' });
    const node: Node = { n: 'each', list, body: [] };
    this.level.nodes.push(node);
    this.levels.push({
      nodes: node.body,
      kind: 'each',
      scope: (path) => columns.get(path) ?? scope(path),
      line,
    });
  }

  private parties(verb: string, names: string, line: number): string[] {
    const parties = names.split(/\s+/).filter(Boolean);
    for (const name of parties) {
      if (this.level.scope(name)?.type === 'party') continue;
      this.wrong(line, `{{${verb}}}: "${name}" isn’t a question of type party`);
    }
    return parties;
  }

  /** `## Heading {#id}`, `1. {#id} Text`; `{-}` for a heading without a number. */
  private named(text: string, line: number): { rest: string; id: string } {
    const before = /^\{#([a-z][a-z0-9-]*)\}\s*(\S.*|)$/.exec(text);
    const after = before ? null : /^(.*)\{(?:#([a-z][a-z0-9-]*)|(-))\}$/.exec(text);
    const id = before?.[1] ?? after?.[2];
    if (id !== undefined) this.ids.add(id);
    else if (/^\{#|\{#[^}]*\}$/.test(text))
      this.wrong(line, 'a name to refer to is {#like-this}: lowercase letters, digits and hyphens');
    return { rest: before?.[2] ?? after?.[1]?.trimEnd() ?? text, id: id ?? after?.[3] ?? '' };
  }

  /** A reference that leads nowhere would stop a file when somebody wants it. */
  private findLost(): void {
    for (let at = 1; at < this.titles; at++) this.ids.add(`annex-${at}`);
    const lost = this.references.filter(({ id }) => !this.ids.has(id));
    for (const { id, line } of lost) this.wrong(line, `[[${id}]]: nothing here has the name {#${id}}`);
  }

  private place(line: number): Place {
    const refers = (id: string) => this.references.push({ id, line });
    return { scope: this.level.scope, wrong: (words) => this.wrong(line, words), refers };
  }

  private inline(text: string, line: number): Inline[] {
    return parseInline(text, this.place(line));
  }
}
