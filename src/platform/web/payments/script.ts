import type { RuntimePayments } from '#base/render.ts';

export const scriptFailure = 'Failed to load the PayPal JS SDK script';

/** Options and callbacks of a payment button. */
export interface ButtonsOptions {
  style?: Record<string, unknown>;
  onClick?(data: unknown, gate: { resolve(): unknown; reject(): unknown }): Promise<unknown>;
  createOrder(): Promise<string>;
  onApprove(data: { orderID: string }, actions: { restart(): unknown }): Promise<void>;
  onCancel(): void;
  onError(error: unknown): void;
}

export interface PayPalNamespace {
  Buttons(options: ButtonsOptions): {
    isEligible?(): boolean;
    render(target: HTMLElement): Promise<void>;
    close(): Promise<void>;
  };
}

const ownAddresses = {
  production: 'https://www.paypal.com/sdk/js',
  sandbox: 'https://www.sandbox.paypal.com/sdk/js',
} as const;

export function scriptAddress({ clientId, environment, sdkBaseUrl }: Omit<RuntimePayments, 'mode'>): string {
  const address = new URL(sdkBaseUrl ?? ownAddresses[environment]);
  address.searchParams.set('client-id', clientId || 'sb');
  address.searchParams.set('currency', 'USD');
  address.searchParams.set('intent', 'capture');
  address.searchParams.set('enable-funding', 'paylater,venmo,card');
  return address.href;
}

let loading: Promise<PayPalNamespace> | null = null;

/**
 * Loads the provider's script once. A failure is logged in the provider's words and forgotten: the next attempt is
 * a real one.
 */
export function loadPaymentScript(settings: Omit<RuntimePayments, 'mode'>): Promise<PayPalNamespace> {
  loading ??= insertScript(scriptAddress(settings)).catch((error: unknown) => {
    loading = null;
    console.error(scriptFailure);
    throw error;
  });
  return loading;
}

const patienceMs = 30_000;

function insertScript(address: string): Promise<PayPalNamespace> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(scriptFailure));
    };
    const timer = setTimeout(fail, patienceMs);
    script.src = address;
    script.async = true;
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      const { paypal } = window as { paypal?: PayPalNamespace };
      if (paypal?.Buttons) resolve(paypal);
      else fail();
    });
    document.head.append(script);
  });
}
