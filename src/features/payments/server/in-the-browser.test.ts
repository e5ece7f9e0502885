import { expect, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { contentSecurityPolicy } from '#platform/server/http/security.ts';
import { paymentsPolicy, paymentsRuntime } from './in-the-browser.ts';

const keys = { PAYPAL_CLIENT_ID: 'abc', PAYPAL_CLIENT_SECRET: 'xyz', PAYPAL_ENV: 'production' };

test("[PAY-1] with keys a paying page is told PayPal's, never the secret, and may talk to PayPal", () => {
  const config = readConfig(keys);
  expect(paymentsRuntime(config)).toEqual({
    mode: 'paypal',
    clientId: 'abc',
    environment: 'production',
    sdkBaseUrl: null,
  });
  expect(contentSecurityPolicy(paymentsPolicy(config))).toContain(
    "script-src 'self' https://*.paypal.com https://*.paypalobjects.com;",
  );
});

test('[PAY-1] without keys there is no client id, and the script is left to its fallback', () => {
  expect(paymentsRuntime(readConfig({ PUBLIC_URL: 'https://birch.example' }))).toMatchObject({
    mode: 'off',
    clientId: null,
  });
});

test('at the stand-in a paying page may talk to it and to nobody else', () => {
  const paypal = {
    clientId: 'emulator',
    clientSecret: 's',
    webhookId: 'w',
    environment: 'sandbox' as const,
    emulator: 'http://127.0.0.1:3002',
  };
  expect(paymentsRuntime({ paypal })).toMatchObject({
    mode: 'emulator',
    sdkBaseUrl: 'http://127.0.0.1:3002/sdk/js',
  });
  const policy = contentSecurityPolicy(paymentsPolicy({ paypal }));
  expect(policy).toContain("script-src 'self' http://127.0.0.1:3002;");
  expect(policy).not.toContain('paypal.com');
});
