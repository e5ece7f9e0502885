import type { PersonBody } from './contract.ts';

/**
 * What somebody changed about a person, laid over the person as they are by now: a tag that a sequence gave, or a field
 * that another device filled in meanwhile, stays. Of the same thing changed twice the later save counts.
 */
export function mergePerson(now: PersonBody, was: PersonBody, mine: PersonBody): PersonBody {
  const text = (key: 'name' | 'timeZone') => (mine[key] === was[key] ? now[key] : mine[key]);
  const taken = new Set(was.tags.filter((tag) => !mine.tags.includes(tag)));
  const given = mine.tags.filter((tag) => !was.tags.includes(tag));
  const kept = now.tags.filter((tag) => !taken.has(tag));
  const fields = { ...now.fields };
  for (const [name, value] of Object.entries(mine.fields))
    if (!Object.hasOwn(was.fields, name) || was.fields[name] !== value) fields[name] = value;
  for (const name of Object.keys(was.fields)) if (!Object.hasOwn(mine.fields, name)) delete fields[name];
  return { name: text('name'), timeZone: text('timeZone'), tags: [...new Set([...kept, ...given])], fields };
}
