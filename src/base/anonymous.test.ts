import { expect, test } from 'vitest';
import { anonymous } from './anonymous.ts';

test.each([
  ['No account for Ada.Lovelace+shop@birch.example!', 'No account for (address)'],
  ['<ada@birch.example>, "b@c.example"', '<(address)>, "(address)"'],
  [
    'GET https://hub.example/unsubscribe?t=con_1.sig&x#top failed',
    'GET https://hub.example/unsubscribe failed',
  ],
  ['Failed: /reset-password?token=abc (404)', 'Failed: /reset-password (404)'],
  ['connect ECONNREFUSED 203.0.113.9:443', 'connect ECONNREFUSED (address):443'],
  [
    "Cannot read properties of undefined (reading 'map')",
    "Cannot read properties of undefined (reading 'map')",
  ],
  ['what is this? version 1.2.3', 'what is this? version 1.2.3'],
])('%s', (text, expected) => {
  expect(anonymous(text)).toBe(expected);
});
