import { type FormField, Mistyped } from '#platform/server/site/front-matter-form.ts';

interface Line {
  label: string;
  url: string;
}

/** "Store: /store", one a line; what leads somewhere begins after the last colon with a space, or the first before one. */
function linesOf(typed: string): Line[] {
  const wrong: string[] = [];
  const lines = typed.split('\n').flatMap((text): Line[] => {
    const line = text.trim();
    if (line === '') return [];
    const [, label = '', url = ''] =
      /^(.*\S)\s*:\s+(\S+)$/.exec(line) ?? /^([^:]*\S)\s*:\s*(\S+)$/.exec(line) ?? [];
    if (url === '') {
      wrong.push(`“${line.slice(0, 60)}”`);
      return [];
    }
    // No reader of keys keeps it.
    if (label === '__proto__') throw new Mistyped('A link can’t be named “__proto__”.');
    return [{ label, url }];
  });
  if (wrong.length === 0) return lines;
  const named = wrong.slice(0, 10).join(', ');
  const more = wrong.length > 10 ? ` and ${wrong.length - 10} more` : '';
  throw new Mistyped(
    `Each line is a name and where it leads, such as Store: /store. ${wrong.length === 1 ? `${named} isn’t.` : `These aren’t: ${named}${more}.`}`,
  );
}

const shown = (entries: readonly [string, unknown][]): string =>
  entries.map(([label, url]) => `${label}: ${typeof url === 'string' ? url : ''}`).join('\n');

const recordOf = (data: unknown): [string, unknown][] =>
  typeof data === 'object' && data !== null ? Object.entries(data) : [];

/** A menu in its order, as the file lists it; empty, the key goes and the shipped links are back. */
export const menuField = (name: string, label: string, hint: string): FormField => ({
  name,
  label,
  kind: 'long',
  rows: 5,
  at: [name],
  hint,
  shown: (data) => shown(Array.isArray(data) ? data.flatMap(recordOf) : []),
  written(typed) {
    const lines = linesOf(typed);
    return lines.length > 0 ? lines.map(({ label: says, url }) => ({ [says]: url })) : undefined;
  },
});

/** Names with addresses; the file has them as keys, so that one that isn't typed any more is taken out. */
export const socialField: FormField = {
  name: 'social',
  label: 'Social links',
  kind: 'long',
  rows: 4,
  at: ['social'],
  hint: 'One a line, such as Mastodon: https://example.social/@you. At the very bottom of every page.',
  shown: (data) => shown(recordOf(data)),
  written(typed, before) {
    const lines = linesOf(typed);
    if (lines.length === 0) return undefined;
    const twice = lines.find(({ label }, at) => lines.findIndex((each) => each.label === label) < at);
    if (twice) throw new Mistyped(`“${twice.label}” is there twice.`);
    const number = lines.find(({ label }) => /^\d+$/.test(label));
    if (number) throw new Mistyped(`“${number.label}” is only a number: give it a name.`);
    const gone = recordOf(before).map(([label]) => [label, undefined] as const);
    return Object.fromEntries([...gone, ...lines.map(({ label, url }) => [label, url] as const)]);
  },
};
