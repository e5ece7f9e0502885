import { expect, test } from 'vitest';
import { openPlaces } from './open-places.ts';
import { readHtml } from '../formats/read-html.ts';

const places = (html: string, fill = (text: string) => text) =>
  openPlaces(readHtml(html, { slug: 'x', title: 'X' }), fill).map(({ field, kind }) => `${kind} ${field}`);

test('[GEN-1] an edited text names each blank and each unfilled placeholder once, wherever it stands', () => {
  const html =
    '<h2>For {{ClientName}}</h2><p><mark class="doc-blank" data-field="a">[address]</mark> and ' +
    '<mark data-field="a">[address]</mark> {{Foo}}</p><table><tr><td>{{<b>Foo</b>}} {{Foo}}</td></tr></table>' +
    '<ul><li>[Client Name] of [1] and [the law]</li></ul><p>{{CompanyName}} {{Website}}</p>';
  const known: Record<string, string> = {
    '{{ClientName}}': '[Client Name]',
    '{{CompanyName}}': 'Wren',
    '{{Website}}': '',
  };
  expect(places(html, (text) => known[text] ?? text)).toEqual([
    'missing {{ClientName}}',
    'missing [address]',
    'unknown {{Foo}}',
    'missing [Client Name]',
    'missing {{Website}}',
  ]);
});

test('a text without open places passes', () => {
  expect(places('<h1>Offer</h1><p>{7*7} {{7*7}} [x] a[0]</p>')).toEqual([]);
});
