import type { BlockType } from '../blocks.ts';
import type { StepKind, ThemeId } from '../contract.ts';

/** Complete funnels to begin with: every word is there, every word can be changed, and what only its owner knows is marked. */
export interface Starter {
  id: string;
  name: string;
  about: string;
  path: string;
  theme: ThemeId;
  /** Words of the menu, and where they lead. */
  links?: [words: string, to: string][];
  steps: { kind: StepKind; name: string; next?: string; decline?: string; blocks: Part[] }[];
}

type Part = [
  BlockType,
  Record<string, string>,
  Record<string, string>[]?,
  { tone?: 'plain' | 'tinted' | 'accent'; align?: 'start' | 'center' }?,
];

export const consent = 'I agree to get email about this offer. I can unsubscribe with one click.';
