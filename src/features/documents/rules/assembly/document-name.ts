import { allFields, type Template } from '../template/template.ts';
import type { Answers } from '../answers/values.ts';

const longest = 150;

/** What a list knows a document by: what it is, and with whom. Two of one kind are told apart without opening them. */
export function documentName(title: string, template: Template, answers: Answers): string {
  const names = allFields(template)
    .filter(({ kind, brand }) => kind.type === 'party' && brand === null)
    .map(({ name }) => nameIn(answers[name]));
  const other = names.find((name) => name !== '') ?? '';
  return (other === '' ? title : `${title} · ${other}`).slice(0, longest).trimEnd().toWellFormed();
}

function nameIn(party: unknown): string {
  const name = typeof party === 'string' ? party : (party as { name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name.replaceAll(/\s+/g, ' ').trim() : '';
}
