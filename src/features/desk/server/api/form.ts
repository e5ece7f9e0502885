import { Problem } from '#base/problem.ts';
import type { Asked, DeskField } from '#platform/server/desk.ts';

/** What the form holds before anybody types: a browser sends all of it, so what a program leaves out stays as it is. */
const shown = ({ kind, value, options }: DeskField): string =>
  kind === 'files' || kind === 'secret' || kind === 'push' ? '' : (value ?? options?.[0]?.value ?? '');

/** The whole form of an act with what was sent in it; a name that it doesn't have changes nothing, and is told. */
export function wholeForm(fields: readonly DeskField[], sent: Asked): Asked {
  const known = fields.filter(({ name, kind }) => name !== '' && kind !== 'push');
  const names = new Set(known.map(({ name }) => name));
  const strange = Object.keys(sent).filter((name) => !names.has(name));
  if (strange.length > 0) {
    const has = names.size > 0 ? `It has: ${[...names].join(', ')}.` : 'It has no fields.';
    throw new Problem(
      'bad_request',
      `Nothing was changed. This form has no field ${strange.join(', ')}. ${has}`,
      {
        fields: Object.fromEntries(strange.map((name) => [name, 'There is no such field.'])),
      },
    );
  }
  return { ...Object.fromEntries(known.map((field) => [field.name, shown(field)])), ...sent };
}

/** The fields of a form for a program: what each is, and what stands in it. */
export const told = (fields: readonly DeskField[]) =>
  fields
    .filter(({ name, kind }) => name !== '' && kind !== 'push' && kind !== 'files')
    .map((field) => ({
      name: field.name,
      label: field.label,
      ...(field.hint !== undefined && { hint: field.hint }),
      ...(field.options && { options: field.options }),
      value: shown(field),
    }));
