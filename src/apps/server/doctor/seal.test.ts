import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sealFindings } from './seal.ts';

const now = new Date('2026-11-24T12:00:00Z');
const none = { sealCert: undefined, sealCertPassword: undefined, tsaUrl: undefined };

test('without settings, the hub seals with a certificate of its own', async () => {
  expect(await sealFindings(none, now)).toEqual([
    { state: 'good', about: 'seal', words: 'the hub’s own certificate, made when it first seals' },
  ]);
});

test('a SEAL_CERT that can’t be used is named with what to do', async () => {
  expect(await sealFindings({ ...none, sealCert: '/nowhere/seal.pem' }, now)).toMatchObject([
    { state: 'bad', words: expect.stringMatching(/^SEAL_CERT: .*can’t be read \(ENOENT\)/) },
  ]);
});

test('an authority that gives no time stamp is named with the reason', async () => {
  const server = createServer((_request, response) => response.writeHead(503).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const tsaUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const [, finding] = await sealFindings({ ...none, tsaUrl }, now);
  expect(finding).toMatchObject({
    state: 'bad',
    about: 'time stamps',
    words: `none from ${tsaUrl.host} (the authority answers 503)`,
  });
});
