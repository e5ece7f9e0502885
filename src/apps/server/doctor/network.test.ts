import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { linesOf } from './finding.ts';
import { publicAddressFindings } from './public-address.ts';
import { aiFinding, paymentFinding } from './services.ts';

async function port(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const web = (listener: RequestListener) => port(createServer(listener));
const texts = (findings: Parameters<typeof linesOf>[0][]) => findings.flatMap(linesOf).join('\n');
const config = (env: Record<string, string>) => readConfig({ NODE_ENV: 'production', ...env });

// Created only for these tests.
const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg15yz1Kp7fgM4fRO4
voX6I6BN2zk2VKRouGzMPpm5HVahRANCAAQkDBBPGkSEPu978cdJ8hQw8AOFbdPP
m+2z6IkBrl3B5Vuk9M341VESNCO+jEsuDBPMCdD3dFbCYnRHcxuJZp0g
-----END PRIVATE KEY-----
`;
const untrusted = `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUdDTPRtz23ZCJA05ADHS18dQJ0MAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTAzMDIzMloYDzIxMjYxMDI4
MDMwMjMyWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQkDBBPGkSEPu978cdJ8hQw8AOFbdPPm+2z6IkBrl3B5Vuk9M341VES
NCO+jEsuDBPMCdD3dFbCYnRHcxuJZp0go2QwYjAdBgNVHQ4EFgQU+6JqCVYJ4g4o
YwTdrj79w9n6tmEwHwYDVR0jBBgwFoAU+6JqCVYJ4g4oYwTdrj79w9n6tmEwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQD2gYqnU++Qe3NonijxVtKCPWtHlTPvOLowWTG2i462VwIhAP/2KMTG7PnzGePQ
oTGjLXcLfqxN5kFEY90zkLJd8tJZ
-----END CERTIFICATE-----
`;
const runOut = `-----BEGIN CERTIFICATE-----
MIIBEDCBtgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwHhcN
MjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAkxMjcuMC4w
LjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQkDBBPGkSEPu978cdJ8hQw8AOF
bdPPm+2z6IkBrl3B5Vuk9M341VESNCO+jEsuDBPMCdD3dFbCYnRHcxuJZp0gMAoG
CCqGSM49BAMCA0kAMEYCIQCCPxP9l6DKtm/2DkGXusecguncXHpZrNkYRQ6g9y8q
MQIhAL+xUAC3Na9OgCnYC0Qg/dXvYvhT3W/W6gPnqf+LI4Yh
-----END CERTIFICATE-----
`;

test('the certificate: expired or untrusted is a problem; if none is served, that is unknown', async () => {
  const at = async (cert: string) => {
    const https = await port(
      createHttpsServer({ key: privateKey, cert }, (_request, response) => void response.end('{}')),
    );
    // Any name other than loopback makes a hub live; the certificate is checked where the name points.
    return texts(
      await publicAddressFindings(
        { ...config({ PUBLIC_URL: `https://127.0.0.1:${https}` }), live: true },
        new Date(),
      ),
    );
  };
  expect(await at(runOut)).toMatch(/^✗ HTTPS {7}the certificate expired on 2021-01-01$/m);
  expect(await at(untrusted)).toMatch(/^✗ HTTPS {7}browsers don’t trust the certificate/m);
  const trustedBefore = getCACertificates('default');
  setDefaultCACertificates([untrusted]);
  onTestFinished(() => setDefaultCACertificates(trustedBefore));
  expect(await at(untrusted)).toMatch(/^✓ HTTPS {7}the certificate is valid for \d+ more days$/m);
  const silent = await port(createTcpServer(() => {}));
  expect(
    texts(
      await publicAddressFindings(
        { ...config({ PUBLIC_URL: `https://127.0.0.1:${silent}` }), live: true },
        new Date(),
      ),
    ),
  ).toMatch(/^\? HTTPS .*couldn’t check the certificate from here/m);
});

test('the public address: this hub, something else, a wrong clock, no response', async () => {
  const at = async (listener: RequestListener, env: Record<string, string> = {}) =>
    texts(
      await publicAddressFindings(
        { ...config({ PUBLIC_URL: `http://127.0.0.1:${await web(listener)}`, ...env }), live: true },
        new Date(),
      ),
    );
  const hub = await at(
    (_request, response) => void response.setHeader('date', new Date().toUTCString()).end('{"ok":true}'),
    { TRUST_PROXY: '1', HOST: '0.0.0.0' },
  );
  expect(hub).toMatch(/^✓ address {5}http:.* reaches the hub$/m);
  expect(hub).toMatch(/^✓ clock/m);
  expect(hub).toMatch(/^✗ HTTPS .*is not encrypted$/m);
  expect(hub).toMatch(/^! proxy {7}TRUST_PROXY is 1.*\n +To check: curl/m);
  expect(hub).toMatch(/^! proxy {7}HOST is 0\.0\.0\.0/m);
  expect(await at((_request, response) => void response.end('<h1>Welcome to nginx</h1>'))).toMatch(
    /^✗ address .*isn’t this hub$/m,
  );
  expect(
    await at(
      (_request, response) =>
        void response.setHeader('date', 'Thu, 01 Jan 2026 00:00:00 GMT').end('{"ok":true}'),
    ),
  ).toMatch(/^✗ clock {7}\d+ s off from .*$/m);
  expect(
    texts(
      await publicAddressFindings(
        { ...config({ PUBLIC_URL: 'http://127.0.0.1:1' }), live: true },
        new Date(),
      ),
    ),
  ).toMatch(/^\? address .*can’t reach .* from here/m);
});

test('AI: a known model, an unknown one, a wrong key, a server that never responds', async () => {
  const at = async (listener: RequestListener) =>
    texts([
      await aiFinding(
        config({
          AI_BASE_URL: `http://127.0.0.1:${await web(listener)}/v1`,
          AI_MODEL: 'small',
          AI_API_KEY: 'k',
        }),
      ),
    ]);
  const models: RequestListener = (request, response) => {
    response.statusCode =
      request.headers.authorization === 'Bearer k' && request.url === '/v1/models' ? 200 : 500;
    response.end('{"data":[{"id":"large"},{"id":"small"}]}');
  };
  expect(await at(models)).toMatch(/^✓ AI {10}small at /);
  expect(await at((_request, response) => void response.end('{"data":[{"id":"large"}]}'))).toMatch(
    /^✗ AI .*no model named small\n +It has: large\./,
  );
  expect(await at((_request, response) => void response.writeHead(401).end())).toMatch(
    /^✗ AI .*rejects the key/,
  );
  expect(await at(() => {})).toMatch(/^✗ AI .*can’t reach .* from here \(no response within 3 s\)/);
});

test('payments: a missing webhook is a problem, the sandbox on a live hub is noted', () => {
  const paypal = { PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b' };
  const at = (env: Record<string, string>) => paymentFinding(config(env));
  expect(at({})).toMatchObject({ state: 'note', words: 'not set: customers can’t pay' });
  expect(at({ PUBLIC_URL: 'https://hub.example.com' })).toMatchObject({
    state: 'note',
    words: 'off: customers can’t pay',
  });
  expect(at(paypal)).toMatchObject({ state: 'bad' });
  expect(at({ ...paypal, PAYPAL_WEBHOOK_ID: 'w', PUBLIC_URL: 'https://hub.example.com' })).toMatchObject({
    state: 'note',
    words: expect.stringContaining('sandbox') as string,
  });
  expect(at({ ...paypal, PAYPAL_WEBHOOK_ID: 'w', PAYPAL_ENV: 'production' })).toMatchObject({
    state: 'good',
  });
});
