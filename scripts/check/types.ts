import { mkdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Check, Fault } from './check.ts';
import { runTool } from './tool.ts';
import { isTypeScript } from './tree.ts';

const checkedRooms = /^(src|emulators|migrations|testing|bench|e2e|scripts)\//;

/** One pass of the compiler for each environment: tsconfig.rules.json, tsconfig.server.json and so on. */
export const types: Check = {
  name: 'types',
  async run(tree) {
    const projects = tree.files.filter((file) => /^tsconfig\.(?!base\.)\w+\.json$/.test(file));
    const memory = join(tree.root, 'node_modules/.cache/check');
    mkdirSync(memory, { recursive: true });
    const seen = new Set<string>();
    const faults = new Map<string, Fault>();

    const passes = projects.map(async (project) => {
      const remember = ['--incremental', '--tsBuildInfoFile', join(memory, `${project}.tsbuildinfo`)];
      const run = await runTool(
        'typescript/bin/tsc',
        ['-p', project, '--pretty', 'false', '--listFiles', ...remember],
        tree.root,
      );
      let errors = 0;
      for (const line of run.output.split('\n')) {
        const error =
          /^(?:(?<file>[^\s(][^(]*)\((?<at>\d+),\d+\): )?error (?<rule>TS\d+): (?<words>.*)$/.exec(
            line,
          )?.groups;
        if (error) {
          const { file = project, at = '1', rule = '', words = '' } = error;
          faults.set(line, { file, line: Number(at), rule, words });
          errors++;
        } else {
          seen.add(relative(tree.root, line.trim()).split(sep).join('/'));
        }
      }
      if (run.code !== 0 && errors === 0) {
        faults.set(project, {
          file: project,
          line: 1,
          rule: 'crash',
          words: `tsc ended with ${run.code}: ${run.errors.trim()}`,
        });
      }
    });
    await Promise.all(passes);

    const ours = tree.files.filter((file) => isTypeScript(file) && checkedRooms.test(file));
    const unseen = ours.filter((file) => !seen.has(file));
    for (const file of unseen) {
      faults.set(file, {
        file,
        line: 1,
        rule: 'untyped',
        words: `no ${projects.join(', ')} includes this file`,
      });
    }
    return { looked: ours.length - unseen.length, faults: [...faults.values()] };
  },
};
