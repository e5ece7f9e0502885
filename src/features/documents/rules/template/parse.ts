import { parseBody } from './body.ts';
import { readDue } from './due.ts';
import { ExpressionMistake, parseCondition, parseExpression, type Scope } from './expression.ts';
import type { Front, FrontField } from './front.ts';
import { factOf, type Law, withLaws } from './laws.ts';
import { type Mistake, Mistakes } from './mistake.ts';
import {
  type Check,
  type Column,
  type Computed,
  type Expr,
  type Field,
  type Kind,
  type Option,
  partyParts,
  type Step,
  type Template,
} from './template.ts';
import { readAnswer } from '../answers/values.ts';

/** A document file as it was split: what its keys say, and its text. */
export interface TemplateSource {
  slug: string;
  front: Front;
  body: string;
  /** The line on which the text begins. */
  bodyLine: number;
  lineOf(path: PropertyKey[]): number;
  /** The laws that it may know, and who hears of a rule of theirs that does not fit it. */
  laws?: readonly Law[];
  wrongLaw?(law: Law, path: PropertyKey[], words: string): void;
}

/** Reads a template out of its file, or throws Mistakes: every one of them, each with its line. */
export function parseTemplate(source: TemplateSource): Template {
  const { front } = source;
  const mistakes: Mistake[] = [];
  const kinds = new Map<string, Kind>();
  const { laws = [], wrongLaw = () => {} } = source;
  const scope = scopeOver(kinds, laws);
  const wrong = (path: PropertyKey[], words: string) => mistakes.push({ line: source.lineOf(path), words });
  const reading: Reading = { kinds, scope, wrong };

  const steps = front.steps.map((step, at): Step => {
    const fields = step.fields.map((field, index) =>
      readField(field, ['steps', at, 'fields', index], reading),
    );
    return { title: step.title, why: step.why ?? '', fields };
  });
  const computed = (front.computed ?? []).flatMap((sum, at): Computed[] => {
    const path = ['computed', at, 'formula'];
    const parsed = tried(path, wrong, () => parseExpression(sum.formula, scope));
    claim(sum.name, parsed?.kind ?? { type: 'text' }, ['computed', at, 'name'], reading);
    return parsed ? [{ name: sum.name, label: sum.label, formula: parsed.expr, kind: parsed.kind }] : [];
  });
  const checks = (front.checks ?? []).flatMap((check, at): Check[] => {
    const holds = tried(['checks', at, 'holds'], wrong, () => parseCondition(check.holds, scope));
    if (!kinds.has(check.field)) wrong(['checks', at, 'field'], `"${check.field}" isn’t a question`);
    const { words, field, source: from } = check;
    return holds ? [{ holds, words, field, ...(from !== undefined && { source: from }) }] : [];
  });
  const due = readDue(front.due ?? [], { scope, kinds, computed, wrong });
  const { nodes, mistakes: inBody } = parseBody(source.body, source.bodyLine, scope);
  if (nodes[0]?.n !== 'title')
    inBody.unshift({ line: source.bodyLine, words: 'the text must start with its title, as # Title' });
  mistakes.push(...inBody);
  if (mistakes.length > 0) throw new Mistakes(mistakes);
  const template: Template = {
    slug: source.slug,
    title: front.title,
    short: front.short ?? front.title,
    category: front.category,
    description: front.description,
    price: Math.round(Number(front.price ?? 0) * 100),
    minutes: Number(front.minutes),
    pages: Number(front.pages),
    version: front.version,
    reviewed: front.reviewed,
    law: front.law.trim(),
    notice: front.notice?.trim() ?? '',
    clauseWord: front.clause ?? 'clause',
    asks: front.asks ?? [],
    steps,
    computed,
    checks,
    due,
    formalities: [],
    laws: [],
    body: nodes,
  };
  return withLaws(template, laws, scope, wrongLaw);
}

interface Reading {
  kinds: Map<string, Kind>;
  scope: Scope;
  wrong(path: PropertyKey[], words: string): void;
}

const partyKind: Kind = {
  type: 'choice',
  other: null,
  options: [
    { value: 'company', words: 'company' },
    { value: 'person', words: 'person' },
  ],
};

/** Names of questions and sums, and the parts of a party; a column only inside of its own row. */
function scopeOver(kinds: Map<string, Kind>, laws: readonly Law[]): Scope {
  return (path) => {
    const [name = '', part, more] = path.split('.');
    const kind = kinds.get(name);
    if (name === 'law' && part !== undefined && more === undefined) return factOf(part, kind, laws);
    if (part === undefined || more !== undefined) return more === undefined ? kind : undefined;
    if (kind?.type !== 'party' || !partyParts.some((known) => known === part)) return undefined;
    return part === 'kind' ? partyKind : { type: part === 'address' ? 'address' : 'text' };
  };
}

