import { createSocket } from 'node:dgram';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rememberBackup } from '#platform/server/backup/last.ts';
import { readConfig } from '#platform/server/config.ts';
import { useDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/hold-database.ts';
import { startSmtp } from '#testing/smtp.ts';
import { doctorCommand } from '../commands/doctor.ts';
import { createTxtLookup, type TxtLookup } from './dns.ts';
import { linesOf } from './finding.ts';
import { mailFindings } from './mail.ts';
import { publicAddressFindings } from './public-address.ts';
import { aiFinding, paymentFinding } from './services.ts';

const db = await useDatabase();

const records = (known: Record<string, string[] | 'not reachable'>): TxtLookup => async (name) => known[name] ?? [];
const noDns: TxtLookup = async () => 'not reachable';

async function doctor(env: Record<string, string>, lookup: TxtLookup = noDns): Promise<{ said: string; failure: string }> {
  const folder = temporaryFolder('data');
  const lines: string[] = [];
  const run = doctorCommand({ NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), SITE_DIR: join(folder, 'site'), DATABASE_URL: db.url, ...env }, lookup).run([], (line) => lines.push(line));
  const failure = await run.then(() => '', (error: Error) => `${error.name}:${error.message}`);
  return { said: lines.join('\n'), failure };
}

async function port(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const web = (listener: RequestListener) => port(createServer(listener));
const texts = (findings: Parameters<typeof linesOf>[0][]) => findings.flatMap(linesOf).join('\n');
const config = (env: Record<string, string>) => readConfig({ NODE_ENV: 'production', ...env });

test('a hub that is only tried out has notes, and nothing broken', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/secret'), 'x'.repeat(43), { mode: 0o600 });
  const { said, failure } = await doctor({ DATA_DIR: join(folder, 'data') });
  expect(failure).toBe('');
  expect(said).toMatch(/^! HTTPS {7}not public/m);
  expect(said).toMatch(/^✓ database {4}PostgreSQL 18\.\d+, at .*, answers in \d+\.\d ms$/m);
  expect(said).toMatch(/^✓ tables {6}as this hub wants them, at \d{4}_/m);
  expect(said).toMatch(/^! backup {6}never$/m);
  expect(said).toMatch(/^✓ secret {6}kept in DATA_DIR, for the hub only$/m);
  expect(said).toMatch(/^✓ storage {5}\d.* free for /m);
  expect(said).toMatch(/^✓ Node {8}24\./m);
  expect(said).toContain('Nothing is broken.');
});

test('what is broken fails the command, with what to do; the rest is looked at all the same', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/secret'), 'x'.repeat(43));
  chmodSync(join(folder, 'data/secret'), 0o644);
  const { said, failure } = await doctor({ DATA_DIR: join(folder, 'data'), DATABASE_URL: 'postgres://hub:hidden-word@127.0.0.1:1/hub' });
  expect(said).toMatch(/^✗ database {4}does not open\n +DATABASE_URL: no connection to PostgreSQL at 127\.0\.0\.1:1/m);
  expect(said).toMatch(/^✗ secret {6}others on this machine can read .*\n +chmod 600/m);
  expect(said).toMatch(/^\? backup/m);
  expect(said).toMatch(/^✓ Node/m);
  expect(said).not.toContain('hidden-word');
  expect(failure).toBe('Problem:\n2 things are broken (✗).');
});

test('the age of the last backup is told, and one that is old is noted', async () => {
  await rememberBackup(db, { at: new Date(Date.now() - 3 * 3_600_000).toISOString(), bytes: 5_400_000, file: 'x.tgz' });
  expect((await doctor({})).said).toMatch(/^✓ backup {6}3 hours ago, 5\.1 MB$/m);
  await rememberBackup(db, { at: new Date(Date.now() - 20 * 86_400_000).toISOString(), bytes: 100, file: 'x.tgz' });
  expect((await doctor({})).said).toMatch(/^! backup {6}20 days ago, 100 bytes\n +npm run hub -- backup FILE/m);
});

