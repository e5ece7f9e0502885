import * as z from 'zod/mini';
import type { Check } from './check.ts';
import { runTool } from './tool.ts';

const answer = z.object({
  number_of_files: z.number(),
  // Missing when there was nothing to lint.
  number_of_rules: z._default(z.number(), 0),
  diagnostics: z.array(
    z.object({
      message: z.string(),
      code: z.optional(z.string()),
      filename: z.optional(z.string()),
      labels: z.optional(z.array(z.object({ span: z.object({ line: z.number() }) }))),
    }),
  ),
});

export const lint: Check = {
  name: 'lint',
  async run(tree) {
    const run = await runTool('oxlint/bin/oxlint', ['--format', 'json', '.'], tree.root);
    const start = run.output.indexOf('{');
    if (start < 0) throw new Error(`oxlint output: ${run.output}${run.errors}`);
    const { diagnostics, number_of_files, number_of_rules } = answer.parse(
      JSON.parse(run.output.slice(start)),
    );
    const faults = diagnostics.map(({ filename, labels, code, message }) => ({
      file: filename ?? '.oxlintrc.json',
      line: labels?.[0]?.span.line ?? 1,
      rule: code ?? 'lint',
      words: message,
    }));
    // A config that cannot be read switches rules off without a word.
    if (number_of_rules < 100) {
      faults.push({
        file: '.oxlintrc.json',
        line: 1,
        rule: 'blind',
        words: `only ${number_of_rules} rules are on`,
      });
    }
    return { looked: number_of_files, faults };
  },
};
