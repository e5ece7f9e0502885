import { join } from 'node:path';
import { Problem } from '#base/problem.ts';
import { parseMarkdownFile, readFrontMatter, readText } from '#platform/server/site/front-matter.ts';
import { sortMistakes } from '#platform/server/site/front-matter-form.ts';
import { SiteMistake } from '#platform/server/site/mistakes.ts';
import { productSchema } from '../product-schema.ts';
import { readProduct } from '../read-product.ts';
import { formFields } from './form-fields.ts';

/** What the readers of the catalogue say about a folder: at a field of the form, or about something else in it. */
export interface Faults {
  fields: Record<string, string>;
  others: string[];
}

/** All that keeps a folder off sale; of a draft, only what its keys say. */
export async function faultsOf(
  id: string,
  folder: string,
  isOnSale: boolean,
  more: Readonly<Record<string, string>> = {},
): Promise<Faults> {
  const path = join(folder, 'product.md');
  try {
    if (isOnSale) await readProduct(id, folder);
    else readFrontMatter(parseMarkdownFile(path, await readText(path)), productSchema);
    return { fields: {}, others: [] };
  } catch (error) {
    if (!(error instanceof SiteMistake)) throw error;
    return sorted(error, path, more);
  }
}

/** What a product's text gets wrong in the form's fields; its files and pictures may come later. */
export function textFaults(text: string): Record<string, string> {
  try {
    readFrontMatter(parseMarkdownFile('product.md', text), productSchema);
    return {};
  } catch (error) {
    if (!(error instanceof SiteMistake)) throw error;
    return sorted(error, 'product.md', {}).fields;
  }
}

function sorted(error: SiteMistake, path: string, more: Readonly<Record<string, string>>): Faults {
  const { fields, lines, others } = sortMistakes(error, path, formFields, more);
  for (const { line, key, says } of lines)
    if (says.startsWith('got nothing') && key === 'files') others.push('It has no files for buyers yet.');
    else if (says.startsWith('got nothing') && key === 'images') others.push('It has no picture yet.');
    else others.push(`product.md, line ${line}: ${key}: ${says}`);
  return { fields, others };
}

export const fieldProblem = (
  fields: Record<string, string>,
  says = (where: string) => `Nothing was saved. See ${where}.`,
): Problem => {
  const known = [
    ...formFields,
    { name: 'address', label: 'Address' },
    { name: 'version', label: 'Version' },
    { name: 'changes', label: 'What is new' },
    { name: 'given', label: 'the added files' },
    { name: 'fromDay', label: 'On sale from' },
    { name: 'fromTime', label: 'From what time' },
    { name: 'untilDay', label: 'Until' },
    { name: 'untilTime', label: 'Until what time' },
    { name: 'zone', label: 'On the clocks of' },
  ];
  const named = known.filter(({ name }) => name in fields).map(({ label }) => label);
  const where = named.join(', ') || 'what is marked below';
  return new Problem('bad_request', says(where), { fields });
};

/** Throws what is wrong with a folder that is about to take its place, in the words of whoever filled in the form. */
export const prover =
  (id: string, isOnSale: boolean, more?: Readonly<Record<string, string>>) =>
  async (folder: string): Promise<void> => {
    const { fields, others } = await faultsOf(id, folder, isOnSale, more);
    if (Object.keys(fields).length > 0) throw fieldProblem(fields);
    if (isOnSale && others.length > 0)
      throw new Problem('bad_request', `Nothing was changed. ${others.join(' ')}`);
  };
