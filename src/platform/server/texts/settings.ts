import { countryByCode, sameNumbers, textCountries, type TextCountries } from '#base/mobile-number.ts';
import { ConfigError, address, allOrNone, anyText, type Env, read, wholeNumber } from '../environment.ts';

/** Whoever carries text messages for this hub, and on whose account. */
export interface TextsConfig {
  provider: 'twilio' | 'generic';
  /** Twilio: the base of its API. Generic: the address that takes each text message. */
  url: string;
  /** Twilio’s Account SID; nothing to a generic one. */
  account: string;
  token: string;
  from: string;
}

const names = ['SMS_URL', 'SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'] as const;

/** Null: this hub sends no text messages. */
export function readTexts(env: Env): TextsConfig | undefined {
  const provider = read<TextsConfig['provider']>(env, 'SMS_PROVIDER', 'twilio or generic', (text) =>
    text === 'twilio' || text === 'generic' ? text : undefined,
  );
  if (provider === undefined) {
    const given = names.find((name) => env[name]?.trim());
    if (given) throw new ConfigError(`${given} is set, but SMS_PROVIDER is missing`);
    return undefined;
  }
  allOrNone(env, [
    'SMS_PROVIDER',
    'SMS_TOKEN',
    'SMS_FROM',
    ...(provider === 'twilio' ? ['SMS_ACCOUNT'] : ['SMS_URL']),
  ]);
  // A word instead of a number can be answered by nobody: STOP would reach no one.
  const from = read(
    env,
    'SMS_FROM',
    'a number that can be replied to, such as +436641234567 or a short code (a name can’t hear STOP)',
    (text) => (/^(?:\+[1-9]\d{6,14}|\d{3,8})$/.test(text) ? text : undefined),
  );
  const url = read(env, 'SMS_URL', 'a URL such as https://sms.example.com/messages', (text) => {
    const given = address('http:', 'https:')(text);
    return given && !given.username && !given.password ? given : undefined;
  });
  return {
    provider,
    url: (url?.href ?? 'https://api.twilio.com').replace(/\/$/, ''),
    account:
      read(env, 'SMS_ACCOUNT', 'an account ID, without spaces', (text) =>
        /^[\w-]{1,64}$/.test(text) ? text : undefined,
      ) ?? '',
    token: read(env, 'SMS_TOKEN', 'any text', anyText) ?? '',
    from: from ?? '',
  };
}

/** The operator pays for each part. */
export const readTextsPerMonth = (env: Env): number =>
  read(env, 'SMS_PER_MONTH', 'a number of text message parts, 0 to 1000000', wholeNumber(0, 1_000_000)) ??
  500;

/** Of all members together: what the operator pays at most. */
export const readTextsHubPerMonth = (env: Env): number =>
  read(
    env,
    'SMS_HUB_PER_MONTH',
    'a number of text message parts, 0 to 100000000',
    wholeNumber(0, 100_000_000),
  ) ?? 10_000;

/** Where a text message costs little, and where hardly anybody is paid for those that strangers bring about. */
const usual =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO CH GB US CA AU NZ'.split(
    ' ',
  );

/** Left out, it is the usual countries, and the one whose number the hub sends from. */
export function readTextsTo(env: Env): TextCountries {
  const named = read(
    env,
    'SMS_COUNTRIES',
    'two-letter codes of countries with mobile phones, such as "AT, DE, CH", or all',
    countriesOf,
  );
  if (named) return named;
  const own = countryByCode(env['SMS_FROM']?.trim() ?? '');
  return new Set([...usual, ...(own === null ? [] : [own])]);
}

function countriesOf(text: string): TextCountries | undefined {
  if (text.toLowerCase() === 'all') return 'all';
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '')
    .map((code) => (Object.hasOwn(sameNumbers, code) ? (sameNumbers[code] ?? code) : code));
  return codes.length > 0 && codes.every((code) => textCountries.has(code)) ? new Set(codes) : undefined;
}
