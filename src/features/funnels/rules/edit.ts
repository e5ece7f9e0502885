import type { Block, Funnel, Step, StepKind, Within } from './contract.ts';
import { mostBlocks, mostSteps } from './contract.ts';
import type { Edge } from './layout.ts';
import { type MakeId, newStep } from './make.ts';
import { childrenOf, copied, inReadingOrder, isSamePlace, mayNest, settled } from './nesting.ts';
import { freeSlug } from './slug.ts';

/** Every change of a funnel, each a funnel out of a funnel: the editor's actions, its keys and its undo share them. */

const withSteps = (funnel: Funnel, steps: Step[]): Funnel => ({ ...funnel, steps });

export const stepOf = (funnel: Funnel, id: string | null): Step | undefined =>
  funnel.steps.find((step) => step.id === id);

export const changeStep = (funnel: Funnel, id: string, change: (step: Step) => Step): Funnel =>
  withSteps(
    funnel,
    funnel.steps.map((step) => (step.id === id ? change(step) : step)),
  );

/** Put behind `after`, into the path: what that one led to comes after the new one. */
export function addStep(
  funnel: Funnel,
  makeId: MakeId,
  kind: StepKind,
  after: string | null,
): [Funnel, string | null] {
  if (funnel.steps.length >= mostSteps) return [funnel, null];
  const at = funnel.steps.findIndex(({ id }) => id === after);
  const before = funnel.steps[at];
  const made = { ...newStep(makeId, kind, funnel.steps), next: before?.next ?? null };
  const steps = funnel.steps.map((step) => (step === before ? { ...step, next: made.id } : step));
  steps.splice(at < 0 ? steps.length : at + 1, 0, made);
  return [withSteps(funnel, steps), made.id];
}

/** What led to it leads on to where it led. The last one stays: a funnel has a page. */
export function removeStep(funnel: Funnel, id: string): Funnel {
  const gone = stepOf(funnel, id);
  if (!gone || funnel.steps.length === 1) return funnel;
  const on = (to: string | null, from: string) => (to === id ? (gone.next === from ? null : gone.next) : to);
  return withSteps(
    funnel,
    funnel.steps
      .filter((step) => step !== gone)
      .map((step) => ({ ...step, next: on(step.next, step.id), decline: on(step.decline, step.id) })),
  );
}

/** Where a way leads; a step does not lead to itself. */
export const connect = (funnel: Funnel, { from, kind }: Omit<Edge, 'to'>, to: string | null): Funnel =>
  from === to || (to !== null && !stepOf(funnel, to))
    ? funnel
    : changeStep(funnel, from, (step) => (step[kind] === to ? step : { ...step, [kind]: to }));

export const moveStep = (funnel: Funnel, id: string, by: -1 | 1): Funnel =>
  withSteps(funnel, moved(funnel.steps, id, by));

export function duplicateStep(funnel: Funnel, makeId: MakeId, id: string): [Funnel, string | null] {
  const at = funnel.steps.findIndex((step) => step.id === id);
  const step = funnel.steps[at];
  if (!step || funnel.steps.length >= mostSteps) return [funnel, null];
  // The page in sight is copied, not its test.
  const { other: _other, share: _share, ...page } = step;
  const copy: Step = {
    ...page,
    id: makeId(),
    name: `${step.name} (copy)`.slice(0, 120),
    slug: freeSlug(
      step.slug,
      funnel.steps.map(({ slug }) => slug),
    ),
    blocks: copied(step.blocks, makeId),
  };
  return [withSteps(funnel, funnel.steps.toSpliced(at + 1, 0, copy)), copy.id];
}

const changeBlocks = (funnel: Funnel, stepId: string, change: (blocks: Block[]) => Block[]): Funnel =>
  changeStep(funnel, stepId, (step) => ({ ...step, blocks: change(step.blocks) }));

