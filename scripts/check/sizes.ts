import type { Check } from './check.ts';

const limit = 300;
const kept = /^(src|emulators|migrations|testing|e2e|bench|scripts)\/.*\.(tsx?|mjs|css)$/;

export const sizes: Check = {
  name: 'sizes',
  async run(tree) {
    const files = tree.files.filter((file) => kept.test(file));
    const faults = files.flatMap((file) => {
      const text = tree.read(file);
      const lines = text.replace(/\n$/, '').split('\n').length;
      // The reason stands in the first line, where everybody reads it first.
      const reason = /^(\/\/|\/\*) Long because: \S/.test(text);
      if (lines <= limit || reason) return [];
      const words = `${lines} lines, more than ${limit}: split it, or start it with "// Long because: ..."`;
      return [{ file, line: limit + 1, rule: 'long', words }];
    });
    return { looked: files.length, faults };
  },
};
