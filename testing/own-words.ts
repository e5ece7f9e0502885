import type { Block, Funnel } from '#features/funnels/rules/contract.ts';
import { samplesIn } from '#features/funnels/rules/samples.ts';

/** As if its owner had gone over every sentence of the template. */
export function inOwnWords(block: Block): Block {
  const own = { ...block, values: { ...block.values }, items: block.items.map((item) => ({ ...item })) };
  for (const { item, name, text } of samplesIn(block, { kind: 'page' })) {
    const values = item === null ? own.values : own.items[item];
    if (values) values[name] = `${text} Today.`;
  }
  return own;
}

export const allInOwnWords = (funnel: Funnel): Funnel => ({
  ...funnel,
  style: { ...funnel.style, company: funnel.style.company || 'Wren Studio' },
  steps: funnel.steps.map((step) => ({ ...step, blocks: step.blocks.map(inOwnWords) })),
});