/** Behind `after` and in its column, or at the end. Pasted or new: it always gets an id of its own. */
export function insertBlocks(
  funnel: Funnel,
  makeId: MakeId,
  stepId: string,
  blocks: readonly Block[],
  after: string | null,
): [Funnel, string | null] {
  const room = mostBlocks - (stepOf(funnel, stepId)?.blocks.length ?? mostBlocks);
  const fresh = copied(blocks.slice(0, room), makeId);
  const ids = new Set(fresh.map(({ id }) => id));
  const isLoose = ({ within }: Block) => !ids.has(within?.block ?? '');
  const changed = changeBlocks(funnel, stepId, (all) => {
    const at = all.findIndex(({ id }) => id === after);
    const place = all[at]?.within;
    const put = fresh.map((block) => (isLoose(block) ? stand(block, place) : block));
    return settled(all.toSpliced(at < 0 ? all.length : at + 1, 0, ...put));
  });
  return [changed, fresh.findLast(isLoose)?.id ?? null];
}

/** A block with what stands in its columns. */
export function wholeBlock(funnel: Funnel, stepId: string, id: string): Block[] {
  const blocks = stepOf(funnel, stepId)?.blocks ?? [];
  const block = blocks.find((one) => one.id === id);
  return block ? [block, ...childrenOf(blocks, block)] : [];
}

export const removeBlock = (funnel: Funnel, stepId: string, id: string): Funnel =>
  changeBlocks(funnel, stepId, (blocks) =>
    blocks.filter((block) => block.id !== id && block.within?.block !== id),
  );

/** Past the next one of those that stand where it stands. */
export const moveBlock = (funnel: Funnel, stepId: string, id: string, by: -1 | 1): Funnel =>
  changeBlocks(funnel, stepId, (blocks) => {
    const place = blocks.find((block) => block.id === id)?.within;
    const peers = blocks.filter(({ within }) => isSamePlace(within, place));
    const order = moved(peers, id, by);
    const rest = blocks.filter((block) => !peers.includes(block));
    return inReadingOrder([...rest, ...order]);
  });

/** Before `before`, or at the end of the place: the page itself, or a column. */
export const placeBlock = (
  funnel: Funnel,
  stepId: string,
  id: string,
  before: string | null,
  place?: Within,
): Funnel =>
  changeBlocks(funnel, stepId, (blocks) => {
    const block = blocks.find((each) => each.id === id);
    if (!block || id === before || (place && (!mayNest(block) || place.block === id))) return blocks;
    const rest = blocks.filter((each) => each !== block);
    const at = rest.findIndex((each) => each.id === before);
    return inReadingOrder(settled(rest.toSpliced(at < 0 ? rest.length : at, 0, stand(block, place))));
  });

function stand(block: Block, place: Within | undefined): Block {
  const { within: _left, ...free } = block;
  return place && mayNest(block) ? { ...free, within: place } : free;
}

/** Its items in another order, or fewer of them, by their places of before: what stands in a column goes along. */
export const orderItems = (funnel: Funnel, stepId: string, id: string, order: readonly number[]): Funnel =>
  changeBlocks(funnel, stepId, (blocks) =>
    blocks.map((block) => {
      if (block.id === id) return { ...block, items: order.flatMap((at) => block.items.slice(at, at + 1)) };
      if (block.within?.block !== id) return block;
      const column = order.indexOf(block.within.column);
      return stand(block, column < 0 ? undefined : { block: id, column });
    }),
  );

export const changeBlock = (
  funnel: Funnel,
  stepId: string,
  id: string,
  change: (block: Block) => Block,
): Funnel =>
  changeBlocks(funnel, stepId, (blocks) =>
    settled(blocks.map((block) => (block.id === id ? change(block) : block))),
  );

export function moved<T extends { id: string }>(things: readonly T[], id: string, by: -1 | 1): T[] {
  const at = things.findIndex((thing) => thing.id === id);
  const to = at + by;
  const thing = things[at];
  if (!thing || to < 0 || to >= things.length) return [...things];
  return things.toSpliced(at, 1).toSpliced(to, 0, thing);
}
