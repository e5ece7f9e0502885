import { expect, test } from 'vitest';
import { server } from './server.ts';

test('time, locks and work that a server keeps past their one place are flagged, and nothing else is', async () => {
  const texts: Record<string, string> = {
    'src/base/clock.ts': 'export const systemClock = { now: () => new Date() };',
    'src/apps/server/main.ts': "import { systemClock } from '#base/clock.ts';",
    'src/features/store/server/orders/place.ts': [
      "import { systemClock } from '#base/clock.ts';",
      'const a = Date.now();',
      'const b = new Date();',
      'const c = new Date(a), d = performance.now(), e = Date.UTC(2026);',
      'await sql`select pg_advisory_xact_lock(${key})`;',
      "await client.query('select pg_try_advisory_lock(1)');",
    ].join('\n'),
    'src/features/store/rules/tax.ts': 'const today = Date();\nconst ask = Date.now;',
    'src/features/store/server/cart-routes.ts':
      'export function cartRoutes() {}\nexport async function place() {}\nfunction own() {}',
    'src/features/store/server/store.test.ts': 'new Date();',
    'src/features/store/web/cart.ts': 'new Date();',
  };
  const tree = { root: '.', files: Object.keys(texts), read: (file: string) => texts[file] ?? '' };
  const { faults } = await server.run(tree);
  expect(faults.map(({ rule, file, line }) => `${rule} ${file}:${line}`)).toEqual([
    ...[1, 2, 3].map((line) => `real-time src/features/store/server/orders/place.ts:${line}`),
    ...[5, 6].map((line) => `raw-lock src/features/store/server/orders/place.ts:${line}`),
    ...[1, 2].map((line) => `real-time src/features/store/rules/tax.ts:${line}`),
    'work-in-routes src/features/store/server/cart-routes.ts:2',
  ]);
});
