import type { Funnel } from './contract.ts';

export type NextStep =
  | { is: 'numbers' }
  | { is: 'leads' }
  /** An offer whose buyers are sent elsewhere, or a funnel that asks for nothing yet. */
  | { is: 'product'; stepId: string; blockId: string | null };

/** What there is to do once people can come. */
export function nextSteps({ steps }: Funnel): NextStep[] {
  const blocks = steps.flatMap((step) => step.blocks.map((block) => ({ stepId: step.id, block })));
  const offers = blocks.filter(({ block }) => block.type === 'offer');
  const unsold = offers.find(({ block }) => !block.values['product']);
  const hasForm = blocks.some(({ block }) => block.type === 'optin');
  const [first] = steps;
  return [
    { is: 'numbers' },
    ...(hasForm ? [{ is: 'leads' as const }] : []),
    ...(unsold ? [{ is: 'product' as const, stepId: unsold.stepId, blockId: unsold.block.id }] : []),
    ...(offers.length === 0 && !hasForm && first
      ? [{ is: 'product' as const, stepId: first.id, blockId: null }]
      : []),
  ];
}
