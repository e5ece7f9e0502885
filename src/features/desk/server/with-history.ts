import type { DeskPage, Sheet } from '#platform/server/desk.ts';
import type { Recorded } from './record.ts';

type Reader = { history?(path: string, id: string): Promise<Recorded[]> };

/** Beside what happened to a thing by itself stands what somebody did to it here. */
export async function withHistory(sheet: Sheet, reader: Reader, at: DeskPage): Promise<Sheet> {
  const blocks = sheet.blocks.map(async (block) => {
    if (block.is !== 'timeline') return block;
    const done = (await reader.history?.(at.path, block.id)) ?? [];
    const acts = new Map((at.acts ?? []).map(({ name, label }) => [name, label]));
    const events = done.map(({ at: moment, operator, act, outcome }) => ({
      at: moment,
      words: `${acts.get(act) ?? act}, by ${operator}`,
      ...(outcome !== 'done' && { note: outcome, tone: 'warn' as const }),
    }));
    return {
      ...block,
      events: [...block.events, ...events].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    };
  });
  return { ...sheet, blocks: await Promise.all(blocks) };
}
