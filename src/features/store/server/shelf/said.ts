import { Problem } from '#base/problem.ts';
import { labelsOf as labels, type Values } from '#platform/server/site/front-matter-form.ts';
import { SiteMistake } from '#platform/server/site/mistakes.ts';
import { formFields } from './form-fields.ts';

export { inShort } from '#platform/server/site/front-matter-form.ts';

export const labelsOf = (values: Values): string => labels(formFields, values);

/** What is wrong with a file that somebody wrote by hand, where it can't be told at a field. */
export function asProblem(error: unknown): never {
  if (error instanceof SiteMistake)
    throw new Problem('bad_request', `This can’t be done here until the file is corrected. ${error.message}`);
  throw error;
}
