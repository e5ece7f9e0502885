import type { Check } from './check.ts';
import { runTool } from './tool.ts';
import type { Tree } from './tree.ts';

export const format: Check = {
  name: 'format',
  async run(tree) {
    const run = await runTool('oxfmt/bin/oxfmt', ['--check', '.'], tree.root);
    const text = run.output + run.errors;
    const looked = Number(/on (\d+) files/.exec(text)?.[1] ?? 0);
    const faults = [...text.matchAll(/^(\S.*) \(\d+m?s\)$/gm)].map(([, file = '']) => ({
      file,
      line: 1,
      rule: 'format',
      words: 'isn’t formatted; run npm run format',
    }));
    if (run.code !== 0 && faults.length === 0) {
      faults.push({ file: '.oxfmtrc.json', line: 1, rule: 'crash', words: text.trim() });
    }
    return { looked, faults };
  },
};

export async function writeFormat(tree: Tree): Promise<void> {
  await runTool('oxfmt/bin/oxfmt', ['--write', '.'], tree.root);
}
