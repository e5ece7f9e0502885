import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { type LogFacts, silentLog } from '#platform/server/log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { useDatabase } from '#testing/database.ts';
import { damaged, has, partsOf } from '#testing/sealed-pdf.ts';
import { testPlatform } from '#testing/platform.ts';
import { onePage } from '#testing/one-page.ts';
import { createSeal } from './seal.ts';

const run = promisify(execFile);
const db = await useDatabase();
// openssl makes certificates that begin today.
const clock = movableClock(new Date(Date.now() + 60_000));
const folder = mkdtempSync(join(tmpdir(), 'hub-seal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await db.pool.query('truncate seal_certificate');
});

const warnings: string[] = [];
function sealWith(
  env: Record<string, string> = {},
  changes: Partial<Platform> = {},
  stampMilliseconds = 1500,
) {
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://hub.example',
    DATA_DIR: folder,
    ...env,
  });
  const ground = testPlatform({ db, clock, config, origin: 'https://hub.example' });
  const log = {
    ...silentLog,
    warn: (words: string, facts?: LogFacts) => void warnings.push(`${words}: ${facts?.['reason']}`),
  };
  return createSeal({ ...ground, log, ...changes }, { stampMilliseconds });
}
const words = {
  reason: 'All (both) sides – signed “it”',
  name: 'Häuschen',
  at: new Date('2026-11-24T12:00:00Z'),
};
const file = (name: string, content: Uint8Array | string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const pdfsig = (pdf: Uint8Array): string => {
  const { stdout, stderr } = spawnSync('pdfsig', ['-nocert', file('sealed.pdf', pdf)], { encoding: 'utf8' });
  return stdout + stderr;
};

/** As docs/agreements.md tells everybody to do it. */
function openssl(pdf: Uint8Array, certificate: string): string {
  const { cms, covered } = partsOf(pdf);
  try {
    execFileSync(
      'openssl',
      [
        'cms',
        '-verify',
        '-cades',
        '-binary',
        '-inform',
        'DER',
        '-in',
        file('seal.der', cms),
        '-content',
        file('covered', covered),
        '-CAfile',
        file('hub.pem', certificate),
        '-out',
        file('out', ''),
      ],
      { stdio: 'pipe' },
    );
    return 'valid';
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr);
  }
}

test.skipIf(!has('pdfsig'))('pdfsig finds the seal valid, and over the whole file', async () => {
  const said = pdfsig(await sealWith().seal(onePage, words));
  expect(said).toContain('Signature Validation: Signature is Valid.');
  expect(said).toContain('Total document signed');
  expect(said).toContain('Signature Type: ETSI.CAdES.detached');
  expect(said).toContain('Signing Hash Algorithm: SHA-256');
});

test.skipIf(!has('pdfsig'))('pdfsig finds each damage', async () => {
  const sealed = await sealWith().seal(onePage, words);
  for (const [how, pdf] of Object.entries(damaged(sealed))) {
    const said = pdfsig(pdf);
    const isWhole = said.includes('Signature is Valid.') && said.includes('Total document signed');
    expect(isWhole, how).toBe(false);
  }
});

test.skipIf(!has('openssl'))(
  'openssl finds the seal valid by the hub’s certificate, and each damage',
  async () => {
    const seal = sealWith();
    const sealed = await seal.seal(onePage, words);
    const [certificate = ''] = await seal.certificates();
    expect(openssl(sealed, certificate)).toBe('valid');
    const { 'one byte of the text': text } = damaged(sealed);
    expect(openssl(text, certificate)).toMatch(/digest|verif/i);
  },
);

test('what was there stays: a seal is only appended, and says why, by whom and when', async () => {
  const sealed = Buffer.from(await sealWith().seal(onePage, words));
  expect(sealed.subarray(0, onePage.length).equals(Buffer.from(onePage))).toBe(true);
  const added = sealed.subarray(onePage.length).toString('latin1');
  expect(added).toContain('/M (D:20261124120000Z)');
  expect(added).toContain('/TransformMethod /DocMDP');
  expect(added).toMatch(/\/F 134\b/);
});

test('processes that seal first at the same moment have one certificate', async () => {
  const seals = [sealWith(), sealWith(), sealWith(), sealWith()];
  const sealed = await Promise.all(seals.map((seal) => seal.seal(onePage, words)));
  const all = await sealWith().certificates();
  expect(all).toHaveLength(1);
  const der = new X509Certificate(all[0] ?? '').raw.toString('hex');
  for (const pdf of sealed) expect(Buffer.from(partsOf(pdf).cms).toString('hex')).toContain(der);
});

test('the key is not in the database as it is, and another secret makes a new one', async () => {
  await sealWith().seal(onePage, words);
  const { rows } = await db.pool.query<{ key: Buffer }>('select key from seal_certificate');
  expect(() =>
    execFileSync('openssl', ['pkey', '-inform', 'DER'], { input: rows[0]?.key, stdio: 'pipe' }),
  ).toThrow();
  const other = sealWith({}, { secret: (name) => Buffer.from(name.padEnd(32, 'y')) });
  await other.seal(onePage, words);
  expect(await other.certificates()).toHaveLength(2);
});

