import type { Tree } from './tree.ts';

/** Something to mend, and where. */
export interface Fault {
  file: string;
  line: number;
  rule: string;
  words: string;
}

export interface Findings {
  /** How many files were really looked at: none means that the check is blind, which is a fault of its own. */
  looked: number;
  faults: Fault[];
  /** Worth knowing, nothing to mend. */
  notes?: string[];
}

export interface Check {
  name: string;
  run(tree: Tree): Promise<Findings>;
}
