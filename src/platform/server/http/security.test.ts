import { expect, test } from 'vitest';
import { callerAddress, contentSecurityPolicy } from './security.ts';

test('without a trusted proxy the caller cannot choose an address', () => {
  expect(callerAddress('1.2.3.4', '::ffff:10.0.0.9', 0)).toBe('10.0.0.9');
});

test('behind trusted proxies, the outermost proxy’s entry counts, whatever comes before it', () => {
  expect(callerAddress('6.6.6.6, 1.2.3.4', '127.0.0.1', 1)).toBe('1.2.3.4');
  expect(callerAddress('6.6.6.6, 1.2.3.4, 10.0.0.1', '127.0.0.1', 2)).toBe('1.2.3.4');
  expect(callerAddress('not an address', '127.0.0.1', 1)).toBe('127.0.0.1');
});

test('the policy allows no inline scripts except those hashed', () => {
  const policy = contentSecurityPolicy({ scriptHashes: ["'sha256-abc'"] });
  expect(policy).toContain("script-src 'self' 'sha256-abc';");
  expect(/script-src[^;]*unsafe/.test(policy)).toBe(false);
  expect(policy).toContain("frame-ancestors 'none'");
});
