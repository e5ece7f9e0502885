import { assertNever } from '#base/assert.ts';
import type { Block, Doc, Run, Signature } from './doc.ts';
import { type Facts, gather } from '../answers/evaluate.ts';
import { type Reasons, reasonsOf } from '../template/condition-words.ts';
import type { Inline, KnownLaw, Node, Template } from '../template/template.ts';
import type { Answers, Row, Value } from '../answers/values.ts';
import { formatValue, inEnglish } from '../answers/format.ts';
import { chosen, Wording } from './wording.ts';

export interface AssembleOptions {
  /** Today, YYYY-MM-DD: what a date that defaults to today becomes. */
  date: string;
  /** How days and figures are written. */
  locale?: string;
  /** Whether parts say which answers put them there. */
  reasons?: boolean;
}

/** The document that these answers make. Whatever is missing or cannot be read stays a visible blank. */
export function assemble(
  template: Template,
  answers: Answers,
  { date, locale = 'en-US', reasons = false }: AssembleOptions,
): Doc {
  const facts = gather(template, answers, date);
  const currency = facts.value('currency');
  const chosenLaw = facts.value('law');
  const law = template.laws.find((one) => chosenLaw !== undefined && one.law === chosenLaw);
  const wording = new Wording(
    template,
    { locale: localeUnder(law, inEnglish(locale)), currency: isCurrency(currency) ? currency : 'USD' },
    law?.us === true,
  );
  const assembly = new Assembly(wording, reasons ? reasonsOf(template) : null);
  const blocks = assembly.blocks(template.body, facts);
  wording.resolve();
  return {
    slug: template.slug,
    title: assembly.title || template.title,
    version: template.version,
    language: 'en',
    blocks,
    notice: template.notice,
    ...(date !== '' && { made: wording.day(date) }),
    blanks: [...wording.blanks].map(([field, label]) => ({ field, label })),
  };
}

/** Days and figures are written as where the contract lives; without a law that is known, as where its reader does. */
function localeUnder(law: KnownLaw | undefined, locale: string): string {
  if (!law) return locale;
  if (law.us) return 'en-US';
  const isMonthFirst = /^\p{L}/u.test(formatValue({ type: 'date' }, '2026-11-23', { locale, currency: '' }));
  return isMonthFirst ? 'en-GB' : locale;
}

class Assembly {
  title = '';
  private readonly wording: Wording;
  private readonly reasons: Reasons | null;
  private clause = 0;
  private parts = 0;

  constructor(wording: Wording, reasons: Reasons | null) {
    this.wording = wording;
    this.reasons = reasons;
  }

  private varied(words: Inline[]): { why?: string } {
    const asked = this.reasons?.within(words) ?? '';
    return asked === '' ? {} : { why: `Worded by: ${asked}` };
  }

