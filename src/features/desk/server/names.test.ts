import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { deskHub } from '#testing/desk-hub.ts';
import { readName } from '../rules/operators.ts';
import { withoutTurns } from '../rules/turns.ts';
import { drawBlock } from './draw-blocks.ts';
import { manifest } from './gate.ts';
import { createShown } from './shown.ts';
import { ticketsInMemory } from './tickets.ts';

const db = await useDatabase();

test('[law] of two names that look alike, one is refused or they are one', () => {
  const latin = 'aceopxy';
  const cyrillic = 'асеорху';
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(latin.length - 1), fc.boolean()), { minLength: 2 }), (letters) => {
      const text = letters
        .map(([at, isOther]) => (isOther ? cyrillic : latin)[at])
        .join('')
        .slice(0, 60);
      const kinds = new Set(letters.slice(0, 60).map(([, isOther]) => isOther));
      expect(readName(text)).toBe(kinds.size > 1 ? null : text);
    }),
  );
  expect(readName('Ａda')).toBe('Ada');
  expect(readName('Zoë Ångström')).toBe('Zoë Ångström');
  expect(readName('李小龍')).toBe('李小龍');
});

test('[law] nothing that people write turns around what stands beside it at the desk', () => {
  const turn = fc.constantFrom('\u202e', '\u202d', '\u2066', '\u2069', '\u200f', 'a', 'ب');
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 20 }), (letters) => {
      const text = letters.join('');
      const blocks = [
        { is: 'facts' as const, facts: [['Email', text]] as [string, string][] },
        { is: 'table' as const, title: 'x', columns: [{ head: 'x' }], rows: [[{ text }]], empty: '' },
        { is: 'code' as const, title: 'x', text },
      ];
      for (const block of blocks) {
        const drawn = String(
          drawBlock(block, { base: '', hub: '', place: { name: '', styles: '' }, pages: [], at: '' }, []),
        );
        expect(drawn).toBe(withoutTurns(drawn));
      }
    }),
  );
});

test('from another network every path of the desk is answered by whoever answers unknown ones', async () => {
  const fenced = deskHub(db, { env: { DESK_NETWORKS: '10.9.0.0/16' } });
  fenced.app.all('*', (context) => context.text('unknown', 404, { 'x-unknown': 'yes' }));
  for (const path of [
    '/desk',
    '/desk/',
    '/desk/orders',
    '/desk/desk.css',
    '/desk/join',
    '/desk/api/begin',
    '/desk/tills/a/end',
  ])
    for (const method of ['GET', 'POST']) {
      const init = { method, headers: { 'x-forwarded-for': '203.0.113.9' } };
      const answer = await fenced.app.request(`https://hub.example${path}`, init);
      expect(
        [answer.status, answer.headers.get('x-unknown'), await answer.text()],
        `${method} ${path}`,
      ).toEqual([404, 'yes', 'unknown']);
      expect(answer.headers.get('x-request-id')).toBeNull();
    }
});

test('[law] the names in the desk’s head turn nothing around, in its title neither', async () => {
  const turn = fc.constantFrom('\u202e', '\u2067', '\u200f', 'a', 'ب');
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 20 }), async (letters) => {
      const name = letters.join('');
      const shown = createShown({
        base: '',
        hub: () => name,
        place: { name: 'Desk', styles: '', leave: 'leave' },
        tickets: ticketsInMemory(),
        headers: {},
      });
      const reader = { pages: [], operator: { id: 'opr_1', name } };
      const drawn = await shown.words(reader, 'Today', '', 200).text();
      expect(drawn).toBe(withoutTurns(drawn));
      expect(drawn.split(`<bdi>${withoutTurns(name)}</bdi>`)).toHaveLength(3);
      expect(manifest('', name)).toBe(withoutTurns(manifest('', name)));
    }),
  );
});
