import { expect, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { acceptsHost, ownOrigin } from './origin.ts';

const asked = (host: string) => new Request('http://hub.test/', { headers: { host } });

test('a live hub has one origin; on a machine of one’s own it has every name that leads there', () => {
  const live = readConfig({ PUBLIC_URL: 'https://hub.example.com' });
  expect(ownOrigin(live, asked('127.0.0.1:3000'))).toBe('https://hub.example.com');
  for (const own of [{}, { PUBLIC_URL: 'http://localhost:3000' }]) {
    expect(ownOrigin(readConfig(own), asked('127.0.0.1:3999'))).toBe('http://127.0.0.1:3999');
    expect(acceptsHost(readConfig(own), 'evil.example')).toBe(false);
  }
});
