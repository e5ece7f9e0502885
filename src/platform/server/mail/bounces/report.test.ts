import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryReport, feedbackReport } from '#testing/bounce-reports.ts';
import { testSecret } from '#testing/willing.ts';
import { readReport } from './report.ts';
import { createRecipientTokens } from './token.ts';

const tokens = createRecipientTokens(testSecret);
const now = new Date('2026-11-28T12:00:00Z');
const to = 'Anna.b+c@example.com';
const token = tokens.write(to, now);
const read = (text: string) => readReport(Buffer.from(text, 'latin1'));

test.each([
  ['nobody of that name', { status: '5.1.1' }, 'bounced'],
  ['no such host', { status: '5.1.2' }, 'bounced'],
  ['a mailbox that is closed', { status: '5.2.1' }, 'bounced'],
  ['a full mailbox', { status: '5.2.2' }, 'counted'],
  ['refused as spam', { status: '5.7.1' }, 'counted'],
  ['tried again later', { status: '4.4.1', action: 'delayed' }, 'counted'],
  ['given up after days of trying', { status: '4.4.1' }, 'counted'],
  ['delivered', { status: '2.0.0', action: 'delivered' }, 'counted'],
  ['delayed with a code that says failed', { status: '5.1.1', action: 'delayed' }, 'counted'],
  [
    'a code that says nothing, and the words of a server',
    { status: '5.0.0', diagnostic: 'smtp; 550 No such user' },
    'bounced',
  ],
  [
    'a code that says nothing, and a server that blocks us',
    { status: '5.0.0', diagnostic: 'smtp; 550 blocked' },
    'counted',
  ],
  [
    'a code of nobody there, and a server that says otherwise',
    { status: '5.1.1', diagnostic: 'smtp; 552 5.2.2 full' },
    'counted',
  ],
  ['about somebody to whom it was passed on', { recipient: 'other@example.com' }, 'counted'],
  ['spelled as RFC 3461 does', { recipient: 'Anna.b+2Bc@Example.com' }, 'bounced'],
  [
    'one of two, the other was delivered',
    { more: '\nFinal-Recipient: rfc822; x@y.example\nAction: delivered\nStatus: 2.0.0\n' },
    'counted',
  ],
])('a report of delivery: %s', (_, changes, became) => {
  const report = read(deliveryReport({ to, token, ...changes }));
  expect(report?.tokens).toEqual([token]);
  expect(report?.became(to)).toBe(became);
});

test.each([
  ['abuse', 'complained'],
  ['fraud', 'complained'],
  ['not-spam', 'counted'],
  ['virus', 'counted'],
])('feedback of a reader: %s', (kind, became) => {
  expect(read(feedbackReport({ to, token, kind }))?.became(to)).toBe(became);
});

test('parts are read in what they are encoded in, with a header folded and with CR LF', () => {
  const plain = deliveryReport({ to, token });
  const facts = plain.slice(
    plain.indexOf('Reporting-MTA'),
    plain.indexOf('\n--edge/of=parts\nContent-Type: message/rfc822'),
  );
  const encoded = (how: string, text: string) =>
    plain
      .replace(facts, text)
      .replace('message/delivery-status\n', `message/delivery-status\nContent-Transfer-Encoding: ${how}\n`);
  const base64 = Buffer.from(facts).toString('base64').replaceAll(/.{60}/g, '$&\n');
  const forms = [
    encoded('base64', base64),
    encoded('Quoted-Printable', facts.replaceAll('=', '=3D').replaceAll('Final-', 'Fin=\nal=2D')),
    plain.replace(token, `${token.slice(0, 30)}\n ${token.slice(30)}`),
    plain.replaceAll('\n', '\r\n'),
    plain.replace('message/rfc822', 'text/rfc822-headers'),
    plain.replace('boundary="edge/of=parts"', 'boundary=edge').replaceAll('edge/of=parts', 'edge'),
  ];
  for (const text of forms) {
    expect(read(text)?.became(to)).toBe('bounced');
    expect(read(text)?.tokens).toEqual([token]);
  }
});

test('[law] an email that quotes a report, or is one without our header, is none', () => {
  const report = deliveryReport({ to, token });
  const others = [
    `From: a@example.com\nContent-Type: text/plain\n\n${report}`,
    `From: a@example.com\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\n${report}\n--x--\n`,
    `From: a@example.com\nContent-Type: message/rfc822\n\n${report}`,
    report.replace('X-Hub-Recipient', 'X-Other'),
    report.replace(/X-Hub-Recipient.*\n/, '').replace('Thank you.', `X-Hub-Recipient: ${token}`),
    report.replace(/X-Hub-Recipient.*\n/, '').replace("I'm sorry", `X-Hub-Recipient: ${token}\n`),
    report.replace('message/delivery-status', 'text/plain'),
    '',
    '\n',
    'no headers',
  ];
  expect(others.map(read)).toEqual(others.map(() => null));
});

