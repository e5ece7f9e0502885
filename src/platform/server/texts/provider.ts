import { NotWritten, post, type Posted } from './post.ts';
import type { TextsConfig } from './settings.ts';

/** How each kind of provider is asked to send one, and what its answers mean. */

export type ProviderAnswer =
  | { is: 'taken'; note: string }
  /** It was surely not taken: later it may be. */
  | { is: 'later'; words: string }
  | { is: 'refused'; words: string; number?: 'STOP' | 'no number' }
  /** Nobody knows whether it was. */
  | { is: 'unknown'; words: string };

export interface Asked {
  id: string;
  to: string;
  text: string;
  statusUrl: string;
}

/** What Twilio’s own codes mean to people here (twilio.com/docs/api/errors). */
export const twilioWords: Record<number, string> = {
  21211: 'not a phone number',
  21214: 'not a phone number',
  21217: 'not a phone number',
  21408: 'the provider sends nothing to this country',
  21610: 'they replied STOP',
  21612: 'the provider can’t reach this number',
  21614: 'no mobile phone has this number',
  30003: 'the phone was off or out of reach',
  30004: 'the phone or its network blocks these texts',
  30005: 'nobody has this number any more',
  30006: 'a landline, or a network that takes no texts',
  30007: 'the network filtered it as spam',
  30008: 'not delivered, and the network doesn’t say why',
};
const noNumber = new Set([21211, 21214, 21217, 21614]);

export function createProvider(config: TextsConfig, timeoutMs = 20_000) {
  const { provider, url, account, token, from } = config;
  const send = ({ id, to, text, statusUrl }: Asked): Promise<Posted> =>
    provider === 'twilio'
      ? post(
          `${url}/2010-04-01/Accounts/${account}/Messages.json`,
          {
            'content-type': 'application/x-www-form-urlencoded',
            authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
          },
          new URLSearchParams({ From: from, To: to, Body: text, StatusCallback: statusUrl }).toString(),
          timeoutMs,
        )
      : post(
          url,
          { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          JSON.stringify({ id, from, to, text, statusUrl }),
          timeoutMs,
        );

  return {
    async ask(asked: Asked): Promise<ProviderAnswer> {
      let posted: Posted;
      try {
        posted = await send(asked);
      } catch (error) {
        const words = error instanceof Error ? error.message : 'no answer';
        return error instanceof NotWritten
          ? { is: 'later', words: `the provider wasn’t reached: ${words}` }
          : { is: 'unknown', words: `unknown: the provider’s answer didn’t come (${words})` };
      }
      return judge(posted, provider);
    },
  };
}

/** A provider’s answer may repeat what it was asked: nothing of its words is kept, only its codes. */
function judge({ status, text }: Posted, provider: TextsConfig['provider']): ProviderAnswer {
  const answer = parsed(text);
  if (status >= 200 && status < 300) return { is: 'taken', note: idOf(answer) };
  const code = typeof answer['code'] === 'number' ? answer['code'] : null;
  if (status === 429 || status === 503) return { is: 'later', words: `the provider answered ${status}` };
  // A gateway that gives up may have passed it on. Twilio’s own word says that it was not taken; a generic one knows the id.
  if (status >= 500)
    return provider === 'generic' || code !== null
      ? { is: 'later', words: `the provider answered ${status}` }
      : { is: 'unknown', words: `unknown: the provider answered ${status}` };
  if (status === 401 || status === 403)
    return { is: 'refused', words: 'the provider refused this hub’s account: tell whoever runs the hub' };
  const error = answer['error'];
  const isStopped = code === 21610 || (provider === 'generic' && error === 'stopped');
  if (isStopped) return { is: 'refused', words: 'they replied STOP', number: 'STOP' };
  const isNone = (code !== null && noNumber.has(code)) || (provider === 'generic' && error === 'no number');
  const words = (code !== null && twilioWords[code]) || (isNone ? 'not a phone number' : '');
  return {
    is: 'refused',
    words: words || `the provider answered ${status}${code === null ? '' : `, code ${code}`}`,
    ...(isNone && { number: 'no number' as const }),
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** By which the provider’s own people find it. */
const idOf = (answer: Record<string, unknown>): string => {
  const id = answer['sid'] ?? answer['id'];
  return typeof id === 'string' && /^[\w.-]{1,80}$/.test(id) ? id : 'taken';
};
