import { beforeEach, expect, test } from 'vitest';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { renderMail } from '#platform/server/mail/layout.ts';
import { useDatabase } from '#testing/database.ts';
import { header, useSmtp } from '#testing/mail.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import type { PreviewAnswer } from '../rules/contract.ts';
import { firstSteps } from '../rules/writing.ts';

const db = await useDatabase();
beforeEach(() =>
  db.pool.query('truncate recovery_cart, recovery_message, outbound_message cascade').then(() => {}),
);
let people = 0;
const somebody = () => `dora${++people}`;
// One red pixel.
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const brand = (uid: string, more: Partial<typeof defaultBranding>) =>
  db.pool.query('insert into branding (owner_id, branding, changed_at) values ($1, $2, now())', [
    uid,
    JSON.stringify({ ...defaultBranding, ...more }),
  ]);
const [step] = firstSteps();

test('[AUTO-4] a reminder has the shop’s name, logo and color, not the hub’s; its preview is the same', async () => {
  const smtp = await useSmtp();
  const hub = recoveryHub(db, { smtpUrl: smtp.url });
  const ada = await hub.member(somebody());
  await ada.settle({ emailDelay: 0 }, { quietFrom: 3, quietTo: 3 });
  await brand(ada.uid, {
    companyName: 'Birch & Sons',
    primaryColor: '#7A1F2B',
    logo: `data:image/png;base64,${pixel}`,
    website: 'birch.example',
  });
  await ada.switchOn();
  await ada.add('maya@example.com', {
    name: 'Maya Ortiz',
    items: [{ name: 'Sample product', cents: 4900 }],
  });
  await hub.run();
  const [mail] = await hub.mails('maya@example.com');
  if (!mail) throw new Error('no mail');
  expect(mail.sender).toMatchObject({
    name: 'Birch Press',
    website: 'https://birch.example/',
    button: { color: '#7a1f2b', text: '#ffffff' },
  });
  const [sent] = smtp.mails;
  expect(header(sent?.raw ?? '', 'from')).toMatch(/^"?Birch Press"? <no-reply@birch\.example>$/);

  const site = hub.platform.site.words();
  const unsubscribeUrl = 'https://birch.example/unsubscribe';
  const real = renderMail(mail, { site, origin: 'https://birch.example', unsubscribeUrl });
  expect(real.text.split(site.name)).toHaveLength(2);
  expect(real.html).not.toContain(site.seller.legalName || 'no such name');
  expect(real.text.trim().split('\n').slice(-3)).toEqual([
    `Sent by ${site.name} for Birch Press`,
    '',
    `Unsubscribe: ${unsubscribeUrl}`,
  ]);
  const preview = await ada.ask<PreviewAnswer>('POST', '/api/recovery/preview', {
    subject: step?.subject,
    body: step?.body,
    discountPercent: 0,
  });
  const link = /\/r\/[a-z0-9]+/g;
  expect(preview.html.replaceAll(link, '')).toBe(real.html.replaceAll(link, ''));
  expect(preview.text.replaceAll(link, '')).toBe(real.text.replaceAll(link, ''));
  expect(preview.from).toEqual({ name: 'Birch Press', address: 'no-reply@birch.example' });
  expect(preview.preheader).toBe('You left Sample product in your cart. It’s saved for you, $49 in all.');

  // The key by which carts come in is in no mail.
  expect(JSON.stringify(mail)).not.toContain((await ada.overview()).connection.key);
  const logo = await hub.send('GET', mail.sender?.logoUrl ?? '');
  expect(logo.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await logo.arrayBuffer()).toString('base64')).toBe(pixel);
});

test('without a shop name the company’s stands; what is no picture or no color changes nothing', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(somebody());
  await brand(ada.uid, {
    companyName: 'Elm <b>Works</b>',
    primaryColor: 'red;background:url(//x)',
    fontFamily: 'x";}</style>',
    website: 'javascript:alert(1)',
    logo: 'data:image/svg+xml,<svg onload=alert(1)>',
  });
  const { key } = (await ada.overview()).connection;
  const preview = await ada.ask<PreviewAnswer>('POST', '/api/recovery/preview', {
    subject: '{{Shop}}',
    body: 'Hello',
    discountPercent: 0,
  });
  expect(preview.subject).toBe('Elm <b>Works</b>');
  expect(preview.html).toContain('Elm &lt;b&gt;Works&lt;/b&gt;');
  expect(preview.html).not.toMatch(/<b>|javascript:|url\(|<\/style>.*<\/style>/);
  expect((await hub.send('GET', `/api/recovery/logos/${key}`)).status).toBe(404);
  expect((await ada.overview()).mail).toEqual({
    mayReach: true,
    canSend: true,
    brandName: 'Elm <b>Works</b>',
    brandAddress: '',
  });
});

test('a preview without any name shows where the shop’s name will stand', async () => {
  const hub = recoveryHub(db);
  const ada = await hub.member(somebody());
  const preview = await ada.ask<PreviewAnswer>('POST', '/api/recovery/preview', {
    subject: 'Your cart at {{Shop}}',
    body: 'Hello',
    discountPercent: 0,
  });
  expect(preview.subject).toBe('Your cart at [your shop name]');
});