test('a boundary that begins as another does ends nothing', () => {
  const nested = deliveryReport({ to, token }).replace(
    "I'm sorry",
    '--edge/of=parts-2\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; x@y.example\nAction: delivered\n',
  );
  expect(read(nested)?.became(to)).toBe('bounced');
});

test('[law] whatever is in the mailbox is read in bounded time, and throws nothing', () => {
  const report = deliveryReport({ to, token });
  const pieces = fc.constantFrom(
    ...report.split(/(?<=[\n:;])/),
    '\n--edge/of=parts',
    '--',
    '\0',
    '\xff\xfe',
    '=?utf-8?b?////?=',
    'Content-Type: multipart/report; boundary=',
    'Content-Transfer-Encoding: base64\n',
    'charset="utf-9"',
    '\n\n',
    '\n ',
    '=',
    ';',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 80 }), fc.boolean(), (parts, isAfter) => {
      const text = isAfter ? report.slice(0, 400) + parts.join('') : parts.join('');
      const found = read(text);
      expect(found === null || found.tokens.length > 0).toBe(true);
      expect(['bounced', 'complained', 'counted', undefined]).toContain(found?.became(to));
    }),
    { numRuns: 2000 },
  );
});

const quarter = 256 * 1024;
const head = 'Content-Type: multipart/report; boundary="b"';
test.each([
  ['a header of a quarter of a megabyte', `${head}; x="${'y'.repeat(quarter)}"\n\n`],
  ['a header of nothing but semicolons and blanks', `Content-Type: ${'; '.repeat(quarter / 2)}\n\n`],
  ['a header of blanks', `Content-Type: x;${' '.repeat(quarter)}\n\n`],
  ['a header folded over and over', `Content-Type: x${'\n '.repeat(quarter / 2)}\n\n`],
  ['a hundred thousand headers', `${'a:b\n'.repeat(quarter / 4)}\n`],
  ['parts in parts', `${head}\n\n${'--b\nContent-Type: multipart/mixed; boundary="b"\n\n'.repeat(5000)}`],
  ['boundaries that are none', `${head}\n\n${'--bb'.repeat(quarter / 4)}${'\n--bb'.repeat(quarter / 5)}`],
  [
    'broken base64',
    `${head}\n\n--b\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n${'=/*'.repeat(quarter / 3)}`,
  ],
  [
    'quoted-printable that never ends',
    `${head}\n\n--b\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: quoted-printable\n\n${`=${' '.repeat(300)}`.repeat(800)}`,
  ],
  ['one endless line', 'x'.repeat(quarter)],
  [
    'nothing but line breaks',
    `${head}\n\n--b\nContent-Type: message/delivery-status\n\n${'\n'.repeat(quarter)}`,
  ],
])('[law] hostile mail costs little: %s', (_, text) => {
  const about = `\n--b\nContent-Type: message/rfc822\n\nX-Hub-Recipient: ${token}\n\n`;
  const before = process.cpuUsage();
  const reports = [text, text + about].map(read);
  for (const report of reports) expect(report?.became(to)).not.toBe('bounced');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1500);
});

test('[law] a token holds for its address, this hub and sixty days, and for nothing else', () => {
  const day = 86_400_000;
  expect(tokens.read(token, now)).toBe(to);
  expect(tokens.read(token, new Date(now.getTime() + 59 * day))).toBe(to);
  expect(tokens.read(token, new Date(now.getTime() + 62 * day))).toBe(null);
  expect(tokens.read(token, new Date(now.getTime() - 3 * day))).toBe(null);
  const stranger = createRecipientTokens((name) => Buffer.from(name.padEnd(32, 'y')));
  expect(tokens.read(stranger.write(to, now), now)).toBe(null);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: token.length - 1 }), fc.string(), (at, other) => {
      fc.pre(!token.startsWith(other, at));
      const forged = token.slice(0, at) + other + token.slice(at + 1);
      // The last letter of a signature carries two bits that nobody reads.
      expect([null, to]).toContain(tokens.read(forged, now));
      expect(tokens.read(other, now)).toBe(null);
    }),
  );
});
