import type { FunnelHead } from '#features/funnels/rules/contract.ts';
import type { SavedHead } from '#features/saved/rules/contract.ts';
import type { OrderView } from '#features/store/rules/order-contract.ts';

export interface Recent {
  key: string;
  kind: 'Document' | 'Funnel' | 'Purchase';
  name: string;
  href: string;
  /** ISO */
  at: string;
  note: string;
}

const most = 8;

/** What was worked on and bought, whatever it is, newest first. */
export function recentWork(
  saved: readonly SavedHead[],
  funnels: readonly FunnelHead[],
  orders: readonly OrderView[],
): Recent[] {
  const all: Recent[] = [
    ...saved
      .filter(({ deletedAt, isPurged }) => deletedAt === null && !isPurged)
      .slice(0, most)
      .map((head) => ({
        key: head.id,
        kind: 'Document' as const,
        name: head.name,
        href: `/dashboard/templates?open=${encodeURIComponent(head.id)}`,
        at: head.updatedAt,
        note: head.folder,
      })),
    ...funnels.slice(0, most).map((head) => ({
      key: head.id,
      kind: 'Funnel' as const,
      name: head.name,
      href: `/tools/funnel-builder?id=${encodeURIComponent(head.id)}`,
      at: head.updatedAt,
      note: head.live ? 'Published' : 'Draft',
    })),
    ...orders.slice(0, most).map((order) => ({
      key: order.id,
      kind: 'Purchase' as const,
      name: order.lines.map(({ title }) => title).join(', '),
      href: '/my-purchases',
      at: order.paidAt ?? order.placedAt,
      note: order.state === 'refunded' ? 'Refunded' : order.state === 'open' ? 'Not paid' : '',
    })),
  ];
  return all.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, most);
}
