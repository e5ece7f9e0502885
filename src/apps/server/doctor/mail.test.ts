import { generateKeyPairSync } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { temporaryFolder } from '#testing/hold-database.ts';
import { startPop3 } from '#testing/pop3.ts';
import { startSmtp } from '#testing/smtp.ts';
import { createTxtLookup, type TxtLookup } from './dns.ts';
import { linesOf } from './finding.ts';
import { domainFindings, mailFindings } from './mail.ts';

const records =
  (known: Record<string, string[] | 'not reachable'>): TxtLookup =>
  async (name) =>
    known[name] ?? [];
const noDns: TxtLookup = async () => 'not reachable';

const texts = (findings: Parameters<typeof linesOf>[0][]) => findings.flatMap(linesOf).join('\n');
const config = (env: Record<string, string>) => readConfig({ NODE_ENV: 'production', ...env });

async function port(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('SMTP: a successful sign-in is good, a wrong password and a closed port are not', async () => {
  const smtp = await startSmtp({
    onAuth: (auth, _session, done) =>
      auth.password === 'right'
        ? done(null, { user: 'hub' })
        : done(Object.assign(new Error('No'), { responseCode: 535 })),
    authOptional: false,
    allowInsecureAuth: true,
  });
  onTestFinished(() => smtp.close());
  const at = (password: string) =>
    mailFindings(
      config({ SMTP_URL: smtp.url.replace('//', `//hub:${password}@`), MAIL_FROM: 'hub@birch.example' }),
      noDns,
    ).then(texts);
  expect(await at('right')).toMatch(/^✓ SMTP {8}connected to .*, signed in, /m);
  const refused = await at('wrong');
  expect(refused).toMatch(/^✗ SMTP .*535/m);
  expect(refused).not.toContain('wrong');
  expect(texts(await mailFindings(config({ SMTP_URL: 'smtp://127.0.0.1:1' }), noDns))).toMatch(
    /^✗ SMTP .*ECONNREFUSED/m,
  );
  const silent = await port(createTcpServer(() => {}));
  expect(texts(await mailFindings(config({ SMTP_URL: `smtp://127.0.0.1:${silent}` }), noDns))).toMatch(
    /^✗ SMTP/m,
  );
});

test('bounces: a mailbox that can be read is good; else the doctor says what to do, without the password', async () => {
  const smtp = await startSmtp();
  const pop3 = await startPop3({ password: 'right' });
  onTestFinished(async () => {
    await smtp.close();
    await pop3.close();
  });
  const at = (more: Record<string, string>) =>
    mailFindings(config({ SMTP_URL: smtp.url, MAIL_FROM: 'hub@birch.example', ...more }), noDns).then(texts);
  expect(await at({})).not.toContain('bounces');
  expect(await at({ BOUNCES_URL: pop3.url })).toMatch(
    /^✓ bounces {5}read from 127\.0\.0\.1:\d+ every five minutes, signed in, on this machine$/m,
  );
  const refused = await at({ BOUNCES_URL: pop3.url.replace(':right@', ':hidden-word@') });
  expect(refused).toMatch(/^✗ bounces .*the server refused user or password.*\n.*Check BOUNCES_URL/m);
  expect(refused).not.toContain('hidden-word');
  expect(await at({ BOUNCES_URL: 'pop3://u:p@127.0.0.1:1' })).toMatch(
    /^✗ bounces .*no server answers there/m,
  );
  const silent = await port(createTcpServer(() => {}));
  expect(await at({ BOUNCES_URL: `pop3s://u:p@127.0.0.1:${silent}` })).toMatch(/^✗ bounces .*no response/m);
});

test('a hub without its own domain is told so, and no records are looked up', async () => {
  const asked: string[] = [];
  const lookup: TxtLookup = async (name) => {
    asked.push(name);
    return [];
  };
  const here = await domainFindings(config({}), lookup);
  expect(texts(here)).toContain('no public domain: mail from localhost can’t be delivered');
  expect(asked).toEqual([]);
  const there = await domainFindings(config({ MAIL_FROM: 'hub@birch.example' }), lookup);
  expect(there.map(({ about, state }) => `${about} ${state}`)).toEqual([
    'SPF bad',
    'DKIM note',
    'DMARC note',
  ]);
});

test('the sender domain’s records, in plain English', async () => {
  const folder = temporaryFolder();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(folder, 'dkim.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  });
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const look = (known: Record<string, string[] | 'not reachable'>, more: Record<string, string> = {}) =>
    mailFindings(
      config({
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Hub <hub@mail.birch.example>',
        DKIM_KEY: `hub1:${join(folder, 'dkim.pem')}`,
        ...more,
      }),
      records(known),
    ).then(texts);
  const domain = 'mail.birch.example';

  const well = await look({
    [domain]: ['other', 'v=spf1 mx -all'],
    [`hub1._domainkey.${domain}`]: [`v=DKIM1; k=rsa; p=${p}`],
    '_dmarc.birch.example': ['v=DMARC1; p=quarantine'],
  });
  expect(well).toMatch(/^✓ SPF/m);
  expect(well).toMatch(
    /^✓ DKIM {8}mail is signed, and the public key at hub1\._domainkey\.mail\.birch\.example matches$/m,
  );
  expect(well).toMatch(/^✓ DMARC .* is sent to spam$/m);

  const bare = await look({});
  expect(bare).toMatch(/^✗ SPF .*\n +Add a TXT record at mail\.birch\.example: "v=spf1/m);
  expect(bare).toContain(`Add a TXT record at hub1._domainkey.${domain}: "v=DKIM1; k=rsa; p=${p}"`);
  expect(bare).toMatch(/^! DMARC .*\n +Add a TXT record at _dmarc\.mail\.birch\.example/m);

  const wrong = await look({
    [domain]: ['v=spf1 +all'],
    [`hub1._domainkey.${domain}`]: ['v=DKIM1; p=AAAA'],
    [`_dmarc.${domain}`]: ['v=DMARC1; p=none'],
  });
  expect(wrong).toMatch(/^✗ SPF .*any server in the world/m);
  expect(wrong).toMatch(/^✗ DKIM .*a key other than the published one/m);
  expect(wrong).toMatch(/^! DMARC .*still gets through/m);
  expect(await look({ [domain]: ['v=spf1 a', 'v=spf1 mx'] })).toMatch(/^✗ SPF .*has 2 SPF records/m);
  expect(await look({}, { DKIM_KEY: `hub1:${folder}/none.pem` })).toMatch(
    /^✗ DKIM .*can’t read the private key/m,
  );
  expect(await look({ [domain]: 'not reachable' })).toMatch(
    /^\? SPF .*couldn’t look up mail\.birch\.example from here/m,
  );
});

test('a name server that never responds is "not reachable", and the doctor continues', async () => {
  const silent = createSocket('udp4');
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  expect(await createTxtLookup([`127.0.0.1:${silent.address().port}`])('birch.example')).toBe(
    'not reachable',
  );
});
