// npm run check [-- --only boundaries,looks] [--mark] [--report FILE]; npm run format is the same with --format
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeFormat } from './check/format.ts';
import { markProofs } from './check/proofs.ts';
import { checksFor, runCheck } from './check/run.ts';
import { openTree } from './check/tree.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    mark: { type: 'boolean' },
    format: { type: 'boolean' },
    report: { type: 'string' },
  },
});
const tree = openTree(fileURLToPath(new URL('..', import.meta.url)));
const checks = checksFor(tree);
const wanted = (values.format ? 'format' : values.only)?.split(',') ?? checks.map((check) => check.name);
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no check named ${unknown.join(', ')}. Available: ${checks.map((check) => check.name).join(', ')}`,
  );
  process.exit(2);
}

if (values.mark) markProofs(tree);
if (values.format) await writeFormat(tree);
const outcomes = [];
for (const check of checks.filter(({ name }) => wanted.includes(name))) {
  const outcome = await runCheck(check, tree);
  outcomes.push(outcome);
  const { name, looked, faults, notes, seconds } = outcome;
  const verdict = faults.length === 0 ? 'ok' : `${faults.length} fault${faults.length === 1 ? '' : 's'}`;
  console.log(
    `${name.padEnd(12)}${verdict.padEnd(12)}${`${looked} looked at`.padEnd(18)}${seconds.toFixed(1)} s`,
  );
  for (const fault of faults) console.log(`  ${fault.file}:${fault.line} ${fault.rule}: ${fault.words}`);
  for (const note of notes) console.log(`  ${note}`);
}
if (values.report) writeFileSync(values.report, JSON.stringify(outcomes));
process.exitCode = outcomes.some(({ faults }) => faults.length > 0) ? 1 : 0;
