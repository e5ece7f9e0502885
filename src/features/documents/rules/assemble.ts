import { assertNever } from '#base/assert.ts';
import type { Block, Doc, Run, Signature } from './doc.ts';
import { type Facts, gather } from './evaluate.ts';
import { formatValue, type Manner } from './format.ts';
import { allFields, type Branch, type Field, type Inline, type Kind, type Node, type Template } from './template.ts';
import { type Answers, partyWords, type Row } from './values.ts';

export interface AssembleOptions {
  /** Today, YYYY-MM-DD: what a date that defaults to today becomes. */
  date: string;
  /** How days and figures are written. */
  locale?: string;
}

/** The document that these answers make. Whatever is missing or cannot be read stays a visible blank. */
export function assemble(template: Template, answers: Answers, { date, locale = 'en-US' }: AssembleOptions): Doc {
  const facts = gather(template, answers, date);
  const currency = facts.value('currency');
  const assembly = new Assembly(template, { locale, currency: typeof currency === 'string' ? currency : 'USD' });
  const blocks = assembly.blocks(template.body, facts);
  assembly.resolve();
  return {
    slug: template.slug,
    title: assembly.title || template.title,
    version: template.version,
    language: 'en',
    blocks,
    notice: template.notice,
    blanks: [...assembly.blanks].map(([field, label]) => ({ field, label })),
  };
}

class Assembly {
  title = '';
  readonly blanks = new Map<string, string>();
  private readonly fields: Map<string, Field>;
  private readonly kinds: Map<string, Kind>;
  private readonly manner: Manner;
  private readonly clauseWord: string;
  private readonly numbers = new Map<string, string>();
  private readonly refs: { run: Extract<Run, { r: 'ref' }>; before: string }[] = [];
  private clause = 0;
  private parts = 0;

  constructor(template: Template, manner: Manner) {
    const fields = allFields(template);
    this.fields = new Map(fields.map((field) => [field.name, field]));
    this.kinds = new Map([...fields, ...template.computed].map(({ name, kind }) => [name, kind]));
    this.manner = manner;
    this.clauseWord = template.clauseWord;
  }

  /** References are known when everything has its number. */
  resolve(): void {
    for (const { run, before } of this.refs) {
      const number = this.numbers.get(run.id);
      const word = /(^|[.:]\s*)$/.test(before) ? this.clauseWord.charAt(0).toUpperCase() + this.clauseWord.slice(1) : this.clauseWord;
      run.text = number === undefined ? '' : `${word}\u00a0${number}`;
    }
  }

  blocks(nodes: Node[], facts: Facts, clauseNumber = ''): Block[] {
    const made: Block[] = [];
    let subs = 0;
    const walk = (node: Node, known: Facts): void => {
      switch (node.n) {
        case 'if':
          for (const inner of chosen(node.branches, known)) walk(inner, known);
          return;
        case 'each':
          linesOf(known, node.list).forEach((row, index) => {
            for (const inner of node.body) walk(inner, known.inRow(node.list, row, index));
          });
          return;
        case 'title':
        case 'part': {
          const runs = this.runs(node.words, known);
          if (node.n === 'title') this.title = plainTitle(runs);
          made.push({ b: node.n, id: node.n === 'part' ? `annex-${++this.parts}` : 'title', runs });
          return;
        }
        case 'para': {
          const runs = this.runs(node.words, known);
          if (hasWords(runs)) made.push({ b: 'para', runs });
          return;
        }
        case 'clause': {
          const number = node.numbered ? String(++this.clause) : '';
          if (number) this.numbers.set(node.id, number);
          const heading = this.runs(node.heading, known);
          const summary = this.runs(node.summary, known);
          made.push({ b: 'clause', id: node.id, number, heading, summary, blocks: this.blocks(node.body, known, number) });
          return;
        }
        case 'sub': {
          const number = clauseNumber ? `${clauseNumber}.${++subs}` : String(++subs);
          if (node.id) this.numbers.set(node.id, number);
          made.push({ b: 'sub', id: node.id, number, runs: this.runs(node.words, known), blocks: this.blocks(node.body, known) });
          return;
        }
        case 'item': {
          let list = made.at(-1);
          if (list?.b !== 'list' || list.style !== node.style) made.push((list = { b: 'list', style: node.style, items: [] }));
          const mark = node.style === 'bullet' ? '•' : `(${letter(list.items.length)})`;
          list.items.push({ mark, runs: this.runs(node.words, known), blocks: this.blocks(node.body, known) });
          return;
        }
        case 'table':
          made.push(this.table(node, known));
          return;
        case 'sign':
          made.push({ b: 'signatures', parties: node.parties.map((party) => this.signature(party, known)) });
          return;
        case 'page':
          made.push({ b: 'page' });
          return;
        case 'row':
          return;
        default:
          assertNever(node);
      }
    };
    for (const node of nodes) walk(node, facts);
    return made;
  }

  private table(node: Extract<Node, { n: 'table' }>, facts: Facts): Block {
    const rows: Run[][][] = [];
    const walk = (inner: Node, known: Facts): void => {
      if (inner.n === 'row') rows.push(inner.cells.map((cell) => this.runs(cell, known)));
      else if (inner.n === 'if') for (const next of chosen(inner.branches, known)) walk(next, known);
      else if (inner.n === 'each') {
        linesOf(known, inner.list).forEach((row, index) => {
          for (const next of inner.body) walk(next, known.inRow(inner.list, row, index));
        });
      }
    };
    for (const inner of node.body) walk(inner, facts);
    return { b: 'table', align: node.align, head: node.head.map((cell) => this.runs(cell, facts)), rows };
  }

