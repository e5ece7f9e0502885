import { countOf } from '#base/count.ts';
import { pathsOf } from '../template/condition-words.ts';
import { gather } from './evaluate.ts';
import {
  allFields,
  type BrandWord,
  type Field,
  type PartyPart,
  partyParts,
  type Template,
} from '../template/template.ts';
import { type Answers, type Duration, isRecord, type Party, type Value } from './values.ts';

/**
 * Where an interview begins: what this device kept, with what another page just handed over. What was handed over blank
 * erases nothing, and what the document no longer asks is left behind.
 */
export function beginWith(template: Template, kept: string | null, handed: string | null): Answers {
  const [old, given] = [readKept(kept), readKept(handed)];
  const answers: Record<string, unknown> = {};
  for (const { name } of allFields(template)) {
    const before = Object.hasOwn(old, name) ? old[name] : undefined;
    const now = Object.hasOwn(given, name) ? given[name] : undefined;
    const met = isRecord(now) ? { ...(isRecord(before) ? before : {}), ...filled(now) } : now;
    const answer = isBlankAnswer(met) ? before : met;
    if (answer !== undefined) answers[name] = answer;
  }
  return answers;
}

/** Answers as storage has them; what is no object is none. */
export function readKept(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const filled = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => !isBlankAnswer(value)));

/** Which question, and which part of it, is behind a place in the text; a sum leads to the first answer it is made of. */
export function questionOf(template: Template, path: string): { name: string; part: string } {
  const [name = '', ...rest] = path.split('.');
  const sum = template.computed.find((computed) => computed.name === name);
  const [first] = sum ? pathsOf(sum.formula) : [];
  return first === undefined ? { name, part: rest.join('.') } : questionOf(template, first);
}

/** Nothing has been typed here. */
export function isBlankAnswer(raw: unknown): boolean {
  if (Array.isArray(raw)) return raw.every(isBlankAnswer);
  if (isRecord(raw)) return Object.values(raw).every(isBlankAnswer);
  return raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');
}

/** What each field shows while nobody has answered it: its fallback, as it would be typed. */
export function fallbacksOf(template: Template, answers: Answers, date: string): Record<string, string> {
  const facts = gather(template, answers, date);
  const shown: Record<string, string> = {};
  for (const { name, fallback } of allFields(template)) {
    const value = fallback === null ? undefined : facts.value(name);
    if (value !== undefined && isBlankAnswer(answers[name])) shown[name] = typed(value, template, name);
  }
  return shown;
}

function typed(value: Value, template: Template, name: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    const isMoney = allFields(template).find((field) => field.name === name)?.kind.type === 'money';
    return isMoney ? (value / 100).toFixed(2) : String(value);
  }
  if (typeof value === 'string') return value;
  if (!('unit' in value)) return '';
  const { count, unit } = value as Duration;
  return countOf(count, unit);
}

const texts = new WeakMap<Template, { text: string; signing: string[] }>();

/** A template as one text to search, made once: an interview asks with every letter. */
function asText(template: Template): { text: string; signing: string[] } {
  const known = texts.get(template);
  if (known) return known;
  const body = JSON.stringify(template.body);
  const text = body + JSON.stringify([template.steps, template.computed, template.checks]);
  const made = { text, signing: body.match(/"parties":\[[^[\]]*\]/g) ?? [] };
  texts.set(template, made);
  return made;
}

/** The parts of a party that its document has a place for. */
export function partsAsked(
  template: Template,
  { name: party, kind }: Pick<Field, 'name' | 'kind'>,
): PartyPart[] {
  const { text, signing } = asText(template);
  const signs = signing.some((list) => list.includes(`"${party}"`));
  const always: PartyPart[] = [
    'name',
    'address',
    ...(signs ? (['kind', 'representative', 'role'] as const) : []),
  ];
  const isPerson = kind.type === 'party' ? kind.isPerson : undefined;
  return partyParts.filter(
    (part) =>
      !(isPerson === true && ofCompanies.includes(part)) &&
      !(isPerson === false && part === 'kind') &&
      (always.includes(part) || text.includes(`"${party}.${part}"`)),
  );
}

/** What nobody asks of somebody who can only be a person. */
const ofCompanies: readonly PartyPart[] = ['kind', 'number', 'representative', 'role'];

type Brand = Readonly<Record<BrandWord, string>>;

/** What the branding can answer here; null where it has nothing to say. */
export function brandAnswer({ brand, kind }: Field, branding: Brand): string | Party | null {
  if (brand === null || branding[brand].trim() === '') return null;
  if (kind.type !== 'party') return branding[brand];
  const { address, email } = branding;
  return { name: branding[brand], ...(address && { address }), ...(email && { email }) };
}

const placeholders: Record<BrandWord, string> = {
  companyName: 'CompanyName',
  website: 'Website',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
};

// Nobody types these: what somebody typed in braces stays words, only ours become placeholders.
const mark = (word: BrandWord): string => `\ue0f0${placeholders[word]}\ue0f1`;

/** The marks of `withPlaceholders` in a finished text as the placeholders of the branding. */
export const liftPlaceholders = (html: string): string => html.replace(/\ue0f0(\w+)\ue0f1/g, '{{$1}}');

/** The same answers with marks where the branding's own words stand, so that a saved copy follows the branding. */
export function withPlaceholders(template: Template, answers: Answers, branding: Brand): Answers {
  const made: Record<string, unknown> = { ...answers };
  for (const field of allFields(template)) {
    const raw = made[field.name];
    if (field.brand === null || branding[field.brand].trim() === '') continue;
    const same = (value: unknown) =>
      typeof value === 'string' && value.trim() === branding[field.brand as BrandWord].trim();
    if (same(raw) && field.kind.type !== 'party') made[field.name] = mark(field.brand);
    else if (isRecord(raw) && same(raw['name'])) made[field.name] = { ...raw, name: mark(field.brand) };
  }
  return made;
}
