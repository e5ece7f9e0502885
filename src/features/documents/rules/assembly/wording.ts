import { assertNever } from '#base/assert.ts';
import type { Run } from './doc.ts';
import type { Facts } from '../answers/evaluate.ts';
import { formatValue, type Manner } from '../answers/format.ts';
import {
  allFields,
  type Branch,
  type Field,
  type Inline,
  type Kind,
  type Template,
} from '../template/template.ts';
import { inGroups } from './account.ts';
import { inAmerican } from './american.ts';
import { partyWords } from '../answers/values.ts';

/** The words of one line: values, blanks and references in place of what the template asks for. */
export class Wording {
  readonly blanks = new Map<string, string>();
  private readonly fields: Map<string, Field>;
  private readonly sums: Map<string, string>;
  private readonly kinds: Map<string, Kind>;
  private readonly manner: Manner;
  private readonly clauseWord: string;
  private readonly isAmerican: boolean;
  /** In words that somebody wrote themselves no spelling is corrected. */
  isOwn = false;
  private readonly numbers = new Map<string, string>();
  private readonly names = new Map<string, string>();
  private readonly refs: { run: Extract<Run, { r: 'ref' }>; before: string }[] = [];

  constructor(template: Template, manner: Manner, isAmerican: boolean) {
    const fields = allFields(template);
    this.fields = new Map(fields.map((field) => [field.name, field]));
    this.sums = new Map(template.computed.map(({ name, label }) => [name, label]));
    this.kinds = new Map([...fields, ...template.computed].map(({ name, kind }) => [name, kind]));
    this.manner = manner;
    this.clauseWord = template.clauseWord;
    this.isAmerican = isAmerican;
  }

  /** What `[[id]]` is called from now on. */
  number(id: string, number: string): void {
    this.numbers.set(id, number);
  }

  /** What `[[annex-1]]` is called: the words of its title before the colon. */
  name(id: string, words: string): void {
    this.names.set(id, words.replace(' ', '\u00a0'));
  }

  /** References are known when everything has its number. */
  resolve(): void {
    for (const { run, before } of this.refs) {
      const number = this.numbers.get(run.id);
      const word = /(^|[.:]\s*)$/.test(before)
        ? this.clauseWord.charAt(0).toUpperCase() + this.clauseWord.slice(1)
        : this.clauseWord;
      run.text = number === undefined ? (this.names.get(run.id) ?? '') : `${word}\u00a0${number}`;
    }
  }

  runs(words: Inline[], facts: Facts): Run[] {
    const made: Run[] = [];
    const walk = (inline: Inline): void => {
      switch (inline.i) {
        case 'text':
          made.push({ r: 'text', text: this.spelled(inline.text), ...style(inline) });
          return;
        case 'term':
          made.push({ r: 'term', text: this.spelled(inline.text) });
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
          for (const inner of chosen(inline.branches, facts)?.body ?? []) walk(inner);
          return;
        default:
          assertNever(inline);
      }
    };
    for (const inline of words) walk(inline);
    return withoutDoubleStops(made);
  }

  private spelled(words: string): string {
    return this.isAmerican && !this.isOwn ? inAmerican(words) : words;
  }

  /** What was written in several lines keeps them. */
  private fieldRuns(inline: Extract<Inline, { i: 'field' }>, facts: Facts): Run[] {
    const run = this.value(inline.path, facts);
    if (run.r !== 'value') return [run];
    return run.text
      .split('\n')
      .flatMap((text, index): Run[] => [
        ...(index > 0 ? [{ r: 'break' } as const] : []),
        ...(text === '' ? [] : [{ ...run, text, ...style(inline) }]),
      ]);
  }

  value(path: string, facts: Facts): Run {
    const [name = '', part] = path.split('.');
    const kind = this.kinds.get(name);
    const row = facts.index(name);
    const field = row === undefined || part === undefined ? path : `${name}.${row}.${part}`;
    if (row !== undefined && part === 'row') return { r: 'text', text: String(row + 1) };
    const value = facts.value(kind?.type === 'party' && part === undefined ? `${name}.name` : path);
    const whole =
      kind && part !== undefined
        ? kindOfPart(kind, part)
        : kind?.type === 'party'
          ? kindOfPart(kind, 'name')
          : kind;
    if (value !== undefined && whole) {
      const text = inOnePiece(whole, formatValue(whole, value, this.manner));
      const isOurs = whole.type === 'choice' && whole.options.some((option) => option.value === value);
      return { r: 'value', field, text: isOurs ? this.spelled(text) : text };
    }
    const label = this.blankWords(name, part);
    this.blanks.set(field, label);
    return { r: 'blank', field, label };
  }

  day(date: string): string {
    return inOnePiece({ type: 'date' }, formatValue({ type: 'date' }, date, this.manner));
  }

  private blankWords(name: string, part: string | undefined): string {
    const field = this.fields.get(name);
    // What is reckoned has no words of its own but a sum's name: "depositAmount" reads as "deposit amount".
    if (!field) {
      const named = part ?? this.sums.get(name) ?? name;
      return named.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
    }
    if (field.kind.type === 'party' && part !== undefined && part !== 'name') {
      return part === 'address'
        ? `address of ${field.blank}`
        : `${partyWords[part as keyof typeof partyWords].toLowerCase()}, ${field.blank}`;
    }
    if (field.kind.type === 'list')
      return field.kind.columns.find((column) => column.name === part)?.label.toLowerCase() ?? field.blank;
    return field.blank;
  }
}

function kindOfPart(kind: Kind, part: string): Kind | undefined {
  if (kind.type === 'list') return kind.columns.find((column) => column.name === part)?.kind;
  if (kind.type !== 'party') return undefined;
  return { type: part === 'address' ? 'address' : 'text' };
}

/** Nobody reads half of a day, of a sum or of an account number at the end of a line. */
function inOnePiece({ type }: Kind, text: string): string {
  const words = text.replace(/[\u00a0\u202f]/g, '\u00a0');
  if (type === 'date' || type === 'duration' || type === 'money') return words.replaceAll(' ', '\u00a0');
  if (type === 'number') return words.replace(' ', '\u00a0');
  return type === 'address' || type === 'text' || type === 'longtext' ? inGroups(words) : words;
}

export const chosen = <T>(branches: Branch<T>[], facts: Facts): Branch<T> | undefined =>
  branches.find(({ when }) => when === null || facts.holds(when));

const style = ({ bold, italic }: { bold?: true; italic?: true }) => ({
  ...(bold && { bold }),
  ...(italic && { italic }),
});

/** Whoever ends an answer with a full stop does not get two. */
function withoutDoubleStops(runs: Run[]): Run[] {
  return runs.map((run, index) => {
    const before = runs[index - 1];
    const ends = before?.r === 'value' && /[.!?…。！？]$/u.test(before.text);
    return ends && run.r === 'text' && run.text.startsWith('.') ? { ...run, text: run.text.slice(1) } : run;
  });
}

/** The end of what stands before: what was left out may have left a lone space. */
const lastWords = (runs: Run[]): string =>
  runs
    .slice(-3)
    .map((run) => ('text' in run ? run.text : '…'))
    .join('');
