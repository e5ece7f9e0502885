import { expect, test } from 'vitest';
import type { PublicSite } from '#base/site.ts';
import { headTags } from './head.ts';

const site = { name: 'Ada Works', tagline: 'Tools', description: 'Contracts & tools by Ada.' } as PublicSite;
const address = { canonical: 'https://hub.example/', origin: 'https://hub.example', listed: true };

test("what search results and shared links say of the hub is the operator's own sentence", () => {
  const tags = headTags({ head: { title: '' }, site, ...address });
  expect(tags).toContain('<title>Ada Works - Tools</title>');
  expect(tags).toContain('<meta name="description" content="Contracts &amp; tools by Ada.">');
  expect(tags).toContain('<meta property="og:description" content="Contracts &amp; tools by Ada.">');
});
