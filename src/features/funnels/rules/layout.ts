import type { Funnel, Step, StepKind } from './contract.ts';

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

/** Whether a "no" has somewhere to be said on this page. */
export const mayFork = ({ kind, decline, blocks }: Step): boolean =>
  kind === 'upsell' ||
  kind === 'downsell' ||
  decline !== null ||
  blocks.some(({ type }) => type === 'decision');

/** What somebody does who takes this way, as the map says it. */
export const wayWords = (edge: Edge, { kind }: Pick<Step, 'kind'>): string =>
  edge.kind === 'decline' ? 'No' : (yesWords[kind] ?? '');
const yesWords: Partial<Record<StepKind, string>> = {
  optin: 'Signed up',
  sales: 'Wanted',
  checkout: 'Wanted',
  upsell: 'Yes',
  downsell: 'Yes',
};

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

/**
 * Each step stands behind every step that leads to it, ways back aside; "no" leads a row down. What nothing leads to
 * stands below.
 */
export function mapLayout(funnel: Funnel): { placed: Placed[]; columns: number; rows: number } {
  const byId = new Map(funnel.steps.map((step) => [step.id, step]));
  const order = inOrder(funnel);
  const column = new Map(order.map((id) => [id, 0]));
  const row = new Map<string, number>();
  const rank = new Map(order.map((id, index) => [id, index]));
  const taken = new Set<string>();
  for (const id of order) {
    const at = column.get(id) ?? 0;
    let here = row.get(id) ?? 0;
    while (taken.has(`${at} ${here}`)) here++;
    taken.add(`${at} ${here}`);
    row.set(id, here);
    const step = byId.get(id);
    for (const [to, below] of [
      [step?.next, 0],
      [step?.decline, 1],
    ] as const) {
      if (!to || (rank.get(to) ?? 0) <= (rank.get(id) ?? 0)) continue;
      column.set(to, Math.max(column.get(to) ?? 0, at + 1));
      row.set(to, Math.min(row.get(to) ?? Number.POSITIVE_INFINITY, here + below));
    }
  }
  const placed = order.map((id) => ({ id, column: column.get(id) ?? 0, row: row.get(id) ?? 0 }));
  const below = Math.max(0, ...placed.map((one) => one.row + 1));
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

/** What can be reached from the first step, each before those that it leads to, as far as the ways do not go round. */
function inOrder({ steps }: Funnel): string[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const seen = new Set<string>();
  const done: string[] = [];
  const visit = (id: string | null | undefined) => {
    if (!id || seen.has(id)) return;
    seen.add(id);
    const step = byId.get(id);
    visit(step?.decline);
    visit(step?.next);
    done.push(id);
  };
  visit(steps[0]?.id);
  return done.reverse();
}
