import { expect, test } from 'vitest';
import { type Route, route } from '#platform/server/http/route.ts';
import { declaredRoutes, routeFaults, undeclaredFaults } from './routes.check.ts';

const good = route({
  method: 'GET',
  path: '/api/good',
  access: 'anyone',
  summary: 'Get what is good',
  answer: 'raw',
  handle: () => new Response(),
});
const handle = () => new Response();

test('every declared route says who may call it, its input and its limit', () => {
  expect(declaredRoutes().length).toBeGreaterThan(10);
  expect(routeFaults(declaredRoutes())).toEqual([]);
});

const planted: [string, Partial<Route>, RegExp][] = [
  ['without access', { access: undefined as never }, /doesn’t say who/],
  ['without a summary', { summary: ' ' }, /no summary/],
  ['with a whole sentence as its summary', { summary: 'Gets what is good.' }, /without a period/],
  ['with parameters and no schema', { path: '/api/x/:id' }, /without a schema/],
  ['open to change without a limit', { method: 'POST' }, /no rate limit/],
  ['cross-origin with a session', { access: 'member', crossOrigin: true }, /and for members/],
];
test.each(planted)('a route %s is flagged', (_name, wrong, words) => {
  expect(routeFaults([{ ...good, handle, ...wrong } as Route]).join()).toMatch(words);
});

test('a route declared twice is flagged', () => {
  expect(routeFaults([good, good])).toEqual(['GET /api/good: declared twice']);
});

test('a path mounted outside the declarations is flagged', () => {
  expect(
    undeclaredFaults([{ path: 'src/features/x/server/index.ts', text: "\napp.get('/secret', () => {})" }]),
  ).toHaveLength(1);
  expect(undeclaredFaults([{ path: 'src/apps/server/http/app.ts', text: "app.get('*', page)" }])).toEqual([]);
});
