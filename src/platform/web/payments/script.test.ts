import { expect, test } from 'vitest';
import { scriptAddress } from './script.ts';

const asked = (settings: Parameters<typeof scriptAddress>[0]): Record<string, string> => {
  const { origin, pathname, searchParams } = new URL(scriptAddress(settings));
  return { from: origin + pathname, ...Object.fromEntries(searchParams) };
};
const terms = { currency: 'USD', intent: 'capture', 'enable-funding': 'paylater,venmo,card' };

test('[PAY-1] the script gets client ID, USD, capture and three ways to pay, by environment', () => {
  expect(asked({ clientId: 'own', environment: 'production', sdkBaseUrl: null })).toEqual({
    from: 'https://www.paypal.com/sdk/js',
    'client-id': 'own',
    ...terms,
  });
  expect(asked({ clientId: 'own', environment: 'sandbox', sdkBaseUrl: null })['from']).toBe(
    'https://www.sandbox.paypal.com/sdk/js',
  );
});

test('[PAY-1] without a client ID, it is requested with sb', () => {
  for (const clientId of [null, ''])
    expect(asked({ clientId, environment: 'sandbox', sdkBaseUrl: null })['client-id']).toBe('sb');
});

test('the stand-in’s script gets the same parameters', () => {
  expect(
    asked({ clientId: 'test', environment: 'sandbox', sdkBaseUrl: 'http://127.0.0.1:4/sdk/js' }),
  ).toEqual({ from: 'http://127.0.0.1:4/sdk/js', 'client-id': 'test', ...terms });
});
