import * as z from 'zod/mini';
import { readStored, writeStored } from '#platform/web/storage.ts';
import { block, type Block } from '../../rules/contract.ts';

const key = 'hub.funnelClipboard';
const held = z.object({ blocks: z.array(block).check(z.maxLength(100)) });

/** Blocks are copied for this browser, so that they can be pasted into another page, funnel or tab. */
export const copyBlocks = (blocks: Block[]): boolean =>
  writeStored(key, JSON.stringify({ blocks })) === 'written';

export function copiedBlocks(): Block[] {
  try {
    return held.parse(JSON.parse(readStored(key) ?? 'null')).blocks;
  } catch {
    return [];
  }
}
