import { PersonBody, type PersonDetail } from '../../rules/contract.ts';

/** A person as they are typed: fields in rows, so that a name can be half written. */
export interface TypedPerson {
  name: string;
  timeZone: string;
  tags: string[];
  fields: { name: string; value: string }[];
  /** As it was when typing began: only what is different from it is changed. */
  was: PersonBody;
}

export const typedOf = ({ name, timeZone, tags, fields }: PersonDetail['person']): TypedPerson => ({
  was: { name, timeZone, tags, fields },
  name,
  timeZone,
  tags,
  fields: Object.entries(fields).map(([field, value]) => ({ name: field, value })),
});

/** A row without a name is none. */
export const bodyOf = ({ name, timeZone, tags, fields }: TypedPerson): PersonBody => ({
  name,
  timeZone: timeZone.trim(),
  tags,
  fields: Object.fromEntries(
    fields
      .filter((field) => field.name.trim() !== '')
      .map((field): [string, string] => [field.name.trim(), field.value]),
  ),
});

/** What this or an earlier release kept of it on the device. */
export function soundTyped(given: unknown): TypedPerson | null {
  if (typeof given !== 'object' || given === null) return null;
  const { name, timeZone, tags, fields, was } = given as Partial<Record<keyof TypedPerson, unknown>>;
  const areTags = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  const isField = (field: unknown): field is TypedPerson['fields'][number] =>
    typeof field === 'object' &&
    field !== null &&
    ['name', 'value'].every((part) => typeof (field as Record<string, unknown>)[part] === 'string');
  if (typeof name !== 'string' || typeof timeZone !== 'string' || !areTags) return null;
  if (!Array.isArray(fields) || !fields.every(isField)) return null;
  const seen = PersonBody.safeParse(was);
  return seen.success ? { name, timeZone, tags, fields, was: seen.data } : null;
}
