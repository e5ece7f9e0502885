import type { FieldProblems } from '#base/problem.ts';
import type { Asked, DeskField } from '#platform/server/desk.ts';

/** A field with what was typed into it, and what is wrong with that. */
export function filled(field: DeskField, typed: Asked, mistakes: FieldProblems = {}): DeskField {
  // What is hidden was said by the act, and nobody typed it.
  if (field.kind === 'hidden' || field.kind === 'push') return field;
  // By its name the closed door knows what it must not keep.
  if (field.kind === 'secret' && !field.name.startsWith('secret'))
    throw new Error(`a secret field needs a name that begins with "secret": ${field.name}`);
  if (field.kind === 'secret')
    return mistakes[field.name] === undefined ? field : { ...field, mistake: mistakes[field.name] ?? '' };
  const was = typed[field.name];
  const mistake = field.mistake ?? mistakes[field.name];
  const told = { ...field, ...(mistake !== undefined && { mistake }) };
  // A box that was not ticked isn't sent.
  if (field.kind === 'check' && typed['token'] !== undefined) return { ...told, value: was ?? '' };
  return { ...told, value: was ?? field.value ?? '' };
}
