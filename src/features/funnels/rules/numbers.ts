import { days as ofDays } from '#base/clock.ts';
import type { Funnel, NumbersAnswer, Step } from './contract.ts';
import type { Edge } from './layout.ts';

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

/** Of those who saw where a way begins, how many took it; null where nothing says so. */
export function shareOf(
  { kind, from, to }: Edge,
  { kind: stepKind }: Pick<Step, 'kind'>,
  rows: readonly StepNumbers[],
): number | null {
  const row = rows.find(({ stepId }) => stepId === from);
  if (!row || row.visitors === 0) return null;
  if (kind === 'decline') return ratio(row.declines, row.visitors);
  if (stepKind === 'optin') return ratio(row.leads, row.visitors);
  if (row.clicks > 0) return ratio(row.clicks, row.visitors);
  return ratio(rows.find(({ stepId }) => stepId === to)?.visitors ?? 0, row.visitors);
}

/** Of times, each with how often it was taken: what a quarter, half and three quarters stayed under. */
export function spread(
  times: readonly { seconds: number; count: number }[],
): { count: number; quarter: number; median: number; threeQuarters: number } | null {
  const sorted = times.toSorted((a, b) => a.seconds - b.seconds);
  const count = sorted.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  const at = (share: number): number => {
    let before = 0;
    for (const one of sorted) {
      before += one.count;
      if (before >= share * count) return one.seconds;
    }
    return 0;
  };
  return { count, quarter: at(0.25), median: at(0.5), threeQuarters: at(0.75) };
}

export const timeWords = (seconds: number): string =>
  seconds < 90
    ? `${seconds} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : seconds < 172_800
        ? `${Math.round(seconds / 360) / 10} h`
        : `${Math.round(seconds / 8640) / 10} days`;

/** Every day of the span up to `last`, also those on which nothing happened. */
export function allDays(days: NumbersAnswer['days'], last: Date, span: number): NumbersAnswer['days'] {
  const known = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: span }, (_, index) => {
    const day = new Date(last.getTime() - ofDays(span - 1 - index)).toISOString().slice(0, 10);
    return known.get(day) ?? { day, visitors: 0, leads: 0, clicks: 0, orders: 0, revenueCents: 0 };
  });
}

/** Somebody may come by a direct link: never more than all. */
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, part / whole));

export const percent = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 1000) / 10}%`;
