import type { RuntimePayments } from '#base/render.ts';
import type { Config } from '#platform/server/config.ts';
import type { PolicyExtras } from '#platform/server/http/security.ts';

type PayPal = Pick<Config, 'paypal'>;

export const paymentsMode = ({ paypal }: PayPal): RuntimePayments['mode'] =>
  paypal === undefined ? 'off' : paypal.emulator === undefined ? 'paypal' : 'emulator';

/** What a paying page needs to load the provider's script. */
export function paymentsRuntime(config: PayPal): RuntimePayments {
  const { paypal } = config;
  return {
    mode: paymentsMode(config),
    clientId: paypal?.clientId ?? null,
    environment: paypal?.environment ?? 'sandbox',
    sdkBaseUrl: paypal?.emulator === undefined ? null : `${paypal.emulator}/sdk/js`,
  };
}

/** Whom a paying page may talk to, and no other page: the stand-in, or PayPal. */
export function paymentsPolicy({ paypal }: PayPal): PolicyExtras {
  if (paypal?.emulator !== undefined) {
    const own = [paypal.emulator];
    return { script: own, connect: own, frame: own, image: own };
  }
  const all = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
  // Without keys the script is still asked for, by its public test id.
  return {
    script: all,
    connect: all,
    frame: ['https://*.paypal.com'],
    image: [...all, 'https://*.venmo.com'],
  };
}
