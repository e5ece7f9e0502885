import { lint } from 'markdownlint/sync';
import type { Check } from './check.ts';

const rules = {
  default: true,
  // As wide as its writer likes, and blocks as close together: a reader sees no difference.
  MD013: false,
  MD022: false,
  MD032: false,
  MD046: false,
  MD058: false,
  // Commands that are copied may need their tabs.
  MD010: { code_blocks: false },
};

/** The words for whoever reads the repository; those of pages, products and documents are checked by what shows them. */
const isOurs = (file: string): boolean => /^(?:[A-Z]+|docs\/.+)\.md$/.test(file);

export const markdown: Check = {
  name: 'markdown',
  async run(tree) {
    const files = tree.files.filter(isOurs);
    const strings = Object.fromEntries(files.map((file) => [file, tree.read(file)]));
    const faults = Object.entries(lint({ strings, config: rules })).flatMap(([file, errors]) =>
      errors.map(({ lineNumber, ruleNames, ruleDescription, errorDetail }) => ({
        file,
        line: lineNumber,
        rule: ruleNames[0] ?? 'markdown',
        words: [ruleDescription, errorDetail].filter(Boolean).join(': '),
      })),
    );
    return { looked: files.length, faults };
  },
};