const made = (name: string, ...how: string[]) => {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '3650',
      '-subj',
      '/CN=Wren Ltd',
      ...how,
    ],
    { stdio: 'pipe' },
  );
  return { key, cert, pem: file(`${name}.pem`, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8')) };
};
const rsa = ['-newkey', 'rsa:2048'];
const p384 = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'];

test.skipIf(!has('openssl') || !has('pdfsig'))(
  'the operator’s own certificate seals, from PEM and P12',
  async () => {
    const [first, second] = [made('rsa', ...rsa), made('p384', ...p384)];
    const p12 = join(folder, 'own.p12');
    execFileSync('openssl', [
      'pkcs12',
      '-export',
      '-inkey',
      first.key,
      '-in',
      first.cert,
      '-out',
      p12,
      '-passout',
      'pass:öff',
    ]);
    for (const env of [
      { SEAL_CERT: first.pem },
      { SEAL_CERT: second.pem },
      { SEAL_CERT: p12, SEAL_CERT_PASSWORD: 'öff' },
    ]) {
      const seal = sealWith(env);
      await seal.check();
      const sealed = await seal.seal(onePage, { ...words, at: clock.now() });
      expect(pdfsig(sealed)).toContain('Signature is Valid.');
      expect(pdfsig(sealed)).toContain('Wren Ltd');
      expect(await seal.certificates()).toContainEqual(
        new X509Certificate(partsOf(sealed).certificate).toString(),
      );
    }
  },
);

test.skipIf(!has('openssl'))('a SEAL_CERT that can’t be used is said at the start, in one line', async () => {
  const [good, other] = [made('good', ...rsa), made('other', ...rsa)];
  const weak = made('weak', '-newkey', 'rsa:1024');
  const mixed = file('mixed.pem', readFileSync(good.cert, 'utf8') + readFileSync(other.key, 'utf8'));
  const cases: [string, RegExp][] = [
    [join(folder, 'nowhere.pem'), /can’t be read \(ENOENT\)/],
    [good.cert, /has no private key/],
    [good.key, /has no certificate for its private key/],
    [mixed, /has no certificate for its private key/],
    [weak.pem, /fewer than 2048 bits/],
    [file('junk.p12', 'junk'), /SEAL_CERT_PASSWORD/],
  ];
  for (const [SEAL_CERT, why] of cases) {
    const said = await sealWith({ SEAL_CERT })
      .check()
      .catch((error: Error) => error.message);
    expect(said).toMatch(why);
    expect(said).toMatch(/^SEAL_CERT: [^\n]+$/);
  }
  clock.move(days(20 * 365));
  await expect(sealWith({ SEAL_CERT: good.pem }).check()).rejects.toThrow(/certificate that ended/);
  clock.move(-days(20 * 365));
});

/** A time-stamp authority of openssl’s. */
async function authority(answer?: (query: Buffer) => Promise<Buffer>) {
  const { key, cert } = made('tsa', ...rsa, '-addext', 'extendedKeyUsage=critical,timeStamping');
  const config = file(
    'tsa.cnf',
    `[tsa]\ndefault_tsa=one\n[one]\nserial=${file('serial', '01\n')}\nsigner_cert=${cert}\ncerts=${cert}\nsigner_key=${key}\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\ndigests=sha256\naccuracy=secs:1\ness_cert_id_alg=sha256\n`,
  );
  const byOpenssl = async (query: Buffer) => {
    const path = file('query.tsq', query);
    const reply = join(folder, 'reply.tsr');
    await run('openssl', ['ts', '-reply', '-config', config, '-queryfile', path, '-out', reply]);
    return readFileSync(reply);
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      void (answer ?? byOpenssl)(Buffer.concat(pieces)).then((reply) => response.end(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, byOpenssl };
}

const timeStampOid = Buffer.from('060b2a864886f70d010910020e', 'hex');
const isStamped = (pdf: Uint8Array) => Buffer.from(partsOf(pdf).cms).includes(timeStampOid);

test.skipIf(!has('openssl') || !has('pdfsig'))('with an authority, the seal has its time stamp', async () => {
  const { url } = await authority();
  warnings.length = 0;
  const sealed = await sealWith({ TSA_URL: url }).seal(onePage, words);
  expect(warnings).toEqual([]);
  expect(isStamped(sealed)).toBe(true);
  expect(pdfsig(sealed)).toContain('Signature is Valid.');
});

test.skipIf(!has('openssl'))(
  'an authority that is silent, wrong or endless stops no seal, and is noted',
  async () => {
    const { byOpenssl } = await authority();
    let stale: Buffer | undefined;
    const answers: Record<string, (query: Buffer) => Promise<Buffer>> = {
      silent: () => new Promise<Buffer>(() => {}),
      junk: () => Promise.resolve(Buffer.from('<html>')),
      endless: () => Promise.resolve(Buffer.alloc(3_000_000, 0x30)),
      'of something else': async (query) => (stale ??= await byOpenssl(query)),
    };
    for (const [how, answer] of Object.entries(answers)) {
      const { url } = await authority(answer);
      if (how === 'of something else') await sealWith({ TSA_URL: url }).seal(onePage, words);
      warnings.length = 0;
      const from = performance.now();
      const sealed = await sealWith({ TSA_URL: url }).seal(onePage, words);
      expect([how, isStamped(sealed), warnings]).toEqual([
        how,
        false,
        [expect.stringContaining('Sealed without a time stamp')],
      ]);
      expect(performance.now() - from).toBeLessThan(6000);
    }
  },
);
