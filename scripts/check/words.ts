import type { Check } from './check.ts';

const forbidden = [
  // Word characters before the slash make it an address or a path inside the project.
  {
    rule: 'machine-path',
    pattern: /(?<![\w.~$*@})\]-])\/(?:work|root)\//,
    words: 'contains a path of one machine',
  },
  {
    rule: 'machine-path',
    pattern: /(?<![\w.~$*@})\]-])\/(?:home|Users)\/(?!node\/)[a-z][\w.-]*\//,
    words: 'contains a home folder of one machine',
  },
  {
    rule: 'registry',
    pattern:
      /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|\bnpm\.pkg\.github\.|\.jfrog\.io|\/(?:artifactory|verdaccio)\//,
    words: 'contains a package registry: each machine has its own',
  },
];

export const words: Check = {
  name: 'words',
  async run(tree) {
    let looked = 0;
    const faults = tree.files.flatMap((file) => {
      const text = tree.read(file);
      if (text.includes('\0')) return [];
      looked++;
      return forbidden.flatMap(({ rule, pattern, words: what }) => {
        if (!pattern.test(text)) return [];
        return text.split('\n').flatMap((line, index) => {
          const found = pattern.exec(line)?.[0];
          return found ? [{ file, line: index + 1, rule, words: `${what}: ${found}` }] : [];
        });
      });
    });
    return { looked, faults };
  },
};
