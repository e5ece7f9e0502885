import { allFields, type Template } from '../template/template.ts';
import { type Answers, readAnswer } from '../answers/values.ts';
import { currencyNamed, type Stated } from './facts.ts';
import { lawIn } from './places.ts';
import { readRows } from './rows.ts';
import { wishes } from './wishes.ts';

/** What rules answer better than what was learnt: rows of lists, the law, the currency, a name in quotes, what is wished. */
export function fill(
  template: Template,
  facts: Stated,
): { found: Answers; /** What is left to say. */ rest: Stated } {
  const fields = new Map(allFields(template).map((field) => [field.name, field]));
  const found: Record<string, unknown> = {};
  const put = (name: string, value: unknown) => {
    const field = fields.get(name);
    if (!field || value === null || value === undefined || name in found) return;
    const read = readAnswer(field.kind, value);
    if (read.ok && read.value !== undefined) found[name] = value;
  };
  const { lists, rest } = readRows(template, facts);
  for (const [name, rows] of lists) put(name, rows);
  put(
    'currency',
    facts.money.find(({ value }) => value.currency)?.value.currency ?? currencyNamed(facts.low),
  );
  put('product', /"([^"]{2,60})"/u.exec(facts.text)?.[1]);
  const law = lawIn(facts.text);
  const offers = fields.get('law')?.kind;
  const isOffered = offers?.type === 'choice' && offers.options.some(({ value }) => value === law.listed);
  put('law', isOffered ? law.listed : (law.other ?? law.listed));
  for (const [field, answer, pattern] of wishes) {
    const type = fields.get(field)?.kind.type;
    if ((type === 'choice' || type === 'yesno') && pattern.test(facts.low)) put(field, answer);
  }
  return { found, rest };
}
