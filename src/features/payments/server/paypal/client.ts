import type * as z from 'zod/mini';
import type { Clock } from '#base/clock.ts';
import { errorShape, tokenShape } from './shapes.ts';

export interface PayPalSettings {
  clientId: string;
  clientSecret: string;
  environment: 'sandbox' | 'production';
  emulator: string | undefined;
}

/** PayPal said no: its own issue, such as ORDER_ALREADY_CAPTURED. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  readonly issue: string;
  constructor(status: number, issue: string) {
    super(`PayPal refused: ${status} ${issue}`);
    this.status = status;
    this.issue = issue;
  }
}

/** Nobody knows whether it was done: no answer, a broken one, or a fault over there. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

interface Call<S extends z.ZodMiniType> {
  method?: 'GET' | 'POST' | 'PATCH';
  body?: unknown;
  /** The same id means the same task: sent again, it is not done again. */
  requestId?: string;
  answer: S;
}

export interface PayPalClient {
  call<S extends z.ZodMiniType>(path: string, call: Call<S>): Promise<z.output<S>>;
}

export const apiBase = ({ emulator, environment }: PayPalSettings): string =>
  emulator ??
  (environment === 'production' ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com');

const tries = 3;

/** Orders, refunds, subscriptions over fetch. What can be sent again safely is sent again, then `NoAnswer`. */
export function createPayPalClient(settings: PayPalSettings, clock: Clock, timeoutMs = 10_000): PayPalClient {
  const base = apiBase(settings);
  let token: { value: string; until: number } | null = null;
  let asking: Promise<string> | null = null;

  async function accessToken(): Promise<string> {
    if (token && token.until > clock.now().getTime()) return token.value;
    asking ??= askToken().finally(() => (asking = null));
    return asking;
  }

  async function askToken(): Promise<string> {
    const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');
    const { status, json } = await send('/v1/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    const parsed = tokenShape.safeParse(json);
    if (!parsed.success) throw status < 500 ? new Refused(status, 'TOKEN_REFUSED') : new NoAnswer('no token');
    const { access_token: value, expires_in } = parsed.data;
    token = { value, until: clock.now().getTime() + (expires_in - 60) * 1000 };
    return value;
  }

  async function send(path: string, init: RequestInit): Promise<{ status: number; json: unknown }> {
    try {
      const response = await fetch(`${base}${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      return { status: response.status, json: text === '' ? {} : (JSON.parse(text) as unknown) };
    } catch (error) {
      throw new NoAnswer(error instanceof Error ? error.message : 'no answer');
    }
  }

  async function once<S extends z.ZodMiniType>(path: string, call: Call<S>): Promise<z.output<S>> {
    const { status, json } = await send(path, {
      method: call.method ?? 'GET',
      headers: {
        authorization: `Bearer ${await accessToken()}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(call.requestId && { 'paypal-request-id': call.requestId }),
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    });
    if (status === 401) {
      token = null;
      throw new NoAnswer('the token has expired');
    }
    if (status >= 500 || status === 429 || status === 409) throw new NoAnswer(`responded with ${status}`);
    if (status >= 400) {
      const { data } = errorShape.safeParse(json);
      throw new Refused(status, data?.details?.[0]?.issue ?? data?.name ?? 'UNKNOWN');
    }
    const parsed = call.answer.safeParse(json);
    if (!parsed.success) throw new NoAnswer('the response has an unexpected format');
    return parsed.data;
  }

  return {
    async call(path, call) {
      for (let n = 1; ; n++) {
        try {
          return await once(path, call);
        } catch (error) {
          const isSafe = (call.method ?? 'GET') === 'GET' || call.requestId !== undefined;
          if (!(error instanceof NoAnswer) || !isSafe || n >= tries) throw error;
          await new Promise((resolve) => setTimeout(resolve, 50 * 4 ** (n - 1)));
        }
      }
    },
  };
}