  private signature(party: string, facts: Facts): Signature {
    const isPerson = facts.value(`${party}.kind`) === 'person';
    const name = this.value(`${party}.name`, facts);
    const line = (label: string, runs: Run[] = []) => ({ label, runs });
    if (isPerson) return { heading: [name], lines: [line('Signature'), line('Date'), line('Place')] };
    const optional = (part: 'representative' | 'role'): Run[] =>
      facts.value(`${party}.${part}`) === undefined ? [] : [this.value(`${party}.${part}`, facts)];
    return {
      heading: [name],
      lines: [line('Signature'), line('Name', optional('representative')), line('Role', optional('role')), line('Date')],
    };
  }

  private runs(words: Inline[], facts: Facts): Run[] {
    const made: Run[] = [];
    const walk = (inline: Inline): void => {
      switch (inline.i) {
        case 'text':
          made.push({ r: 'text', text: inline.text, ...style(inline) });
          return;
        case 'term':
          made.push({ r: 'term', text: inline.text });
          return;
        case 'break':
          made.push({ r: 'break' });
          return;
        case 'ref': {
          const run = { r: 'ref' as const, id: inline.id, text: '' };
          this.refs.push({ run, before: lastWords(made) });
          made.push(run);
          return;
        }
        case 'field':
          made.push(...this.fieldRuns(inline, facts));
          return;
        case 'if':
          for (const inner of chosen(inline.branches, facts)) walk(inner);
          return;
        default:
          assertNever(inline);
      }
    };
    for (const inline of words) walk(inline);
    return withoutDoubleStops(made);
  }

  /** What was written in several lines keeps them. */
  private fieldRuns(inline: Extract<Inline, { i: 'field' }>, facts: Facts): Run[] {
    const run = this.value(inline.path, facts);
    if (run.r !== 'value') return [run];
    return run.text.split('\n').flatMap((text, index): Run[] => [
      ...(index > 0 ? [{ r: 'break' } as const] : []),
      ...(text === '' ? [] : [{ ...run, text, ...style(inline) }]),
    ]);
  }

  private value(path: string, facts: Facts): Run {
    const [name = '', part] = path.split('.');
    const kind = this.kinds.get(name);
    const row = facts.index(name);
    const field = row === undefined || part === undefined ? path : `${name}.${row}.${part}`;
    if (row !== undefined && part === 'row') return { r: 'text', text: String(row + 1) };
    const value = facts.value(kind?.type === 'party' && part === undefined ? `${name}.name` : path);
    const whole = kind && part !== undefined ? kindOfPart(kind, part) : kind?.type === 'party' ? kindOfPart(kind, 'name') : kind;
    if (value !== undefined && whole) {
      // A no-break space keeps an amount whole.
      return { r: 'value', field, text: formatValue(whole, value, this.manner).replace(/[\u00a0\u202f]/g, '\u00a0') };
    }
    const label = this.blankWords(name, part);
    this.blanks.set(field, label);
    return { r: 'blank', field, label };
  }

  private blankWords(name: string, part: string | undefined): string {
    const field = this.fields.get(name);
    if (!field) return part ?? name;
    if (field.kind.type === 'party' && part !== undefined && part !== 'name') {
      return part === 'address' ? `address of ${field.blank}` : `${partyWords[part as keyof typeof partyWords].toLowerCase()}, ${field.blank}`;
    }
    if (field.kind.type === 'list') return field.kind.columns.find((column) => column.name === part)?.label.toLowerCase() ?? field.blank;
    return field.blank;
  }
}

function kindOfPart(kind: Kind, part: string): Kind | undefined {
  if (kind.type === 'list') return kind.columns.find((column) => column.name === part)?.kind;
  if (kind.type !== 'party') return undefined;
  return { type: part === 'address' ? 'address' : 'text' };
}

/** A list without lines shows one of blanks: the reader sees what belongs there. */
const linesOf = (facts: Facts, list: string): Row[] => (facts.rows(list).length > 0 ? facts.rows(list) : [{}]);

const chosen = <T>(branches: Branch<T>[], facts: Facts): T[] =>
  branches.find(({ when }) => when === null || facts.holds(when))?.body ?? [];

const style = ({ bold, italic }: { bold?: true; italic?: true }) => ({ ...(bold && { bold }), ...(italic && { italic }) });

const letter = (index: number): string => String.fromCharCode(97 + (index % 26)).repeat(Math.floor(index / 26) + 1);

const hasWords = (runs: Run[]): boolean => runs.some((run) => (run.r === 'text' ? run.text.trim() !== '' : run.r !== 'break'));

/** Whoever ends an answer with a full stop does not get two. */
function withoutDoubleStops(runs: Run[]): Run[] {
  return runs.map((run, index) => {
    const before = runs[index - 1];
    const ends = before?.r === 'value' && /[.!?]$/.test(before.text);
    return ends && run.r === 'text' && run.text.startsWith('.') ? { ...run, text: run.text.slice(1) } : run;
  });
}

const lastWords = (runs: Run[]): string => {
  const last = runs.at(-1);
  return last === undefined ? '' : 'text' in last ? last.text : '…';
};

const plainTitle = (runs: Run[]): string => runs.map((run) => ('text' in run ? run.text : run.r === 'blank' ? run.label : '')).join('');
