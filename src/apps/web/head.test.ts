import { expect, test } from 'vitest';
import type { PublicSite } from '#base/site.ts';
import { headTags } from './head.ts';

const site = { name: 'Ada Works', tagline: 'Tools', description: 'Contracts & tools by Ada.' } as PublicSite;
const address = { canonical: 'https://hub.example/', origin: 'https://hub.example', listed: true };

test('search results and shared links describe the hub in the operator’s own sentence', () => {
  const tags = headTags({ head: { title: '' }, site, ...address });
  expect(tags).toContain('<title>Ada Works - Tools</title>');
  expect(tags).toContain('<meta name="description" content="Contracts &#38; tools by Ada.">');
  expect(tags).toContain('<meta property="og:description" content="Contracts &#38; tools by Ada.">');
});

test('machines get full URLs, wherever they appear', () => {
  const jsonLd = {
    image: ['/images/a.png', 'https://elsewhere.example/b.png'],
    offers: { url: '/product/x', name: '//no address' },
  };
  const tags = headTags({ head: { title: 'X', jsonLd }, site, ...address });
  const [, told = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(tags) ?? [];
  expect(JSON.parse(told)).toEqual({
    image: ['https://hub.example/images/a.png', 'https://elsewhere.example/b.png'],
    offers: { url: 'https://hub.example/product/x', name: '//no address' },
  });
});
