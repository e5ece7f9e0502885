import { allFields, type Field, type Template } from '../template/template.ts';
import { type Answers, readAnswer } from '../answers/values.ts';
import type { Stated } from './facts.ts';
import { besideTheirWord } from './figures.ts';
import { parties } from './parties.ts';
import { dateWords, durationWords, workIn } from './phrases.ts';
import { lawIn } from './places.ts';
import { pattern, sentence } from './plain.ts';
import { money } from './prices.ts';
import { readRows } from './rows.ts';
import type { Put } from './said.ts';
import { wishes } from './wishes.ts';

const domain = String.raw`(?<![\p{L}\p{N}@./])((?:https?://)?(?:[\p{L}\p{N}-]{1,40}\.){1,4}(?:[a-z]{2,3}|example|shop|info|online|store|design|studio|cloud|tech)(?:/[\w./-]{0,80}\w)?)(?![\p{L}\p{N}@])`;

/** The answers that a request states, for the questions of one document; nothing is guessed. */
export function fill(
  template: Template,
  stated: Stated,
): { found: Answers; /** What rows of lists leave over. */ rest: Stated } {
  const fields = new Map(allFields(template).map((field) => [field.name, field]));
  const found: Record<string, unknown> = {};
  const put = (name: string, value: unknown) => {
    const field = fields.get(name);
    if (!field || value === null || value === undefined || name in found) return;
    const read = readAnswer(field.kind, value);
    if (read.ok && read.value !== undefined) found[name] = value;
  };
  const { lists, rest: facts } = readRows(template, stated);
  for (const [name, rows] of lists) put(name, rows);
  if ('milestones' in found) put('billing', 'milestone');
  parties(template, facts, put);
  money(fields, facts, put);
  durations(template, facts, put);
  dates(fields, facts, put);
  const mail = facts.mails[0]?.value;
  for (const name of ['mail', 'contact']) put(name, mail);
  const law = lawIn(facts.text);
  const offers = fields.get('law')?.kind;
  const isOffered = offers?.type === 'choice' && offers.options.some(({ value }) => value === law.listed);
  put('law', isOffered ? law.listed : (law.other ?? law.listed));
  for (const [field, answer, said] of wishes) {
    const type = fields.get(field)?.kind.type;
    if ((type === 'choice' || type === 'yesno') && said.test(facts.low)) put(field, answer);
  }
  const work = workIn(facts);
  for (const name of ['services', 'scope', 'deliverable']) put(name, sentence(work));
  if (fields.has('supplier')) put('goal', sentence(work));
  // In a licence of contributors the project is a party.
  if (fields.get('project')?.kind.type === 'text')
    put('project', work?.replace(/ (?:for|für|pour|para) \p{Lu}[^]*$/u, '').slice(0, 120));
  const site = pattern(domain, 'u').exec(facts.text)?.[1];
  for (const name of ['address', 'service']) put(name, site);
  put(
    'does',
    /(?:^|[,.:;] )(?:it|they) ((?!is|was|has|needs|costs)\p{Ll}+s [^,.;]{3,120})/u.exec(facts.text)?.[1],
  );
  put('product', /"([^"]{2,60})"/u.exec(facts.text)?.[1]);
  put(
    'owner',
    /(?<!\p{L})(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (?:runs|owns|leads|is responsible)(?!\p{L})/u.exec(
      facts.text,
    )?.[1],
  );
  for (const [name, value] of besideTheirWord(fields.values(), facts, (open) => !(open in found)))
    put(name, value);
  return { found, rest: facts };
}

function durations(template: Template, { durations: said }: Stated, put: Put): void {
  const used = new Set<number>();
  const fields = new Set(allFields(template).map(({ name }) => name));
  for (const one of said) {
    for (const [names, before, after] of durationWords) {
      if (!before.test(one.before) && !after.test(one.after)) continue;
      if (!names.some((name) => fields.has(name))) continue;
      for (const name of names) put(name, one.value);
      used.add(one.at);
      break;
    }
  }
  const rest = said.find(({ at }) => !used.has(at));
  if (!rest) return;
  else if (template.slug === 'one-way-nda') put('secrecy', rest.value);
  else if (template.slug === 'payment-reminder') put('grace', rest.value);
  else if (fields.has('terms')) put('terms', rest.value);
  else if (fields.has('validity')) put('validity', rest.value);
  else if (
    template.slug === 'termination-notice' &&
    !/^ ?(?:late|ago)/.test(rest.after) &&
    !/breach|for $/.test(rest.before)
  )
    put('period', rest.value);
  else put('term', rest.value);
}

function dates(fields: Map<string, Field>, { dates: said, low }: Stated, put: Put): void {
  const left: string[] = [];
  for (const one of said) {
    // Until when somebody may answer is no day of the contract.
    if (
      /\b(?:answers?|repl(?:y|ies)|accepts?|decides?|responds?|signs?|lets? us know)\b[^.;,]{0,14}$/.test(
        one.before,
      )
    )
      continue;
    if (/^ ?(?:agreement|contract|deal|vertrag|contrat)/.test(one.after)) put('contractDate', one.value);
    const names = dateWords.filter(([, before]) => before.test(one.before)).flatMap(([fields_]) => fields_);
    const name = names.find((candidate) => fields.has(candidate));
    if (name) put(name, one.value);
    else left.push(one.value);
    if (name === 'lastDay') put('ends', 'date');
  }
  const [first] = left;
  if (first)
    for (const name of ['day', 'start', 'effective', 'dueDate', ...(fields.has('version') ? ['issued'] : [])])
      if (
        fields.has(name) &&
        (name !== 'dueDate' || /due|fallig|echue|vencid|vencio|offen|since|owes?/.test(low))
      )
        put(name, first);
}
