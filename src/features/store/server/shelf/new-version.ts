import { Problem } from '#base/problem.ts';
import type { Asked, DeskField } from '#platform/server/desk.ts';
import { editMarkdownFile, madeFrom } from '#platform/server/site/edit-front-matter.ts';
import type { Wanted } from '#platform/server/site/write-front-matter.ts';
import { parseMarkdownFile } from '#platform/server/site/front-matter.ts';
import { fieldProblem } from './proof.ts';

/** Where the reader of the catalogue finds what the form of a new version says. */
export const versionFields = { 'changelog.1.version': 'version', 'changelog.1.changes': 'changes' };

function changelogOf(path: string, text: string): { version?: unknown }[] {
  const { changelog } = parseMarkdownFile(path, text).data as { changelog?: unknown };
  if (changelog === undefined || changelog === null) return [];
  if (Array.isArray(changelog)) return changelog as { version?: unknown }[];
  throw new Problem('bad_request', 'This can’t be done here until the changelog in product.md is a list.');
}

/** The newest version, counted on by one: 1.0 to 1.1, 2.1.3 to 2.1.4. */
export function versionForm(path: string, text: string): DeskField[] {
  const newest = String(changelogOf(path, text)[0]?.version ?? '0.9');
  const next = newest.replace(/(?<!\d)\d+$/, (last) => String(Number(last) + 1));
  return [
    { name: 'version', label: 'Version', value: next },
    { name: 'changes', label: 'What is new', hint: 'One sentence for buyers, up to 400 characters.' },
  ];
}

/** A version on top of the changelog, as of today. */
export function withVersion(path: string, text: string, form: Asked, now: Date): string {
  const entries = changelogOf(path, text);
  const version = form['version']?.trim() ?? '';
  if (entries.some((entry) => entry?.version === version))
    throw fieldProblem({ version: 'There is a version of this name already.' });
  const added = { version, date: now.toISOString().slice(0, 10), changes: form['changes']?.trim() ?? '' };
  const changelog = [added, ...entries.map((_, at) => ({ [madeFrom]: at }) as Wanted)];
  return editMarkdownFile(path, text, { changelog });
}
