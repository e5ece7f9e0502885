import type { Funnel } from './contract.ts';

export interface Placed {
  id: string;
  column: number;
  row: number;
}
export interface Edge {
  from: string;
  to: string;
  kind: 'next' | 'decline';
}

export const edgesOf = ({ steps }: Funnel): Edge[] =>
  steps.flatMap(({ id, next, decline }) => [
    ...(next === null ? [] : [{ from: id, to: next, kind: 'next' as const }]),
    ...(decline === null ? [] : [{ from: id, to: decline, kind: 'decline' as const }]),
  ]);

/** Steps that somebody who begins at the first can come to. */
export function reachable(funnel: Funnel): Set<string> {
  const found = new Set<string>();
  const byId = new Map(funnel.steps.map((step) => [step.id, step]));
  const open = [funnel.steps[0]?.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const step = byId.get(id);
    for (const to of [step?.next, step?.decline]) if (to) open.push(to);
  }
  return found;
}

/** Each step stands in the column after the first one that leads to it; what nothing leads to stands below. */
export function mapLayout(funnel: Funnel): { placed: Placed[]; columns: number; rows: number } {
  const byId = new Map(funnel.steps.map((step) => [step.id, step]));
  const column = new Map<string, number>();
  let front = funnel.steps[0] ? [funnel.steps[0].id] : [];
  for (let at = 0; front.length > 0; at++) {
    const behind: string[] = [];
    for (const id of front) {
      if (column.has(id)) continue;
      column.set(id, at);
      const step = byId.get(id);
      for (const to of [step?.next, step?.decline]) if (to && !column.has(to)) behind.push(to);
    }
    front = behind;
  }
  const height = new Map<number, number>();
  const place = (id: string, at: number): Placed => {
    const row = height.get(at) ?? 0;
    height.set(at, row + 1);
    return { id, column: at, row };
  };
  const placed = [...column].map(([id, at]) => place(id, at));
  const below = Math.max(0, ...height.values());
  const loose = funnel.steps
    .filter(({ id }) => !column.has(id))
    .map(({ id }, index) => ({ id, column: index % 6, row: below + Math.floor(index / 6) }));
  const all = [...placed, ...loose];
  return {
    placed: all,
    columns: Math.max(...all.map((one) => one.column)) + 1,
    rows: Math.max(...all.map((one) => one.row)) + 1,
  };
}