test('tables newer than the code are broken, tables behind it are brought up at the next start', async () => {
  const { rows } = await db.pool.query<{ name: string; timestamp: string }>('select * from kysely_migration order by name desc limit 1');
  await db.pool.query("insert into kysely_migration values ('9999_of_tomorrow', 'now')");
  expect((await doctor({})).said).toMatch(/^✗ tables {6}newer than this hub, which does not know 9999_of_tomorrow$/m);
  await db.pool.query("delete from kysely_migration where name = '9999_of_tomorrow' or name = $1", [rows[0]?.name]);
  expect((await doctor({})).said).toMatch(new RegExp(`^! tables {6}1 steps behind: ${rows[0]?.name}$`, 'm'));
  await db.pool.query('insert into kysely_migration values ($1, $2)', [rows[0]?.name, rows[0]?.timestamp]);
});

test('SMTP: a server that lets us in is good, a wrong password and a closed port are not', async () => {
  const smtp = await startSmtp({ onAuth: (auth, _session, done) => (auth.password === 'right' ? done(null, { user: 'hub' }) : done(Object.assign(new Error('No'), { responseCode: 535 }))), authOptional: false, allowInsecureAuth: true });
  onTestFinished(() => smtp.close());
  const at = (password: string) => mailFindings(config({ SMTP_URL: smtp.url.replace('//', `//hub:${password}@`), MAIL_FROM: 'hub@birch.example' }), noDns).then(texts);
  expect(await at('right')).toMatch(/^✓ SMTP .* connects and lets us in/m);
  const refused = await at('wrong');
  expect(refused).toMatch(/^✗ SMTP .*535/m);
  expect(refused).not.toContain('wrong');
  expect(texts(await mailFindings(config({ SMTP_URL: 'smtp://127.0.0.1:1' }), noDns))).toMatch(/^✗ SMTP .*ECONNREFUSED/m);
  const silent = await port(createTcpServer(() => {}));
  expect(texts(await mailFindings(config({ SMTP_URL: `smtp://127.0.0.1:${silent}` }), noDns))).toMatch(/^✗ SMTP/m);
});

