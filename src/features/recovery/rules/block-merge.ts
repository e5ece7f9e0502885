import { isSameLeaf } from '#base/leaves.ts';
import { type Block, mostBlocks } from '#features/letters/rules/blocks.ts';

/** The blocks of a message that two devices changed: each block is one thing, and where it stands is another. */

const idsOf = (blocks: readonly Block[]): string[] => blocks.map(({ id }) => id);

/** Those of before that are still there, in the order of whoever moved one; of both, mine. */
function standing(seen: readonly string[], mine: readonly string[], now: readonly string[]): string[] {
  const known = (ids: readonly string[]) => ids.filter((id) => seen.includes(id));
  const isMoved = !isSameLeaf(
    known(mine),
    seen.filter((id) => mine.includes(id)),
  );
  const [first, other] = isMoved ? [known(mine), known(now)] : [known(now), known(mine)];
  const order = [...first];
  // What only the other list still has comes after what it stood behind there.
  for (const id of other) {
    if (order.includes(id)) continue;
    const before = other.slice(0, other.indexOf(id)).findLast((each) => order.includes(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}

/** New ones by what they stand behind; of two devices at one place, in an order that both come to. */
function withNew(kept: readonly string[], ...lists: readonly (readonly string[])[]): string[] {
  const runs = lists.flatMap((ids) => {
    const found: { behind: string; ids: string[] }[] = [];
    let behind = '';
    for (const id of ids) {
      if (kept.includes(id)) behind = id;
      else if (found.at(-1)?.behind === behind) found.at(-1)?.ids.push(id);
      else found.push({ behind, ids: [id] });
    }
    return found;
  });
  const at = (place: string) =>
    runs
      .filter(({ behind }) => behind === place)
      .sort((a, b) => ((a.ids[0] ?? '') < (b.ids[0] ?? '') ? -1 : 1))
      .flatMap(({ ids }) => ids);
  return [...new Set([...at(''), ...kept.flatMap((id) => [id, ...at(id)])])];
}

/** What was changed here wins; the rest stays as it stands by now. */
export function mergeBlocks(
  seen: readonly Block[],
  mine: readonly Block[],
  now: readonly Block[],
): readonly Block[] {
  const find = (blocks: readonly Block[], id: string) => blocks.find((block) => block.id === id);
  const chosen = new Map<string, Block>();
  for (const id of new Set([seen, mine, now].flatMap(idsOf))) {
    const [was, own, other] = [find(seen, id), find(mine, id), find(now, id)];
    const winner = isSameLeaf(own, was) ? other : own;
    if (winner) chosen.set(id, winner);
  }
  const isThere = (id: string) => chosen.has(id);
  const known = idsOf(seen);
  const kept = standing(known, idsOf(mine), idsOf(now)).filter(isThere);
  const added = (blocks: readonly Block[]) =>
    idsOf(blocks).filter((id) => isThere(id) && (kept.includes(id) || !known.includes(id)));
  const merged = withNew(kept, added(mine), added(now)).flatMap((id) => chosen.get(id) ?? []);
  return merged.length > mostBlocks || merged.length === 0 ? mine : merged;
}
