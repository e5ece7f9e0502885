import { nearest } from '#base/nearest.ts';
import type { MarkdownFile } from './front-matter.ts';
import type { HubWords } from './hub-words.ts';
import { mistake, SiteMistake } from './mistakes.ts';

/** What a {{placeholder}} can be: text, a list, or Markdown inserted unescaped. */
export type PageWords = Map<string, string | string[] | { markdown: string }>;

export function pageWords({ site, forPages, about }: HubWords): PageWords {
  const words: PageWords = new Map();
  const add = (path: string, value: unknown): void => {
    if (value === null) words.set(path, '');
    else if (typeof value === 'string') words.set(path, value);
    else if (Array.isArray(value))
      words.set(
        path,
        value.map((entry) => (typeof entry === 'string' ? entry : `${entry.label}: ${entry.url}`)),
      );
    else if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) add(path ? `${path}.${key}` : key, inner);
  };
  add('', site);
  for (const [path, value] of Object.entries(forPages)) words.set(path, value);
  words.set('about', { markdown: filled(about, words) });
  return words;
}

/**
 * The body with its placeholders filled in. A Markdown line that needs an empty value is dropped; a list is joined
 * with commas.
 */
export function filled(file: MarkdownFile, words: PageWords): string {
  const mistakes: string[] = [];
  const lines = file.body.split(/\r?\n/).flatMap((line, index) => {
    const names = [...line.matchAll(placeholder)].map((match) => (match[1] ?? '').trim());
    const unknown = names.filter((name) => !words.has(name));
    mistakes.push(
      ...unknown.map((name) => mistake(file.path, file.bodyLine + index, unknownWords(name, words))),
    );
    if (unknown.length > 0 || names.some((name) => isEmpty(words.get(name)))) return [];
    return [line.replace(placeholder, (_, name: string) => inLine(words.get(name.trim())))];
  });
  if (mistakes.length > 0) throw new SiteMistake(mistakes);
  return lines.join('\n');
}

const placeholder = /\{\{([^{}]*)\}\}/g;

type Word = ReturnType<PageWords['get']>;

const isEmpty = (word: Word): boolean =>
  word === undefined ||
  (typeof word === 'object' && 'markdown' in word ? word.markdown.trim() === '' : word.length === 0);

function inLine(word: Word): string {
  if (word === undefined) return '';
  if (typeof word === 'string') return literal(word);
  return Array.isArray(word) ? word.map(literal).join(', ') : word.markdown;
}

/** A value is text, never Markdown: my_name keeps its underscore, and < doesn't open a tag. */
const literal = (text: string): string => text.replace(/[\\`*_[\]<>&#|~!(){}]/g, '\\$&');

function unknownWords(name: string, words: PageWords): string {
  const [meant] = nearest(name, words.keys());
  return `{{${name}}}: unknown placeholder, ${meant ? `did you mean {{${meant}}}?` : `expected one of ${[...words.keys()].join(', ')}`}`;
}
