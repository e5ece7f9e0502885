import { Problem } from '#base/problem.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import { parseMarkdownFile } from '#platform/server/site/front-matter.ts';
import {
  asSent,
  type FormField,
  mostLetters,
  shownOf,
  sortMistakes,
  type Values,
  valueAt,
  wantedKeys,
} from '#platform/server/site/front-matter-form.ts';
import { markdownFault } from '#platform/server/site/markdown-bounds.ts';
import { SiteMistake } from '#platform/server/site/mistakes.ts';
import { type IssueFile, parseIssue, type Place } from '../issue.ts';

export interface Topic {
  id: string;
  label: string;
}

/** What an issue at the desk starts from: the file that the command takes. */
export const blankIssue = '---\nsubject: ""\n---\n\n';

export const fileOf = (id: string): string => `${id}.md`;

const topicField = (id: string): string => `topic-${id}`;

function topicsIn(text: string): string[] {
  const named = valueAt(parseMarkdownFile('', text).data, ['topics']);
  const list = typeof named === 'string' ? named.split(',') : Array.isArray(named) ? named.map(String) : [];
  return list.map((topic) => topic.trim()).filter(Boolean);
}

/** The fields of an issue; a topic that there is no more can still be unticked. */
export function issueFields(topics: readonly Topic[], text: string): FormField[] {
  const gone = topicsIn(text).filter((id) => !topics.some((topic) => topic.id === id));
  const all = [...topics, ...gone.map((id) => ({ id, label: `${id} (no longer a topic)` }))];
  return [
    {
      name: 'subject',
      label: 'Subject',
      at: ['subject'],
      hint: 'Up to 150 characters; phones show the first 40.',
    },
    {
      name: 'description',
      label: 'Preview text',
      at: ['description'],
      hint: 'What inboxes show after the subject. Empty: how the text begins.',
      written: (typed) => typed.trim() || undefined,
    },
    {
      name: 'body',
      label: 'Text',
      kind: 'long',
      rows: 18,
      hint: 'Markdown: headings, lists, quotes, links, images. A bold link alone in its paragraph becomes a button.',
    },
    ...all.map(({ id, label }): FormField => ({
      name: topicField(id),
      label,
      kind: 'check',
      group: 'Topics: none ticked, it is for everybody',
    })),
    {
      name: 'archive',
      label: 'Also on the web, in the archive',
      kind: 'check',
      at: ['archive'],
      shown: (data) => (data === 'no' ? '' : 'yes'),
      written: (typed) => (typed === '' ? 'no' : undefined),
    },
  ];
}

/** The words below the front matter, and the line of the file that they begin on. */
function bodyIn(text: string): { words: string; line: number } {
  const { body } = parseMarkdownFile('', text);
  const [blank = ''] = /^(?:[ \t]*\r?\n)*/.exec(body) ?? [];
  const start = text.length - body.length + blank.length;
  return { words: text.slice(start).trimEnd(), line: text.slice(0, start).split('\n').length };
}

export function valuesOf(fields: readonly FormField[], text: string): Values {
  const { data } = parseMarkdownFile('', text);
  const chosen = topicsIn(text).map(topicField);
  const raw = (field: FormField): string => {
    if (field.name === 'body') return bodyIn(text).words;
    if (!field.at) return chosen.includes(field.name) ? 'yes' : '';
    return shownOf(field, valueAt(data, field.at));
  };
  return Object.fromEntries(fields.map((field) => [field.name, asSent(field, raw(field))]));
}

/** The same text with some fields saying something else; `mistyped` says which can't be kept at all. */
export function editIssue(
  fields: readonly FormField[],
  text: string,
  changes: Values,
): { text: string; mistyped: Record<string, string> } {
  const { wanted, mistyped } = wantedKeys(fields, changes);
  for (const [name, value] of Object.entries(changes))
    if (/[\uFFFD\0]/.test(value))
      mistyped[name] = 'One character here is broken (�). Delete it, or type it anew.';
  const { body } = changes;
  if (body !== undefined && body.length <= mostLetters) {
    const fault = markdownFault(body);
    if (fault !== null) mistyped['body'] ??= fault;
  }
  if (Object.keys(mistyped).length > 0) return { text, mistyped };
  const topics = fields.filter(({ at, kind }) => !at && kind === 'check');
  if (topics.some(({ name }) => name in changes)) {
    const now = { ...valuesOf(fields, text), ...changes };
    const chosen = topics.filter(({ name }) => now[name] === 'yes');
    wanted['topics'] =
      chosen.length > 0 ? chosen.map(({ name }) => name.slice(topicField('').length)) : undefined;
  }
  const edited = editMarkdownFile('', text, wanted, body === undefined ? undefined : `\n${body.trimEnd()}\n`);
  return { text: edited, mistyped: {} };
}

/** As it will be mailed, or what is still missing: at a field, or somewhere else in the file. */
export type Read = { issue: IssueFile } | { issue: null; fields: Record<string, string>; others: string[] };

export function readText(id: string, text: string, place: Place): Read {
  const path = fileOf(id);
  try {
    const issue = { ...parseIssue(path, text, place), id };
    return issue.body.length > 0
      ? { issue }
      : { issue: null, fields: { body: 'It is still empty.' }, others: [] };
  } catch (error) {
    if (!(error instanceof SiteMistake)) throw error;
    return { issue: null, ...sorted(error, id, text) };
  }
}

function sorted(error: SiteMistake, id: string, text: string) {
  const all = issueFields([], text);
  const topic = all.find(({ name }) => name.startsWith(topicField('')))?.name;
  const { fields, lines, others } = sortMistakes(error, fileOf(id), all, {
    ...(topic !== undefined && { topics: topic }),
  });
  // The reader counts from the first line of the file; whoever types counts from the first of the text.
  const first = bodyIn(text).line;
  for (const { line, key, says } of lines) {
    const words = [key, says].filter(Boolean).join(': ');
    if (!key.startsWith('got ')) others.push(words);
    else fields['body'] ??= `Line ${Number(line) - first + 1}: ${words}.`;
  }
  return { fields, others };
}

export function issueProblem(
  fields: readonly FormField[],
  wrong: Record<string, string>,
  others: readonly string[] = [],
): Problem {
  const named = fields.filter(({ name }) => name in wrong).map(({ label }) => label);
  const where = named.length > 0 ? ` See ${named.join(', ')}.` : '';
  return new Problem('bad_request', [`Nothing was saved.${where}`, ...others].join(' '), { fields: wrong });
}
