import * as z from 'zod/mini';
import { ExpressionMistake, type Named, parseCondition, type Scope } from './expression.ts';
import { allFields, type Check, type Expr, type Formality, type Kind, type Template } from './template.ts';
import { line, list, name } from './front.ts';

/**
 * One law as data: what documents may ask about it (`law.us`), which answers it does not allow, and which forms it
 * demands. A document knows the laws that its own question `law` offers.
 */
export const lawSchema = z.strictObject({
  law: z.string('the value of the answer').check(z.regex(/^[a-z][a-zA-Z]{1,39}$/, 'a value such as newyork')),
  name: line(60),
  checked: z.string('a day').check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day such as 2026-11-23')),
  facts: z.optional(z.record(name, line(200), 'facts, each as name: yes or text')),
  rules: z.optional(
    list(
      z.strictObject(
        {
          documents: z.optional(line(600)),
          field: name,
          holds: line(300),
          words: line(300),
          source: line(200),
        },
        'a block of keys',
      ),
      'a list of rules',
    ),
  ),
  formalities: z.optional(
    list(
      z.strictObject(
        {
          documents: z.optional(line(600)),
          when: z.optional(line(300)),
          words: line(400),
          source: line(200),
        },
        'a block of keys',
      ),
      'a list of formalities',
    ),
  ),
});
export type Law = z.output<typeof lawSchema>;

const is = (law: string): Expr => ({
  e: 'op',
  op: 'is',
  args: [
    { e: 'field', path: 'law' },
    { e: 'word', value: law },
  ],
});
const either = (all: Expr[]): Expr =>
  all.reduceRight((rest, one) => ({ e: 'op', op: 'or', args: [one, rest] }));
const never: Expr = { e: 'op', op: 'not', args: [{ e: 'number', value: 1 }] };

const offered = (kind: Kind | undefined, laws: readonly Law[]): Law[] =>
  kind?.type === 'choice' ? laws.filter(({ law }) => kind.options.some(({ value }) => value === law)) : [];

/** `law.us`: a condition that holds where the chosen law says so, and its words where it has any. */
export function factOf(fact: string, kind: Kind | undefined, laws: readonly Law[]): Named | undefined {
  if (!laws.some(({ facts }) => facts && Object.hasOwn(facts, fact))) return undefined;
  const given = offered(kind, laws).flatMap(({ law, facts }) => {
    const words = facts?.[fact];
    return words === undefined ? [] : [{ when: is(law), words }];
  });
  return {
    type: 'yesno',
    when: given.length > 0 ? either(given.map(({ when }) => when)) : never,
    ...(given.some(({ words }) => words !== 'yes') && { words: given }),
  };
}

/** What the laws say to this document, as checks and forms of its own. `wrong` hears of what cannot be read. */
export function withLaws(
  template: Template,
  laws: readonly Law[],
  scope: Scope,
  wrong: (law: Law, path: PropertyKey[], words: string) => void,
): Template {
  const fields = new Map(allFields(template).map((field) => [field.name, field.kind]));
  const checks: Check[] = [];
  const formalities: Formality[] = [];
  for (const law of offered(fields.get('law'), laws)) {
    const read = (source: string, path: PropertyKey[]): Expr | undefined => {
      try {
        return parseCondition(source, scope);
      } catch (error) {
        if (!(error instanceof ExpressionMistake)) throw error;
        wrong(law, path, `${template.slug}: ${error.message}`);
        return undefined;
      }
    };
    for (const [at, { documents, field, holds, words, source }] of (law.rules ?? []).entries()) {
      if (documents === undefined ? !fields.has(field) : !names(documents).includes(template.slug)) continue;
      if (!fields.has(field))
        wrong(law, ['rules', at, 'field'], `${template.slug} has no question "${field}"`);
      const parsed = read(holds, ['rules', at, 'holds']);
      const elsewhere: Expr = { e: 'op', op: 'not', args: [is(law.law)] };
      if (parsed) checks.push({ holds: either([elsewhere, parsed]), words, field, source });
    }
    for (const [at, { documents, when, words, source }] of (law.formalities ?? []).entries()) {
      if (documents !== undefined && !names(documents).includes(template.slug)) continue;
      const parsed = when === undefined ? undefined : read(when, ['formalities', at, 'when']);
      if (when !== undefined && !parsed) continue;
      const here = is(law.law);
      formalities.push({
        when: parsed ? { e: 'op', op: 'and', args: [here, parsed] } : here,
        words,
        source,
      });
    }
  }
  const known = offered(fields.get('law'), laws).map(({ law, name: called, checked, facts }) => ({
    law,
    name: called,
    checked,
    ...(facts?.['us'] === 'yes' && { us: true as const }),
  }));
  return { ...template, checks: [...template.checks, ...checks], formalities, laws: known };
}

export const names = (documents: string): string[] => documents.split(/\s+/).filter((slug) => slug !== '');
