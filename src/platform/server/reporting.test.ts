import { createServer } from 'node:http';
import { systemClock as clock } from '#base/clock.ts';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog, type Log } from './log.ts';
import { createReporting } from './reporting.ts';

test('[OBS-1] with SENTRY_DSN errors go to that service, without machine or personal data', async () => {
  const received: { url: string; body: string }[] = [];
  const service = createServer(async (request, response) => {
    const zipped = request.headers['content-encoding'] === 'gzip';
    const body = zipped
      ? gunzipSync(Buffer.from(await new Response(request as never).arrayBuffer())).toString()
      : await text(request);
    received.push({ url: request.url ?? '', body });
    response.end('{}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());

  const reporting = createReporting({
    dsn: `http://0123456789abcdef@127.0.0.1:${(service.address() as AddressInfo).port}/7`,
    release: 'abc',
    production: true,
    clock,
    log: silentLog,
    keep: () => Promise.reject(new Error('not kept here')),
  });
  reporting.report(new TypeError('no mail to ada@birch.example'), 'req_42');
  await reporting.close();
  expect(received).toHaveLength(1);
  expect(received[0]?.url).toMatch(/^\/api\/7\/envelope\//);
  const event = JSON.parse(received[0]?.body.split('\n')[2] ?? '') as Record<string, unknown>;
  expect(event).toMatchObject({
    environment: 'production',
    release: 'abc',
    tags: { requestId: 'req_42' },
    exception: { values: [{ type: 'TypeError', value: 'no mail to (address)' }] },
  });
  expect(
    Object.keys(event).filter((key) =>
      ['user', 'request', 'server_name', 'breadcrumbs', 'extra', 'modules'].includes(key),
    ),
  ).toEqual([]);
});

test('a report that can’t be stored becomes a log line, never another error', async () => {
  const lines: unknown[] = [];
  const log: Log = { ...silentLog, warn: (message, facts) => void lines.push([message, facts]) };
  const reporting = createReporting({
    dsn: undefined,
    release: '',
    production: true,
    clock,
    log,
    keep: () => Promise.reject(new TypeError('away')),
  });
  for (const thrown of [new Error('x'), 'text', undefined, null, { toString: null }])
    expect(() => reporting.report(thrown, 'req_1')).not.toThrow();
  await reporting.close();
  expect(lines).toHaveLength(5);
  expect(lines[0]).toEqual(['couldn’t report an error', { requestId: 'req_1', reason: 'TypeError' }]);
});