  blocks(nodes: Node[], facts: Facts, clauseNumber = ''): Block[] {
    const made: Block[] = [];
    let subs = 0;
    const walk = (node: Node, known: Facts): void => {
      switch (node.n) {
        case 'if': {
          const branch = chosen(node.branches, known);
          const from = made.length;
          for (const inner of branch?.body ?? []) walk(inner, known);
          if (branch && this.reasons) because(made.slice(from), this.reasons.of(node.branches, branch));
          return;
        }
        case 'each':
          linesOf(known, node.list).forEach((row, index) => {
            for (const inner of node.body) walk(inner, known.inRow(node.list, row, index));
          });
          return;
        case 'title':
        case 'part': {
          const runs = this.wording.runs(node.words, known);
          if (node.n === 'title') this.title = plainTitle(runs);
          const id = node.n === 'part' ? `annex-${++this.parts}` : 'title';
          if (node.n === 'part') this.wording.name(id, plainTitle(runs).split(':', 1)[0] ?? '');
          made.push({ b: node.n, id, runs });
          return;
        }
        case 'para': {
          const runs = this.wording.runs(node.words, known);
          if (hasWords(runs)) made.push({ b: 'para', runs, ...this.varied(node.words) });
          return;
        }
        case 'clause': {
          const number = node.numbered ? String(++this.clause) : '';
          this.wording.isOwn = node.own === true;
          if (number) this.wording.number(node.id, number);
          const heading = this.wording.runs(node.heading, known);
          const summary = this.wording.runs(node.summary, known);
          const inner = this.blocks(node.body, known, number);
          this.wording.isOwn = false;
          made.push({ b: 'clause', id: node.id, number, heading, summary, blocks: inner });
          return;
        }
        case 'sub': {
          const number = clauseNumber ? `${clauseNumber}.${++subs}` : String(++subs);
          if (node.id) this.wording.number(node.id, number);
          made.push({
            b: 'sub',
            id: node.id,
            number,
            runs: this.wording.runs(node.words, known),
            blocks: this.blocks(node.body, known),
            ...this.varied(node.words),
          });
          return;
        }
        case 'item': {
          let list = made.at(-1);
          if (list?.b !== 'list' || list.style !== node.style)
            made.push((list = { b: 'list', style: node.style, items: [] }));
          const mark = node.style === 'bullet' ? '•' : `(${letter(list.items.length)})`;
          list.items.push({
            mark,
            runs: this.wording.runs(node.words, known),
            blocks: this.blocks(node.body, known),
          });
          return;
        }
        case 'table':
          made.push(this.table(node, known));
          return;
        case 'sign':
          made.push({ b: 'signatures', parties: node.parties.map((party) => this.signature(party, known)) });
          return;
        case 'initial':
          made.push({ b: 'signatures', parties: node.parties.map((party) => this.initials(party, known)) });
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
      if (inner.n === 'row') rows.push(inner.cells.map((cell) => this.wording.runs(cell, known)));
      else if (inner.n === 'if')
        for (const next of chosen(inner.branches, known)?.body ?? []) walk(next, known);
      else if (inner.n === 'each') {
        linesOf(known, inner.list).forEach((row, index) => {
          for (const next of inner.body) walk(next, known.inRow(inner.list, row, index));
        });
      }
    };
    for (const inner of node.body) walk(inner, facts);
    return {
      b: 'table',
      align: node.align,
      head: node.head.map((cell) => this.wording.runs(cell, facts)),
      rows,
    };
  }

  private initials(party: string, facts: Facts): Signature {
    return {
      heading: [this.wording.value(`${party}.name`, facts)],
      lines: [{ label: 'Initials', runs: [] }],
    };
  }

  private signature(party: string, facts: Facts): Signature {
    const isPerson = facts.value(`${party}.kind`) === 'person';
    const name = this.wording.value(`${party}.name`, facts);
    const line = (label: string, runs: Run[] = []) => ({ label, runs });
    if (isPerson) return { heading: [name], lines: [line('Signature'), line('Date'), line('Place')] };
    const optional = (part: 'representative' | 'role'): Run[] =>
      facts.value(`${party}.${part}`) === undefined ? [] : [this.wording.value(`${party}.${part}`, facts)];
    return {
      heading: [name],
      lines: [
        line('Signature'),
        line('Name', optional('representative')),
        line('Role', optional('role')),
        line('Date'),
      ],
    };
  }
}

function because(blocks: Block[], words: string): void {
  for (const block of blocks)
    if (block.b === 'para' || block.b === 'sub' || block.b === 'clause')
      block.why = [`Here because: ${words}`, block.why].filter(Boolean).join(' · ');
}

const isCurrency = (value: Value | undefined): value is string =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value);

/** A list without lines shows one of blanks: the reader sees what belongs there. */
const linesOf = (facts: Facts, list: string): Row[] =>
  facts.rows(list).length > 0 ? facts.rows(list) : [{}];

const letter = (index: number): string =>
  String.fromCharCode(97 + (index % 26)).repeat(Math.floor(index / 26) + 1);

const hasWords = (runs: Run[]): boolean =>
  runs.some((run) => (run.r === 'text' ? run.text.trim() !== '' : run.r !== 'break'));

const plainTitle = (runs: Run[]): string =>
  runs.map((run) => ('text' in run ? run.text : run.r === 'blank' ? run.label : '')).join('');
