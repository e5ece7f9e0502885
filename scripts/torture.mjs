// npm run torture [-- --short] [--seed N] [--minutes N] [NAME ...]: kills, cut lines and random histories at their long figures.
// The same seed does the same again. What it found stands in dist/torture.json as well, beside what other parts found before.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const seed = Number(values.seed ?? 4711);
/** How long a part goes on that goes on for a time; without it, as long as it is meant to. */
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
const folder = new URL('../bench/torture/', import.meta.url);
const parts = readdirSync(folder)
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => !['kit', 'small-disks'].includes(name));
const unknown = positionals.filter((name) => !parts.includes(name));
if (!Number.isSafeInteger(seed) || !(minutes === undefined || minutes > 0) || unknown.length > 0) {
  console.error(
    unknown.length > 0
      ? `There is no torture test named ${unknown.join(', ')}. Available: ${parts.join(', ')}`
      : `--seed and --minutes must be numbers; got ${values.seed ?? 'none'} and ${values.minutes ?? 'none'}`,
  );
  process.exit(1);
}
if (spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' }).status !== 0) process.exit(1);

const rows = [];
for (const name of parts.filter((part) => positionals.length === 0 || positionals.includes(part))) {
  const began = performance.now();
  console.log(`${name} (seed ${seed}) ...`);
  const say = (words) => console.log(`  ${words}`);
  try {
    const { torture } = await import(new URL(`${name}.ts`, folder).href);
    for (const figure of await torture({
      seed,
      isShort: values.short,
      ...(minutes !== undefined && { minutes }),
      say,
    }))
      rows.push({ group: name, ...figure });
  } catch (error) {
    rows.push({
      group: name,
      what: 'ended early',
      measured: error.message,
      aim: '',
      reached: false,
    });
  }
  console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

console.log('');
for (const { group, what, measured, aim, reached } of rows)
  console.log(`${reached ? 'ok' : '!!'}  ${group}: ${what}: ${measured}${aim && ` (aim ${aim})`}`);
mkdirSync('dist', { recursive: true });
const file = 'dist/torture.json';
const ran = new Set(rows.map(({ group }) => group));
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).rows : [];
const day = new Date().toISOString().slice(0, 10);
const kept = [
  ...before.filter(({ group }) => parts.includes(group) && !ran.has(group)),
  ...rows.map((row) => ({ ...row, seed, day, short: values.short })),
];
writeFileSync(file, JSON.stringify({ rows: kept }, null, 1));
process.exit(rows.every(({ reached }) => reached) ? 0 : 1);
