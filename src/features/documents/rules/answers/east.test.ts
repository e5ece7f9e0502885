import { expect, test } from 'vitest';
import { eastOrder, hasEastern, withLanguages } from './east.ts';
import { toHtml } from '../formats/html.ts';
import { readHtml } from '../formats/read-html.ts';

test('kana asks for Japanese signs, Hangul for Korean ones, else they are Chinese', () => {
  const first = (text: string) => eastOrder(text)[0];
  expect(['東京のひと', '서울 韓國', '深圳', 'Wren'].map(first)).toEqual(['JP', 'KR', 'SC', 'SC']);
  expect(['「', '가', '𠮷', '，', 'é “x”', 'שלום'].map(hasEastern)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('[GEN-1] HTML names the language of each stretch of signs, and one document is of one language', () => {
  expect(withLanguages('<p title="深圳 > 1">株式会社 <b>東京</b> and 한빛 &amp; サン</p>')).toBe(
    '<p title="深圳 > 1"><span lang="ja">株式会社</span> <b><span lang="ja">東京</span></b> and <span lang="ko">한빛</span> &amp; <span lang="ja">サン</span></p>',
  );
  expect(withLanguages('<p>深圳</p>')).toContain('<span lang="zh-Hans">深圳</span>');
  expect(withLanguages('<p>Wren</p>')).toBe('<p>Wren</p>');
});

test('[GEN-1] a line says which way it runs where letters run both ways, and an English one keeps its own', () => {
  const doc = readHtml('<h1>הסכם</h1><p>Wren שלום</p><ul><li>שלום</li></ul><p>Wren</p>', {
    slug: 'x',
    title: 'X',
  });
  const name = { r: 'value', field: 'a', text: 'שלום' } as const;
  const html = toHtml({
    ...doc,
    blocks: [...doc.blocks, { b: 'para', runs: [name, { r: 'text', text: ' agrees' }] }],
  });
  expect(html).toContain('<h1 dir="rtl">');
  expect(html).toContain('<p dir="ltr">Wren שלום</p>');
  expect(html).toContain('<ul dir="rtl">\n<li dir="rtl">');
  expect(html).toContain('<p>Wren</p>');
  expect(html).toContain('<p dir="ltr"><span data-field="a">שלום</span> agrees</p>');
});
