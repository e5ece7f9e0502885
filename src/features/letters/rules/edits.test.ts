import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Block, type BlockKind, Blocks } from './blocks.ts';
import { blockKinds, duplicateBlock, insertBlock, moveBlock, newBlock, removeBlock } from './edits.ts';
import { soundWords } from './sound.ts';

type Act = { is: 'add'; kind: BlockKind } | { is: 'up' | 'down' | 'twice' | 'undone' };
const acts = fc.array(
  fc.record({
    at: fc.nat(9),
    act: fc.oneof(
      fc.constantFrom(...blockKinds).map((kind): Act => ({ is: 'add', kind })),
      fc
        .constantFrom('up' as const, 'down' as const, 'twice' as const, 'undone' as const)
        .map((is): Act => ({ is })),
    ),
  }),
  { maxLength: 20 },
);

test('whatever is done to blocks, none is lost or doubled, and taking back brings back the list as it was', () => {
  fc.assert(
    fc.property(acts, (all) => {
      let made = 0;
      let blocks: Block[] = [{ id: 'first', kind: 'text', text: 'Hello' }];
      for (const { at, act } of all) {
        const index = at % blocks.length;
        const { id } = blocks[index] as Block;
        made += 1;
        const ids = new Set(blocks.map((block) => block.id));
        if (act.is === 'add') blocks = insertBlock(blocks, index, newBlock(act.kind, `b${made}`));
        else if (act.is === 'twice') blocks = duplicateBlock(blocks, id, `b${made}`);
        else if (act.is !== 'undone') blocks = moveBlock(blocks, id, act.is === 'up' ? -1 : 1);
        const place = blocks.findIndex((block) => block.id === id);
        expect(insertBlock(removeBlock(blocks, id), place, blocks[place] as Block)).toEqual(blocks);
        const grown = act.is === 'add' || act.is === 'twice' ? 1 : 0;
        expect(new Set(blocks.map((block) => block.id)).size).toBe(ids.size + grown);
        expect(blocks).toHaveLength(ids.size + grown);
      }
      // What the editor makes can be kept on the device, and be sent once it says something.
      expect(soundWords({ subject: 'S', blocks })).toEqual({ subject: 'S', blocks });
      expect(Blocks.safeParse(blocks).success).toBe(true);
    }),
  );
});
