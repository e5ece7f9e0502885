import * as z from 'zod/mini';
import { allFields, type Field, type Inline, type Node, type Template } from './template.ts';
import { clean } from './values.ts';

const mostSections = 8;

/** A clause that a draft adds to its document: plain words, in which {{name}} is a question. */
export const section = z.object({
  heading: z.string().check(z.maxLength(200)),
  text: z.string().check(z.maxLength(8000)),
});
export const sections = z.array(section).check(z.maxLength(mostSections));
export type Section = z.output<typeof section>;

/** Words only: whatever a browser could take for markup, an image or an address to follow is gone or plain. */
export const wordsOnly = (text: string): string =>
  clean(text, true)
    .replace(/<(script|style|iframe|object)\b[\s\S]*?(?:<\/\1>|$)/gi, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\((?:[^)(]|\([^)]*\))*\)/g, '$1')
    .replace(/<\/?[a-z!][^>]*>?/gi, '')
    .replace(/^#{1,6} /gm, '')
    .replace(/\*\*|__|```+/g, '')
    .trim();

/** The template with these clauses before its signatures; what they leave open becomes a question of their own. */
export function withSections(template: Template, given: readonly Section[]): Template {
  const added = given
    .slice(0, mostSections)
    .map(({ heading, text }) => ({ heading: wordsOnly(heading).slice(0, 120), text: wordsOnly(text) }))
    .filter(({ heading, text }) => heading !== '' && text !== '');
  if (added.length === 0) return template;
  const known = new Map(allFields(template).map((field) => [field.name, field]));
  const open = new Map<string, Field>();
  const line = (text: string): Inline[] =>
    text.split(/(\{\{\s*[a-zA-Z][\w.]{0,60}\s*\}\})/).flatMap((piece): Inline[] => {
      const path = /^\{\{\s*([\w.]+)\s*\}\}$/.exec(piece)?.[1];
      if (path === undefined) return piece === '' ? [] : [{ i: 'text', text: piece }];
      const [name = ''] = path.split('.');
      const field = known.get(name);
      if (field && field.kind.type !== 'list')
        return [{ i: 'field', path: field.kind.type === 'party' && name === path ? `${name}.name` : path }];
      const own = name.charAt(0).toLowerCase() + name.slice(1);
      if (!known.has(own)) open.set(own, question(own));
      return [{ i: 'field', path: own }];
    });
  const isNumbered = template.body.some((node) => node.n === 'clause' && node.numbered);
  const nodes = added.map(({ heading, text }, index): Node => ({
    n: 'clause',
    id: `added-${index + 1}`,
    heading: [{ i: 'text', text: heading }],
    summary: [],
    numbered: isNumbered,
    body: text
      .split(/\n+/)
      .filter((part) => part.trim() !== '')
      .map((part): Node =>
        isNumbered ? { n: 'sub', id: '', words: line(part), body: [] } : { n: 'para', words: line(part) },
      ),
  }));
  const at = template.body.findIndex(({ n }) => n === 'sign' || n === 'part' || n === 'page');
  const body =
    at < 0
      ? [...template.body, ...nodes]
      : [...template.body.slice(0, at), ...nodes, ...template.body.slice(at)];
  const steps =
    open.size > 0
      ? [
          ...template.steps,
          { title: 'Added clauses', why: 'What the added clauses leave open.', fields: [...open.values()] },
        ]
      : template.steps;
  return { ...template, body, steps };
}

function question(name: string): Field {
  const label = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\W]+/g, ' ')
    .toLowerCase();
  return {
    name,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    why: '',
    example: '',
    blank: label,
    required: true,
    show: null,
    fallback: null,
    brand: null,
    kind: { type: 'text' },
  };
}
