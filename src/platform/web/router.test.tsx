import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { matchPath, placeOf, Router, useLocation } from './router.tsx';

test('a pattern matches whole addresses, and gives its parameters decoded', () => {
  expect(matchPath('/', '/')).toEqual({});
  expect(matchPath('/product/:id', '/product/a%20b')).toEqual({ id: 'a b' });
  expect(matchPath('/product/:id', '/product/a/')).toEqual({ id: 'a' });
  for (const other of ['/product', '/product/a/b', '/products/a', '/'])
    expect(matchPath('/product/:id', other)).toBeNull();
});

test('two slashes at the beginning are a path like any other, and name no host', () => {
  for (const path of ['//', '///', '//[', '//:80', '//%', '//evil.example', '//a:b@c/'])
    expect(placeOf(`${path}?x=1#y`)).toEqual({ pathname: path, search: '?x=1', hash: '#y' });
  expect(placeOf('https://hub.example//evil.example').pathname).toBe('//evil.example');
});

test('an address that cannot be decoded matches nothing', () => {
  expect(matchPath('/:slug', '/%E0%A4%A')).toBeNull();
});

test('on the server the place is the address asked for', () => {
  const Where = () => {
    const { pathname, search } = useLocation();
    return `${pathname} ${search}`;
  };
  expect(renderToString(<Router address="/store?q=nda">{<Where />}</Router>)).toBe('/store ?q=nda');
  expect(() => renderToString(<Where />)).toThrow('useLocation must be used within a Router');
});
