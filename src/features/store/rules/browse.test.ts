import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Browse, browseAddress, readBrowse } from './browse.ts';

const read = (address: string): Browse => {
  const { searchParams } = new URL(address, 'http://hub');
  return readBrowse((key) => searchParams.get(key));
};

test('an address without words shows the first page in the operator’s order', () => {
  expect(read('/store')).toEqual({ q: '', kind: null, tag: null, sort: 'featured', page: 1 });
});

test('what is no known value counts as not there', () => {
  for (const search of [
    'kind=yachts',
    'sort=best',
    'page=0',
    'page=-1',
    'page=1e9',
    'page=1.5',
    'page=abc',
    'tag=<b>',
    'tag=../x',
    'q=%20%20',
    'sort=relevance',
  ]) {
    expect(read(`/store?${search}`), search).toEqual(read('/store'));
  }
});

test('a search is sorted by how well it matches, unless another order is asked for', () => {
  expect(read('/store?q=invoice').sort).toBe('relevance');
  expect(read('/store?q=invoice&sort=price').sort).toBe('price');
});

test('an address is the shortest that shows the same', () => {
  const all = read('/store?q=a%20b&kind=code&tag=api&sort=price&page=3');
  expect(browseAddress(all, { page: 3 })).toBe('/store?q=a+b&kind=code&tag=api&sort=price&page=3');
  expect(browseAddress(all, { q: '', sort: 'featured' })).toBe('/store?kind=code&tag=api');
  expect(browseAddress(read('/store?q=a'), { q: '' })).toBe('/store');
  expect(browseAddress(read('/store'), { q: 'a' })).toBe('/store?q=a');
});

test('another filter starts at the first page', () => {
  expect(browseAddress(read('/store?page=3'), { kind: 'code' })).toBe('/store?kind=code');
});

test('every view has an address that leads back to it', () => {
  const view = fc.record({
    q: fc.string(),
    kind: fc.constantFrom('code', 'guide', 'nothing', ''),
    tag: fc.constantFrom('api', 'a-b', 'A B', ''),
    sort: fc.constantFrom('featured', 'relevance', 'price', 'name', ''),
    page: fc.constantFrom('1', '2', '99', '0', 'x'),
  });
  fc.assert(
    fc.property(view, (given) => {
      const browse = readBrowse((key) => given[key]);
      expect(read(browseAddress(browse, { page: browse.page }))).toEqual(browse);
    }),
  );
});
