// npm run bench [-- NAME ...]: every figure as a ratio or a size taken in one run, the aim beside it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';

const here = fileURLToPath(new URL('.', import.meta.url));
const asked = process.argv.slice(2);

const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const rows = [];
for (const file of (await readdir(`${here}figures`)).filter((name) => name.endsWith('.ts')).sort()) {
  const name = file.replace(/\.ts$/, '');
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`${name} ...`);
  const { figures } = await import(`./figures/${file}`);
  try {
    for (const figure of await figures()) rows.push({ group: name, ...figure });
  } catch (error) {
    rows.push({
      group: name,
      what: 'could not be measured',
      measured: error.message.split('\n')[0],
      aim: '',
      reached: false,
    });
  }
}

const cell = (text, width) => String(text).padEnd(width);
const widths = ['what', 'measured', 'aim'].map((key) =>
  Math.max(key.length, ...rows.map((row) => String(row[key]).length)),
);
const line = (mark, ...cells) =>
  `${mark}  ${cells.map((text, index) => cell(text, widths[index])).join('  ')}`.trimEnd();
const table = [
  line('  ', 'what', 'measured', 'aim'),
  ...rows.map((row) =>
    line(row.reached === null ? '--' : row.reached ? 'ok' : '!!', row.what, row.measured, row.aim),
  ),
];
console.log(`\n${table.join('\n')}\n`);
console.log(
  `${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; "!!" falls short, "--" has no aim`,
);
mkdirSync('dist', { recursive: true });
writeFileSync('dist/bench.json', JSON.stringify(rows, null, 1));
