import { aiAllowance } from './usage.ts';

/** What is kept under `aiTemplateUsage`, and in the profile: `month` is 0 for January to 11. */
export interface AiUsage {
  count: number;
  month: number;
}

export const aiUsageKey = 'aiTemplateUsage';

/** The drafts of this month: none when what is stored belongs to another month, or is nothing we wrote. */
export function readAiUsage(stored: string | null, monthIndex: number): AiUsage {
  const none = { count: 0, month: monthIndex };
  let value: unknown;
  try {
    value = JSON.parse(stored ?? 'null');
  } catch {
    return none;
  }
  const { count, month } = (value ?? {}) as Partial<Record<keyof AiUsage, unknown>>;
  const isCount = Number.isSafeInteger(count) && (count as number) >= 0;
  return month === monthIndex && isCount ? { count: count as number, month } : none;
}

export const oneMoreDraft = ({ count, month }: AiUsage): AiUsage => ({ count: count + 1, month });

/** Without a network nobody counts. */
export const mayDraftLocally = (who: 'guest' | 'offline', usage: AiUsage): boolean =>
  who === 'offline' || usage.count < aiAllowance;
