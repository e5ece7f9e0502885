import type { Block, Step } from './contract.ts';

/** What a visitor would stumble over, told before it is published. */
export interface Finding {
  stepId: string | null;
  blockId: string | null;
  /** `stop`: nobody could use the page; `look`: worth a look. */
  weight: 'stop' | 'look';
  words: string;
}

const finding =
  (weight: Finding['weight']) =>
  (step: Step | null, block: Block | null, words: string): Finding => ({
    stepId: step?.id ?? null,
    blockId: block?.id ?? null,
    weight,
    words,
  });
export const stop = finding('stop');
export const look = finding('look');
