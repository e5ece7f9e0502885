import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { matchPath, placeOf, Router, useLocation } from './router.tsx';

test('a pattern matches whole paths and returns decoded parameters', () => {
  expect(matchPath('/', '/')).toEqual({});
  expect(matchPath('/product/:id', '/product/a%20b')).toEqual({ id: 'a b' });
  expect(matchPath('/product/:id', '/product/a/')).toEqual({ id: 'a' });
  for (const other of ['/product', '/product/a/b', '/products/a', '/'])
    expect(matchPath('/product/:id', other)).toBeNull();
});

test('two leading slashes are an ordinary path, not a host', () => {
  for (const path of ['//', '///', '//[', '//:80', '//%', '//evil.example', '//a:b@c/'])
    expect(placeOf(`${path}?x=1#y`)).toEqual({ pathname: path, search: '?x=1', hash: '#y' });
  expect(placeOf('https://hub.example//evil.example').pathname).toBe('//evil.example');
});

test('a path that can’t be decoded matches nothing', () => {
  expect(matchPath('/:slug', '/%E0%A4%A')).toBeNull();
});

test('on the server, the location is the requested URL', () => {
  const Where = () => {
    const { pathname, search } = useLocation();
    return `${pathname} ${search}`;
  };
  expect(renderToString(<Router address="/store?q=nda">{<Where />}</Router>)).toBe('/store ?q=nda');
  expect(() => renderToString(<Where />)).toThrow('useLocation must be used within a Router');
});
