import { existsSync, readFileSync } from 'node:fs';
import type { Figure } from '../kit.ts';

interface Report {
  rows: (Figure & { group: string; day: string; short: boolean })[];
}

/** What the last `npm run torture` found, which takes too long to be done anew here; and the table of docs/security.md. */
export function figures(): Figure[] {
  const file = 'dist/torture.json';
  if (!existsSync(file))
    return [
      {
        what: 'kills, faults, crowds and load',
        measured: 'not run: npm run torture',
        aim: '',
        reached: null,
      },
      ...byHand(),
      asvs(),
    ];
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return [
    ...rows.map(({ group, what, measured, aim, reached, day, short }) => ({
      what: `${group} (${day}${short ? ', short' : ''}): ${what}`,
      measured,
      aim,
      reached,
    })),
    ...byHand(),
    asvs(),
  ];
}

/** Programs that look for holes, which are no packages of this one: what they found stands in docs/security.md. */
function byHand(): Figure[] {
  const security = readFileSync('docs/security.md', 'utf8');
  return ['sqlmap', 'wapiti'].map((name) => {
    const [, found] = new RegExp(`^\\| ${name} .*\\| (\\d+) [^|]*\\|$`, 'm').exec(security) ?? [];
    const what = `${name}, by hand (docs/security.md): findings`;
    return { what, measured: found ?? 'not noted', aim: '0', reached: found === '0' };
  });
}

/** Rows of OWASP's list by what stands in them. */
function asvs(): Figure {
  const security = readFileSync('docs/security.md', 'utf8');
  const count: Record<string, number> = {};
  for (const [, ids = '', state = ''] of security.matchAll(
    /^\| (\d+\.\d+\.\d+[\d., ]*) \| [\d, ]+ \| (pass|partly|no|n\/a|operator) \|/gm,
  ))
    count[state] = (count[state] ?? 0) + ids.split(',').length;
  const open = (count['partly'] ?? 0) + (count['no'] ?? 0);
  return {
    what: 'OWASP ASVS 5, levels 1 and 2: requirements that are open or partly met',
    measured: `${open}; ${count['pass']} pass, ${count['n/a']} do not apply, ${count['operator']} are the operator's`,
    aim: '0',
    reached: open === 0,
  };
}
