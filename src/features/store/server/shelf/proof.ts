import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '#base/problem.ts';
import { parseMarkdownFile, readFrontMatter } from '#platform/server/site/front-matter.ts';
import { fileName, SiteMistake } from '#platform/server/site/mistakes.ts';
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
    else readFrontMatter(parseMarkdownFile(path, await readFile(path, 'utf8')), productSchema);
    return { fields: {}, others: [] };
  } catch (error) {
    if (!(error instanceof SiteMistake)) throw error;
    return sorted(error, path, more);
  }
}

function sorted(error: SiteMistake, path: string, more: Readonly<Record<string, string>>): Faults {
  const faults: Faults = { fields: {}, others: [] };
  const start = `${fileName(path)}:`;
  for (const line of error.message.split('\n')) {
    if (!line.startsWith(start)) {
      faults.others.push(line);
      continue;
    }
    const [number = '', key = '', ...rest] = line.slice(start.length).split(': ');
    const says = rest.join(': ');
    const field = more[key] ?? fieldOf(key);
    if (field !== undefined) faults.fields[field] ??= `${says.charAt(0).toUpperCase()}${says.slice(1)}.`;
    else if (says.startsWith('got nothing') && key === 'files')
      faults.others.push('It has no files for buyers yet.');
    else if (says.startsWith('got nothing') && key === 'images') faults.others.push('It has no picture yet.');
    else faults.others.push(`product.md, line ${number.trim()}: ${key}: ${says}`);
  }
  return faults;
}

function fieldOf(key: string): string | undefined {
  const field = formFields.find(({ at }) => {
    const own = at?.join('.');
    return own !== undefined && (key === own || key.startsWith(`${own}.`));
  });
  return field?.name;
}

export const fieldProblem = (fields: Record<string, string>): Problem => {
  const known = [
    ...formFields,
    { name: 'address', label: 'Address' },
    { name: 'version', label: 'Version' },
    { name: 'changes', label: 'What is new' },
    { name: 'given', label: 'the added files' },
  ];
  const named = known.filter(({ name }) => name in fields).map(({ label }) => label);
  return new Problem('bad_request', `Nothing was saved. See ${named.join(', ')}.`, { fields });
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
