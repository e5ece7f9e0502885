import { createSign, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ApiError } from './api-error.ts';
import { makeCertificate } from './certificate.ts';

export interface Notice {
  headers: Record<string, string>;
  body: string;
}

/** `hold`: kept until released; `lose`: never sent. */
export type DeliveryMode = 'deliver' | 'hold' | 'lose';

/** Notices signed as PayPal signs them: late, twice, out of order or never, as a test wants it. */
export function createWebhooks(now: () => Date) {
  const { pem, privateKey } = makeCertificate();
  const webhookId = `WH-${randomUUID()}`;
  const certificatePath = '/v1/notifications/certs/CERT-emulator';
  const held: Notice[] = [];
  const sent: Notice[] = [];
  const running = new Set<Promise<void>>();
  let origin = '';
  let target: string | null = null;
  let mode: DeliveryMode = 'deliver';

  function sign(body: string): Notice {
    const id = randomUUID();
    const at = now().toISOString();
    const text = `${id}|${at}|${webhookId}|${crc32(body)}`;
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-id': id,
        'paypal-transmission-time': at,
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': `${origin}${certificatePath}`,
        'paypal-transmission-sig': createSign('RSA-SHA256').update(text).sign(privateKey, 'base64'),
      },
    };
  }

  async function post({ headers, body }: Notice): Promise<number> {
    if (target === null) return 0;
    const signal = AbortSignal.timeout(20_000);
    const response = await fetch(target, { method: 'POST', headers, body, signal }).catch(() => null);
    await response?.arrayBuffer().catch(() => {});
    return response?.status ?? 0;
  }

  /** A few tries, as the real one makes over three days. */
  async function deliver(notice: Notice): Promise<void> {
    for (const pause of [0, 200, 1000]) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const status = await post(notice);
      if (status >= 200 && status < 300) return;
    }
  }

  return {
    webhookId,
    certificatePath,
    pem,
    sent,
    sign,
    post,
    listenAt(address: string) {
      origin = address;
    },
    find(id: string) {
      if (id.toLowerCase() !== webhookId.toLowerCase())
        throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
      return { id: webhookId, url: target ?? '', event_types: [{ name: '*' }] };
    },
    sendTo(url: string | null) {
      target = url;
    },
    setMode(next: DeliveryMode) {
      mode = next;
    },
    /** What is held goes out: in the order given, each as often as asked. */
    async release({ times = 1, reversed = false } = {}): Promise<number[]> {
      const notices = held.splice(0);
      if (reversed) notices.reverse();
      const all = Array.from({ length: times }, () => notices).flat();
      const statuses: number[] = [];
      for (const notice of all) statuses.push(await post(notice));
      return statuses;
    },
    emit(type: string, resourceType: string, resource: object): void {
      const body = JSON.stringify({
        id: `WH-${randomUUID()}`,
        event_version: '1.0',
        create_time: now().toISOString(),
        resource_type: resourceType,
        event_type: type,
        resource,
      });
      const notice = sign(body);
      sent.push(notice);
      if (sent.length > 5000) sent.shift();
      if (mode === 'hold') held.push(notice);
      if (mode !== 'deliver' || target === null) return;
      const run = deliver(notice).finally(() => running.delete(run));
      running.add(run);
    },
    settled: async () => void (await Promise.allSettled(running)),
  };
}

export type Webhooks = ReturnType<typeof createWebhooks>;
