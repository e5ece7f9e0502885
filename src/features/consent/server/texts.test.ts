import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import type { TextConsent } from '#platform/server/texts/message.ts';
import { textHandler } from '#platform/server/texts/handler.ts';
import { useDatabase } from '#testing/database.ts';
import { testPlatform } from '#testing/platform.ts';
import { eraseTexts, giveTexts, reportTexts, textConsent, withdrawTexts } from './texts.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
const origin = 'https://birch.example';
const config = readConfig({
  NODE_ENV: 'test',
  PUBLIC_URL: origin,
  SMS_PER_MONTH: '1000000',
  SMS_HUB_PER_MONTH: '1000000',
});
const platform = testPlatform({ db, clock, origin, config: { ...config, live: false } });
const consent = textConsent(platform);

const owners = ['usr_ada', 'usr_ben'];
const numbers = ['+436641111111', '+436642222222'];
const one = { owner: fc.constantFrom(...owners), number: fc.constantFrom(...numbers) };
const change = fc.oneof(
  fc.record({ do: fc.constant('give' as const), ...one }),
  fc.record({ do: fc.constant('report' as const), ...one }),
  fc.record({ do: fc.constant('over' as const), ...one }),
  fc.record({ do: fc.constant('withdraw' as const), ...one }),
  fc.record({ do: fc.constant('stop' as const), ...one }),
  fc.record({ do: fc.constant('start' as const), ...one }),
  fc.record({ do: fc.constant('erase' as const), ...one }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
/** `between`: what happens after it was claimed, and before it leaves. */
const send = fc.record({
  do: fc.constant('send' as const),
  ...one,
  between: fc.option(change, { nil: null }),
});

async function carryOut({ do: what, owner: ownerId, number }: Change): Promise<void> {
  const now = clock.now();
  const given = { ownerId, consentText: 'At our stand', source: 'test', now };
  if (what === 'stop') return consent.stop(number, 'STOP');
  if (what === 'start') return consent.start(number);
  await db.transaction(async (trx) => {
    if (what === 'give') await giveTexts(platform, trx, number, given);
    if (what === 'report') await reportTexts(trx, [number, number], given);
    if (what === 'over') await reportTexts(trx, [number], { ...given, isOver: true });
    if (what === 'withdraw') await withdrawTexts(trx, { ownerId, number }, now);
    if (what === 'erase') {
      // Mallory’s own address beside a number that may be anybody’s, in one list.
      const asked = [{ ownerId, number }];
      await eraseTexts(platform, trx, { asked, own: [number], email: 'mallory@example.com', now });
    }
  });
}

/** The same in plain words, without a database. */
function model() {
  const said = new Map<string, 'yes' | 'no'>();
  const stopped = new Set<string>();
  const erased = new Set<string>();
  return {
    apply({ do: what, owner, number }: Change): void {
      const key = `${owner} ${number}`;
      if (what === 'give') said.set(key, 'yes');
      if (what === 'report' && !said.has(key)) said.set(key, 'yes');
      if (what === 'over' || (what === 'withdraw' && said.has(key))) said.set(key, 'no');
      if (what === 'stop') stopped.add(number);
      // Nobody else’s list is touched; a STOP outlives it.
      if (what === 'erase') said.delete(key);
      if (what === 'erase') erased.add(key);
      if (what === 'give') erased.delete(key);
      if (what === 'start') stopped.delete(number);
      if (what === 'start') for (const each of owners) erased.delete(`${each} ${number}`);
    },
    may: ({ owner, number }: { owner: string; number: string }): boolean =>
      said.get(`${owner} ${number}`) === 'yes' && !stopped.has(number) && !erased.has(`${owner} ${number}`),
  };
}

let sent = 0;
test('whatever happened before and on its way: only who agreed to this member’s texts gets one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(change, send), { minLength: 1, maxLength: 14 }), async (history) => {
      await sql`truncate text_consent, text_stop, text_count, text_erased`.execute(db.tables());
      const expected = model();
      for (const step of history) {
        clock.move(1000);
        if (step.do !== 'send') {
          await carryOut(step);
          expected.apply(step);
          continue;
        }
        const { owner, number, between } = step;
        const asking: TextConsent = {
          ...consent,
          async ask(text) {
            if (between) {
              await carryOut(between);
              expected.apply(between);
            }
            return consent.ask(text);
          },
        };
        await sql`update text_count set number = ''`.execute(db.tables());
        const handler = textHandler({ ...platform, consent: asking });
        const outcome = await handler.deliver(
          { to: number, text: 'Birch: Hi', owner, person: 'bea@example.com' },
          { id: `msg_${(sent += 1)}`, attempt: 1, dedupeKey: 'test', leaves: async () => {} },
        );
        expect(outcome).toMatchObject({ as: expected.may({ owner, number }) ? 'kept' : 'cancelled' });
      }
    }),
    { numRuns: 120 },
  );
});

test('an erased number is remembered without the number', async () => {
  await sql`truncate text_consent, text_stop, text_erased`.execute(db.tables());
  await carryOut({ do: 'give', owner: 'usr_ada', number: '+436641111111' });
  await carryOut({ do: 'erase', owner: 'usr_ada', number: '+436641111111' });
  const { rows } = await sql<{ number: string }>`select * from text_erased`.execute(db.tables());
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/664|mallory/);
  expect(await consent.ask({ to: '+436641111111', owner: 'usr_ada', dedupeKey: 'd' })).toMatchObject({
    allowed: false,
  });
});
