import { Problem } from '#base/problem.ts';
import { SiteMistake } from '#platform/server/site/mistakes.ts';
import type { Values } from './form.ts';
import { formFields } from './form-fields.ts';

export const labelsOf = (values: Values): string =>
  formFields
    .filter(({ name }) => name in values)
    .map(({ label }) => label)
    .join(', ');

/** For the record: a long text is told by its length. */
export const inShort = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.length > 100 || value.includes('\n') ? `${value.length} characters` : value,
    ]),
  );

/** What is wrong with a file that somebody wrote by hand, where it can't be told at a field. */
export function asProblem(error: unknown): never {
  if (error instanceof SiteMistake)
    throw new Problem('bad_request', `This can’t be done here until the file is corrected. ${error.message}`);
  throw error;
}