function readField(field: FrontField, path: PropertyKey[], reading: Reading): Field {
  const { scope, wrong } = reading;
  const show =
    field.show === undefined
      ? null
      : (tried([...path, 'show'], wrong, () => parseCondition(field.show ?? '', scope)) ?? null);
  const kind = readKind(field, path, reading);
  const fallback = readFallback(field, kind, path, reading);
  if (
    (kind.type === 'choice' || kind.type === 'yesno') &&
    fallback === null &&
    !(kind.type === 'choice' && kind.other !== null)
  ) {
    wrong(path, `${field.name}: a ${field.type} needs a default, so that the text is always decided`);
  }
  claim(field.name, kind, [...path, 'name'], reading);
  return {
    name: field.name,
    label: field.label,
    why: field.why ?? '',
    example: field.example ?? '',
    blank: field.blank ?? field.label.toLowerCase(),
    required: field.required !== 'no',
    show,
    fallback,
    brand: field.brand ?? null,
    kind,
  };
}

function readFallback(
  field: FrontField,
  kind: Kind,
  path: PropertyKey[],
  { scope, wrong }: Reading,
): string | Expr | null {
  if (field.default === undefined) return null;
  const at = [...path, 'default'];
  if (field.default.startsWith('='))
    return tried(at, wrong, () => parseExpression(field.default?.slice(1) ?? '', scope).expr) ?? null;
  const read = readAnswer(kind, field.default);
  if (!read.ok && !(kind.type === 'date' && field.default === 'today')) wrong(at, `default: ${read.error}`);
  return field.default;
}

function readKind(field: FrontField, path: PropertyKey[], reading: Reading): Kind {
  if (field.type !== 'list') {
    if (field.columns) reading.wrong([...path, 'columns'], 'only a list can have columns');
    if (field.person && field.type !== 'party')
      reading.wrong([...path, 'person'], 'only a party can be a person');
    if (field.ours && field.type !== 'party') reading.wrong([...path, 'ours'], 'only a party can be ours');
    return field.type === 'party'
      ? {
          type: 'party',
          ...isPerson(field, path, reading),
          ...(field.ours === 'yes' && { isOurs: true as const }),
        }
      : simpleKind({ ...field, type: field.type }, path, reading.wrong);
  }
  const own = new Map<string, Kind>();
  const columns = (field.columns ?? []).map((column, at): Column => {
    const inner = [...path, 'columns', at];
    let kind = simpleKind(column, inner, reading.wrong);
    const parsed =
      column.formula === undefined
        ? undefined
        : tried([...inner, 'formula'], reading.wrong, () =>
            parseExpression(column.formula ?? '', (name) => own.get(name)),
          );
    if (parsed && parsed.kind.type === column.type) kind = parsed.kind as Column['kind'];
    else if (parsed)
      reading.wrong(
        [...inner, 'formula'],
        `the formula returns ${parsed.kind.type}, but the column is ${column.type}`,
      );
    if (own.has(column.name))
      reading.wrong([...inner, 'name'], `"${column.name}" is the name of two columns`);
    own.set(column.name, kind);
    return {
      name: column.name,
      label: column.label,
      example: column.example ?? '',
      kind,
      formula: parsed?.expr ?? null,
    };
  });
  if (columns.length === 0) reading.wrong(path, `${field.name}: a list needs columns`);
  return { type: 'list', one: field.one ?? 'line', columns, max: Number(field.max ?? 100) };
}

function isPerson(
  { person }: FrontField,
  path: PropertyKey[],
  { scope, wrong }: Reading,
): { isPerson?: true | Expr } {
  if (person === undefined) return {};
  const when = person === 'yes' || tried([...path, 'person'], wrong, () => parseCondition(person, scope));
  return when ? { isPerson: when } : {};
}

type SimpleFront = Pick<FrontField, 'unit' | 'min' | 'max' | 'options' | 'other'> & {
  type: Column['kind']['type'];
};

function simpleKind(field: SimpleFront, path: PropertyKey[], wrong: Reading['wrong']): Column['kind'] {
  const { type } = field;
  if (type !== 'choice' && (field.options || field.other !== undefined))
    wrong(path, `only a choice can have options; this is of type ${type}`);
  switch (type) {
    case 'choice': {
      const options = Object.entries(field.options ?? {}).map(([value, words]): Option => ({ value, words }));
      if (options.length < 2) wrong(path, 'a choice needs at least two options');
      return { type, options, other: field.other ?? null };
    }
    case 'number':
      return {
        type,
        unit: field.unit ?? '',
        min: Number(field.min ?? 0),
        max: Number(field.max ?? 1_000_000_000),
      };
    case 'money':
      return { type, min: Math.round(Number(field.min ?? 0) * 100) };
    default:
      return { type };
  }
}

function claim(name: string, kind: Kind, path: PropertyKey[], { kinds, wrong }: Reading): void {
  if (kinds.has(name)) wrong(path, `"${name}" is the name of two questions`);
  kinds.set(name, kind);
}

function tried<T>(path: PropertyKey[], wrong: Reading['wrong'], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ExpressionMistake)) throw error;
    wrong(path, error.message);
    return undefined;
  }
}
