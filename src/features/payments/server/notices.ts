import { parseJson } from '#platform/server/http/body.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PaymentHandler, ProviderEvent } from './handler.ts';
import type { PayPalClient } from './paypal/client.ts';
import { captureWithOrder, eventShape } from './paypal/shapes.ts';
import type { PaymentTables } from './tables.ts';

/** `forged`: not the provider's own; `taken`: dealt with, now or before. Throws when it should be sent again. */
export type TakeNotice = (headers: Headers, body: Uint8Array) => Promise<'forged' | 'taken'>;

interface NoticeTools {
  provider(): PayPalClient;
  look(orderId: string): Promise<unknown>;
  isGenuine(headers: Headers, body: Uint8Array): Promise<boolean>;
  handlers: PaymentHandler[];
}

/** A notice only says where to look: what is written down is what the order itself says, so none can come too late. */
export function createNotices({ db, clock }: Pick<Platform, 'db' | 'clock'>, tools: NoticeTools): TakeNotice {
  const tables = () => db.tables<PaymentTables>();
  const under = new Map<string, Promise<void>>();

  async function orderOf({ type, resource }: ProviderEvent): Promise<string | null> {
    const id = text(resource['id']);
    if (type.startsWith('CHECKOUT.ORDER.')) return id;
    const related = captureWithOrder.safeParse(resource).data?.supplementary_data?.related_ids?.order_id;
    if (related) return related;
    const captureId = type === 'PAYMENT.CAPTURE.REFUNDED' ? captureAbove(resource) : id;
    if (captureId === null) return null;
    const known = await tables()
      .selectFrom('payment_capture')
      .select('provider_order_id')
      .where('capture_id', '=', captureId)
      .executeTakeFirst();
    if (known) return known.provider_order_id;
    const capture = await tools
      .provider()
      .call(`/v2/payments/captures/${encodeURIComponent(captureId)}`, { answer: captureWithOrder });
    return capture.supplementary_data?.related_ids?.order_id ?? null;
  }

  async function deal(event: ProviderEvent): Promise<void> {
    const seen = await tables()
      .selectFrom('payment_event')
      .select('id')
      .where('id', '=', event.id)
      .executeTakeFirst();
    if (seen) return;
    const handler = tools.handlers.find(({ eventPrefixes = [] }) =>
      eventPrefixes.some((prefix) => event.type.startsWith(prefix)),
    );
    if (handler) await handler.event?.(event);
    else if (event.type.startsWith('CHECKOUT.ORDER.') || event.type.startsWith('PAYMENT.CAPTURE.')) {
      const orderId = await orderOf(event);
      if (orderId !== null) await tools.look(orderId);
    }
    // Last: one whose handling failed comes again and is no stranger.
    await tables()
      .insertInto('payment_event')
      .values({ id: event.id, type: event.type, at: clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  return async (headers, body) => {
    if (!(await tools.isGenuine(headers, body))) return 'forged';
    const parsed = eventShape.safeParse(valueOf(body));
    if (!parsed.success) return 'taken';
    const { id, event_type: type, resource } = parsed.data;
    const running = under.get(id) ?? deal({ id, type, resource }).finally(() => under.delete(id));
    under.set(id, running);
    await running;
    return 'taken';
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function valueOf(body: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

/** A refund names its capture only by a link. */
function captureAbove(resource: Record<string, unknown>): string | null {
  const links = Array.isArray(resource['links'])
    ? (resource['links'] as { rel?: unknown; href?: unknown }[])
    : [];
  const up = links.find((link) => link.rel === 'up' && typeof link.href === 'string');
  return /\/captures\/([A-Za-z0-9-]+)$/.exec(String(up?.href ?? ''))?.[1] ?? null;
}
