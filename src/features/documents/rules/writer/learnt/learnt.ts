import { heavy, slugs, ways } from './data.ts';
import { type Weights, readWeights } from './weights.ts';

let weights: Weights | undefined;

/** What was learnt, read once. */
export const learnt = (): Weights => (weights ??= readWeights({ ways, heavy }));

/** The documents that it was learnt of. */
export const taught: ReadonlySet<string> = new Set(slugs.split(' '));
