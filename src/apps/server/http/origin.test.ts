import { expect, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { acceptsHost, ownOrigin } from './origin.ts';

const asked = (host: string) => new Request('http://hub.test/', { headers: { host } });

test('a live hub has one origin; a local one has every name that points to the machine', () => {
  const live = readConfig({ PUBLIC_URL: 'https://hub.example.com' });
  expect(ownOrigin(live, asked('127.0.0.1:3000'))).toBe('https://hub.example.com');
  for (const own of [{}, { PUBLIC_URL: 'http://localhost:3000' }]) {
    expect(ownOrigin(readConfig(own), asked('127.0.0.1:3999'))).toBe('http://127.0.0.1:3999');
    expect(acceptsHost(readConfig(own), 'evil.example')).toBe(false);
  }
});

test('behind a proxy that drops the port, pages at PUBLIC_URL are the hub’s own, others aren’t', () => {
  const from = (origin: string, host: string) =>
    new Request('http://hub.test/', { headers: { host, origin } });
  for (const [publicUrl, host] of [
    ['http://localhost:8443', 'localhost'],
    ['https://127.0.0.1:8443', '127.0.0.1'],
    ['https://hub.example.com:8443', 'hub.example.com'],
    ['https://hub.example.com:8443', '127.0.0.1:3000'],
  ] as const) {
    const config = readConfig({ PUBLIC_URL: publicUrl });
    expect(ownOrigin(config, from(publicUrl, host))).toBe(publicUrl);
    expect(ownOrigin(config, from('http://evil.example', host))).not.toBe('http://evil.example');
    expect(acceptsHost(config, host)).toBe(true);
  }
});
