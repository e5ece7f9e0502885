import type { Funnel, NumbersAnswer } from './contract.ts';

export interface StepNumbers {
  stepId: string;
  name: string;
  visitors: number;
  leads: number;
  clicks: number;
  declines: number;
  /** Of those who saw a step that leads here, how many came; null where nothing leads here. */
  fromBefore: number | null;
  /** Of those who saw the first step. */
  overall: number | null;
}

/** Numbers in the order of the steps, with how many of those before came this far. */
export function stepNumbers(funnel: Funnel, { steps }: Pick<NumbersAnswer, 'steps'>): StepNumbers[] {
  const byId = new Map(steps.map((one) => [one.stepId, one]));
  const seen = (id: string) => byId.get(id)?.visitors ?? 0;
  const first = funnel.steps[0];
  return funnel.steps.map((step) => {
    const before = funnel.steps.filter(({ next, decline }) => next === step.id || decline === step.id);
    const base = before.reduce((sum, { id }) => sum + seen(id), 0);
    const { visitors = 0, leads = 0, clicks = 0, declines = 0 } = byId.get(step.id) ?? {};
    return {
      stepId: step.id,
      name: step.name,
      visitors,
      leads,
      clicks,
      declines,
      fromBefore: before.length === 0 ? null : ratio(visitors, base),
      overall: first && first !== step ? ratio(visitors, seen(first.id)) : null,
    };
  });
}

/** Somebody may come by a direct link: never more than all. */
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, part / whole));

export const percent = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 1000) / 10} %`;
