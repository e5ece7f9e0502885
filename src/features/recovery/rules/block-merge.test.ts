import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '#features/letters/rules/blocks.ts';
import { insertBlock, moveBlock } from '#features/letters/rules/edits.ts';
import { mergeBlocks } from './block-merge.ts';
import { gaveWay, mergeCampaign } from './campaign-merge.ts';
import { wordsOf, withWords } from './mail.ts';
import { firstCampaign } from './writing.ts';

const block = (id: string, text = 'As it was'): Block => ({ id, kind: 'text', text });
const seen = ['a', 'b', 'c', 'd'].map((id) => block(id));
const act = fc.oneof(
  fc.record({ do: fc.constant('change' as const), id: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ do: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ do: fc.constant('add' as const), id: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ do: fc.constant('move' as const), id: fc.constantFrom('a', 'b', 'c', 'd') }),
);
type Act = { do: 'change' | 'remove' | 'add' | 'move'; id: string };
function after(acts: readonly Act[], who: string): Block[] {
  return acts.reduce<Block[]>((blocks, { do: what, id }, n) => {
    const at = blocks.findIndex((each) => each.id === id);
    if (what === 'add') return insertBlock(blocks, at + 1, block(`${who}${n}`, who));
    if (at < 0) return blocks;
    if (what === 'remove') return blocks.filter((each) => each.id !== id);
    if (what === 'move') return moveBlock(blocks, id, 1);
    return blocks.map((each) => (each.id === id ? block(id, who) : each));
  }, seen);
}
const said = (blocks: readonly Block[]) => new Map(blocks.map((each) => [each.id, JSON.stringify(each)]));

test('of two devices every block that one of them added, changed or removed is so; of both, the later', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 5 }), fc.array(act, { maxLength: 5 }), (first, second) => {
      const [mine, now] = [after(first, 'mine'), after(second, 'theirs')];
      const merged = mergeBlocks(seen, mine, now);
      const [was, own, other] = [said(seen), said(mine), said(now)];
      for (const id of new Set([...was.keys(), ...own.keys(), ...other.keys()])) {
        const wanted = own.get(id) === was.get(id) ? other.get(id) : own.get(id);
        // Where nothing would be left, mine stands.
        expect(said(merged).get(id), id).toBe(merged === mine ? own.get(id) : wanted);
      }
      expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
      expect(mergeBlocks(seen, mine, seen)).toEqual(mine);
      expect(mergeBlocks(seen, seen, now)).toEqual(now.length > 0 ? now : seen);
    }),
  );
});

test('blocks added on two devices at one place stand in one order on both', () => {
  const add = (id: string) => insertBlock(seen, 1, block(id, id));
  expect(mergeBlocks(seen, add('x'), add('y'))).toEqual(mergeBlocks(seen, add('y'), add('x')));
});

test('a message changed in different blocks on two devices has both; in one, the other’s is given back', () => {
  const before = firstCampaign();
  const [first, ...others] = before.steps;
  if (!first) throw new Error('No message');
  const words = wordsOf(first);
  const written = (blocks: Block[]) => ({
    ...before,
    steps: [withWords(first, { ...words, blocks }), ...others],
  });
  const changed = (id: string, change: object) =>
    written(words.blocks.map((each) => (each.id === id ? ({ ...each, ...change } as Block) : each)));
  const mine = changed('text', { text: 'Of mine' });
  const theirs = changed('cart', { label: 'Of theirs' });
  const both = mergeCampaign(before, mine, theirs).steps[0];
  expect(both?.blocks).toMatchObject([{ text: 'Of mine' }, { label: 'Of theirs' }]);
  expect(both?.body).toBe('Of mine');
  expect(gaveWay(before, mine, theirs)).toBeNull();
  const same = changed('text', { text: 'Of theirs' });
  expect(mergeCampaign(before, mine, same).steps[0]?.blocks?.[0]).toMatchObject({ text: 'Of mine' });
  expect(gaveWay(before, mine, same)?.steps[0]?.blocks?.[0]).toMatchObject({ text: 'Of theirs' });
});