test('the records of the sender\'s domain, in plain words', async () => {
  const folder = temporaryFolder();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(folder, 'dkim.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const look = (known: Record<string, string[] | 'not reachable'>, more: Record<string, string> = {}) =>
    mailFindings(config({ SMTP_URL: smtp.url, MAIL_FROM: 'Hub <hub@mail.birch.example>', DKIM_KEY: `hub1:${join(folder, 'dkim.pem')}`, ...more }), records(known)).then(texts);
  const domain = 'mail.birch.example';

  const well = await look({ [domain]: ['other', 'v=spf1 mx -all'], [`hub1._domainkey.${domain}`]: [`v=DKIM1; k=rsa; p=${p}`], '_dmarc.birch.example': ['v=DMARC1; p=quarantine'] });
  expect(well).toMatch(/^✓ SPF/m);
  expect(well).toMatch(/^✓ DKIM {8}mail is signed, and the public key at hub1\._domainkey\.mail\.birch\.example fits$/m);
  expect(well).toMatch(/^✓ DMARC .* is put into spam$/m);

  const bare = await look({});
  expect(bare).toMatch(/^✗ SPF .*\n +Add a TXT record at mail\.birch\.example: "v=spf1/m);
  expect(bare).toContain(`Add a TXT record at hub1._domainkey.${domain}: "v=DKIM1; k=rsa; p=${p}"`);
  expect(bare).toMatch(/^! DMARC .*\n +Add a TXT record at _dmarc\.mail\.birch\.example/m);

  const wrong = await look({ [domain]: ['v=spf1 +all'], [`hub1._domainkey.${domain}`]: ['v=DKIM1; p=AAAA'], [`_dmarc.${domain}`]: ['v=DMARC1; p=none'] });
  expect(wrong).toMatch(/^✗ SPF .*every server in the world/m);
  expect(wrong).toMatch(/^✗ DKIM .*another key/m);
  expect(wrong).toMatch(/^! DMARC .*still arrives/m);
  expect(await look({ [domain]: ['v=spf1 a', 'v=spf1 mx'] })).toMatch(/^✗ SPF .*2 times/m);
  expect(await look({}, { DKIM_KEY: `hub1:${folder}/none.pem` })).toMatch(/^✗ DKIM .*cannot be read/m);
  expect(await look({ [domain]: 'not reachable' })).toMatch(/^\? SPF .*not reachable from here/m);
});

test('a name server that never answers is "not reachable", not the end of the doctor', async () => {
  const silent = createSocket('udp4');
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  expect(await createTxtLookup([`127.0.0.1:${silent.address().port}`])('birch.example')).toBe('not reachable');
});

// Made for these tests alone.
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

test('the certificate: one that ran out and one that no browser trusts are broken, a missing one is not seen', async () => {
  const at = async (cert: string) => {
    const https = await port(createHttpsServer({ key: privateKey, cert }, (_request, response) => void response.end('{}')));
    // Any name that is not loopback makes a hub live; the certificate is looked at where it leads.
    return texts(await publicAddressFindings({ ...config({ PUBLIC_URL: `https://127.0.0.1:${https}` }), live: true }));
  };
  expect(await at(runOut)).toMatch(/^✗ HTTPS {7}the certificate ran out on 2021-01-01$/m);
  expect(await at(untrusted)).toMatch(/^✗ HTTPS {7}browsers do not trust the certificate/m);
  const silent = await port(createTcpServer(() => {}));
  expect(texts(await publicAddressFindings({ ...config({ PUBLIC_URL: `https://127.0.0.1:${silent}` }), live: true }))).toMatch(/^\? HTTPS .*cannot be seen from here/m);
});

test('the public address: a hub, something else, a wrong clock, nobody', async () => {
  const at = async (listener: RequestListener, env: Record<string, string> = {}) =>
    texts(await publicAddressFindings({ ...config({ PUBLIC_URL: `http://127.0.0.1:${await web(listener)}`, ...env }), live: true }));
  const hub = await at((_request, response) => void response.end('{"ok":true}'), { TRUST_PROXY: '1', HOST: '0.0.0.0' });
  expect(hub).toMatch(/^✓ address {5}http:.* answers as a hub$/m);
  expect(hub).toMatch(/^✓ clock/m);
  expect(hub).toMatch(/^✗ HTTPS .*is not encrypted$/m);
  expect(hub).toMatch(/^! proxy {7}TRUST_PROXY is 1.*\n +Check: curl/m);
  expect(hub).toMatch(/^! proxy {7}HOST is 0\.0\.0\.0/m);
  expect(await at((_request, response) => void response.end('<h1>Welcome to nginx</h1>'))).toMatch(/^✗ address .*not as a hub$/m);
  expect(await at((_request, response) => void response.setHeader('date', 'Thu, 01 Jan 2026 00:00:00 GMT').end('{"ok":true}'))).toMatch(/^✗ clock {7}differs from .* by \d+ s$/m);
  expect(texts(await publicAddressFindings({ ...config({ PUBLIC_URL: 'http://127.0.0.1:1' }), live: true }))).toMatch(/^\? address .*not reachable from here/m);
});

test('AI: a model that is there, one that is not, a wrong key, a server that never answers', async () => {
  const at = async (listener: RequestListener) => texts([await aiFinding(config({ AI_BASE_URL: `http://127.0.0.1:${await web(listener)}/v1`, AI_MODEL: 'small', AI_API_KEY: 'k' }))]);
  const models: RequestListener = (request, response) => {
    response.statusCode = request.headers.authorization === 'Bearer k' && request.url === '/v1/models' ? 200 : 500;
    response.end('{"data":[{"id":"large"},{"id":"small"}]}');
  };
  expect(await at(models)).toMatch(/^✓ AI {10}small at /);
  expect(await at((_request, response) => void response.end('{"data":[{"id":"large"}]}'))).toMatch(/^✗ AI .*no model named small\n +It has: large\./);
  expect(await at((_request, response) => void response.writeHead(401).end())).toMatch(/^✗ AI .*refuses the key/);
  expect(await at(() => {})).toMatch(/^✗ AI .*not reachable from here \(no answer within 3 s\)/);
});

test('payments: a missing webhook is broken, the sandbox on an open hub is noted', () => {
  const paypal = { PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b' };
  const at = (env: Record<string, string>) => paymentFinding(config(env));
  expect(at({})).toMatchObject({ state: 'note', words: 'a stand-in, no money moves' });
  expect(at({ PUBLIC_URL: 'https://hub.example.com' })).toMatchObject({ state: 'note', words: 'none: nobody can pay' });
  expect(at(paypal)).toMatchObject({ state: 'bad' });
  expect(at({ ...paypal, PAYPAL_WEBHOOK_ID: 'w', PUBLIC_URL: 'https://hub.example.com' })).toMatchObject({ state: 'note', words: expect.stringContaining('sandbox') as string });
  expect(at({ ...paypal, PAYPAL_WEBHOOK_ID: 'w', PAYPAL_ENV: 'production' })).toMatchObject({ state: 'good' });
});
