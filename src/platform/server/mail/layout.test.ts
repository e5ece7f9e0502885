import { expect, test } from 'vitest';
import { sampleSite } from '#testing/site.ts';
import { renderMail } from './layout.ts';
import type { MailBlock } from './message.ts';

const origin = 'https://birch.example';
const nasty = `<script>alert("1")</script> & 'more'`;

const everyBlock: MailBlock[] = [
  { kind: 'heading', text: nasty },
  { kind: 'text', text: `${nasty}\nsecond line` },
  { kind: 'button', label: nasty, url: 'https://birch.example/?a=1&b="2"' },
  { kind: 'lines', lines: [[nasty, nasty]] },
  { kind: 'code', text: nasty },
  { kind: 'small', text: nasty },
  {
    kind: 'picture',
    url: 'https://birch.example/p.png?"><script>',
    alt: nasty,
    link: 'https://birch.example/',
  },
  {
    kind: 'product',
    name: nasty,
    price: nasty,
    words: [{ text: nasty, url: 'https://birch.example/"><script>' }],
    picture: 'https://birch.example/"><script>',
    label: nasty,
    url: 'https://birch.example/"><script>',
  },
  { kind: 'coupon', code: nasty, words: nasty },
  { kind: 'links', links: [{ text: nasty, url: 'https://birch.example/"><script>' }] },
];

test('user input never becomes markup, wherever it appears', () => {
  const { html } = renderMail(
    { subject: nasty, body: everyBlock },
    { site: sampleSite({ name: nasty }), origin, unsubscribeUrl: `${origin}/?"><script>` },
  );
  expect(html).not.toContain('<script');
  expect(html).not.toContain('alert("1")');
  expect(
    html.match(/&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt; &amp; &#39;more&#39;/g)?.length,
  ).toBeGreaterThanOrEqual(8);
});

test('the text version says everything the HTML says', () => {
  const { text } = renderMail(
    {
      subject: 'Receipt',
      body: [
        { kind: 'heading', text: 'Thank you' },
        {
          kind: 'lines',
          lines: [
            ['NDA kit', '$29'],
            ['Total', '$29'],
          ],
        },
        { kind: 'button', label: 'Download', url: 'https://birch.example/d/1' },
        { kind: 'code', text: '123 456' },
      ],
    },
    { site: sampleSite(), origin, unsubscribeUrl: 'https://birch.example/unsubscribe?t=1' },
  );
  expect(text).toBe(`Thank you
=========

NDA kit: $29
Total: $29

Download:
https://birch.example/d/1

    123 456

-- 
Birch & Sons, a service of Birch Limited
1 Long Lane, Dublin, Ireland
https://birch.example

Unsubscribe: https://birch.example/unsubscribe?t=1
`);
});

test('every email names the seller and postal address; only marketing can be unsubscribed', () => {
  const { html } = renderMail({ subject: 'Reset', body: [] }, { site: sampleSite(), origin });
  expect(html).toContain('Birch &amp; Sons, a service of Birch Limited<br>1 Long Lane, Dublin, Ireland');
  expect(html).not.toContain('Unsubscribe');
});

test('the operator’s logo comes first, or the name if there is none', () => {
  const mail = { subject: 'Reset', body: [] };
  expect(renderMail(mail, { site: sampleSite(), origin }).html).not.toContain('<img');
  expect(
    renderMail(mail, { site: sampleSite({ logo: '/brand/logo.svg', mailLogo: '/brand/logo.png' }), origin })
      .html,
  ).toContain('<img src="https://birch.example/brand/logo.png" alt="Birch &amp; Sons"');
});

test('what a shop shows reads as text, too, and stands in dark colors by its classes', () => {
  const body: MailBlock[] = [
    { kind: 'picture', url: 'https://x.example/p.png', alt: 'A dot', link: 'https://x.example/a', width: 50 },
    {
      kind: 'product',
      name: 'Field guide',
      price: '$29',
      words: [{ text: 'Ninety pages' }],
      picture: 'https://x.example/g.png',
      label: 'Buy',
      url: 'https://x.example/g',
    },
    { kind: 'product', name: 'Map', price: '', words: [] },
    { kind: 'coupon', code: 'AUTUMN10', words: '10% off' },
    { kind: 'links', links: [{ text: 'Instagram', url: 'https://x.example/i' }] },
    { kind: 'button', label: 'Go', url: 'https://x.example/go', centered: true },
  ];
  const { html, text } = renderMail({ subject: 'News', body }, { site: sampleSite(), origin });
  expect(text.split('\n\n-- ')[0]).toBe(`[A dot] https://x.example/p.png
https://x.example/a

Field guide
$29
Ninety pages
Buy: https://x.example/g

Map

10% off
    AUTUMN10

Instagram: https://x.example/i

Go:
https://x.example/go`);
  expect(html).toContain('<table role="presentation"');
  expect(html).toContain('class="sunken"');
  // Nothing is loaded but what was given.
  expect([...html.matchAll(/src="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'https://x.example/p.png',
    'https://x.example/g.png',
  ]);
});
