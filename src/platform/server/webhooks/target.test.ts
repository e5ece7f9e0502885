import { expect, test } from 'vitest';
import { isPublicAddress, outsideOnly, parseTarget, TargetRefused, typedTarget } from './target.ts';

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '192.0.2.1',
  '::1',
  '::',
  'fd00::1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:1::1',
  '2001:db8::1',
  'localhost',
  '',
])('%s is internal', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ['loopback', 'https://127.0.0.1/'],
  ['loopback as one decimal number', 'https://2130706433/'],
  ['loopback in hexadecimal', 'https://0x7f000001/'],
  ['loopback in octal', 'https://0177.0.0.1/'],
  ['loopback, shortened', 'https://127.1/'],
  ['loopback in full-width digits', 'https://１２７.０.０.１/'],
  ['IPv6 loopback', 'https://[::1]/'],
  ['IPv4 inside IPv6', 'https://[::ffff:127.0.0.1]/'],
  ['a private IPv6 network', 'https://[fd00::1]/'],
  ['the metadata service', 'https://169.254.169.254/latest/meta-data'],
  ['a private network', 'https://10.0.0.7:8443/'],
  ['a user name', 'https://me:secret@hooks.example/'],
  ['plain http, live', 'http://hooks.example/'],
  ['a file', 'file:///etc/passwd'],
  ['another scheme', 'gopher://hooks.example/'],
  ['no address', 'hooks.example'],
])('rejected without a lookup: %s', (_what, url) => {
  expect(() => parseTarget(url, outsideOnly(true))).toThrow(TargetRefused);
});

test('a public https URL is accepted; http only while the hub isn’t live', () => {
  expect(parseTarget('https://hooks.example:8443/in?a=1', outsideOnly(true)).href).toBe(
    'https://hooks.example:8443/in?a=1',
  );
  expect(parseTarget('http://hooks.example/', outsideOnly(false)).href).toBe('http://hooks.example/');
});

test('with a list of hosts nothing else is called, not even a name with the same ending', () => {
  const policy = outsideOnly(true, ['hooks.example', '*.shops.example']);
  for (const url of ['https://hooks.example/in', 'https://a.shops.example/', 'https://a.b.shops.example/'])
    expect(parseTarget(url, policy).href).toBe(url);
  for (const url of [
    'https://evilhooks.example/',
    'https://hooks.example.evil/',
    'https://shops.example/',
    'https://evil-shops.example/',
    'https://93.184.216.34/',
  ])
    expect(() => parseTarget(url, policy), url).toThrow('isn’t on the list of hosts');
});

test.each([
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost:8080/',
  'https://printer/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://box.home.arpa/',
])('%s is rejected while typing, by its name alone', async (url) => {
  const never = { ...outsideOnly(true), glance: () => Promise.reject(new Error('asked')) };
  await expect(typedTarget(url, never)).rejects.toThrow('points to a private network');
});

test('a name for an internal address is rejected while typing, an unknown one is accepted', async () => {
  const knows: Record<string, string[]> = {
    '127.0.0.1.nip.io': ['127.0.0.1'],
    'both.example': ['93.184.216.34', '10.0.0.7'],
    'six.example': ['::ffff:127.0.0.1'],
    'open.example': ['93.184.216.34', '2606:4700::1111'],
    'later.example': [],
  };
  const policy = { ...outsideOnly(true), glance: async (name: string) => knows[name] ?? [] };
  for (const name of ['127.0.0.1.nip.io', 'both.example', 'six.example'])
    await expect(typedTarget(`https://${name}/in`, policy), name).rejects.toThrow(
      'points to a private network',
    );
  for (const name of ['open.example', 'later.example'])
    expect((await typedTarget(`https://${name}/in`, policy)).href).toBe(`https://${name}/in`);
});
