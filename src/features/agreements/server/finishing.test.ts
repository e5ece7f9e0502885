import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { useDatabase } from '#testing/database.ts';
import { testPlatform } from '#testing/platform.ts';
import { sealHandler } from './finishing.ts';
import { createLetters } from './letters.ts';
import { createLinks } from './links.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-24T12:00:00Z');
const origin = 'https://birch.example';
const platform = testPlatform({ db, clock, origin, config: readConfig({ NODE_ENV: 'test' }) });
const letters = createLetters(platform, createLinks(platform));

let made = 0;

/** An agreement that everybody has signed, and whose file is still to be made. */
async function signedByAll(): Promise<{ id: string; owner: string }> {
  const at = clock.now();
  const id = `agr_${String(++made).padStart(20, '0')}`;
  const owner = `usr_${made}`;
  const insert = (text: string, values: unknown[]) => db.pool.query(text, values);
  await insert(
    `insert into account_user (id, email, name, email_verified, created_at, updated_at) values ($1, $2, 'Ada', true, $3, $3)`,
    [owner, `ada.${made}@wren.example`, at],
  );
  await insert(
    `insert into agreement (owner_id, id, key, title, message, state, version, options, sender, forwarding, reminders,
       sent_at, expires_at, ended_at, last_hash)
     values ($1, $2, $2, 'Terms', '', 'signed', 1, '{}', $3, true, true, $4, $4, $4, $5)`,
    [
      owner,
      id,
      JSON.stringify({ name: 'Ada', company: '', email: `ada.${made}@wren.example` }),
      at,
      '0'.repeat(64),
    ],
  );
  const doc = {
    slug: 'terms',
    title: 'Terms',
    version: '',
    language: 'en',
    blocks: [],
    notice: '',
    blanks: [],
  };
  await insert(
    `insert into agreement_version (owner_id, agreement_id, version, doc, pages, sha256, words, at)
     values ($1, $2, 1, $3, 1, 'shown', '', $4)`,
    [owner, id, JSON.stringify(doc), at],
  );
  await insert(
    `insert into agreement_file (owner_id, agreement_id, sha256, bytes) values ($1, $2, 'shown', 'x')`,
    [owner, id],
  );
  for (const n of [0, 1])
    await insert(
      `insert into agreement_person (owner_id, agreement_id, n, name, email, email_key, role, turn, state, signature)
       values ($1, $2, $3, 'P', $4, $4, $5, 1, $6, 'null')`,
      [owner, id, n, `p${n}.${made}@x.example`, n === 0 ? 'signs' : 'copy', n === 0 ? 'signed' : 'waiting'],
    );
  return { id, owner };
}

type Fate = 'works' | 'dies before' | 'dies after' | 'slow';

test('however often and at once it is tried, and wherever it dies, there is one file, told of once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Fate>('works', 'dies before', 'dies after', 'slow'), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.boolean(),
      async (fates, isAtOnce) => {
        const payload = await signedByAll();
        const tries = fates.map((fate) => {
          const handler = sealHandler(platform, {
            letters,
            dues: { fill: () => Promise.reject(new Error('days never hold up a file')) },
            async finish() {
              if (fate === 'dies before') throw new Error('the process died');
              if (fate === 'slow') await new Promise((resolve) => setTimeout(resolve, 5));
              return randomBytes(40);
            },
          });
          const isCut = fate === 'dies after';
          return async () => {
            // Dead before it could tell the outbox that it was done: the outbox tries it again.
            await handler.deliver(payload, { id: 'm', attempt: 1, dedupeKey: 'd', leaves: async () => {} });
            if (isCut)
              await handler.deliver(payload, { id: 'm', attempt: 2, dedupeKey: 'd', leaves: async () => {} });
          };
        });
        if (isAtOnce) await Promise.all(tries.map((attempt) => attempt()));
        else for (const attempt of tries) await attempt();
        const last = sealHandler(platform, {
          letters,
          dues: { fill: async () => {} },
          finish: async () => randomBytes(40),
        });
        await last.deliver(payload, { id: 'm', attempt: 9, dedupeKey: 'd', leaves: async () => {} });

        const count = async (text: string) =>
          (await db.pool.query<{ n: number }>(text, [payload.id])).rows[0]?.n;
        expect(
          await count(
            `select count(*)::int as n from agreement_file where agreement_id = $1 and sha256 <> 'shown'`,
          ),
        ).toBe(1);
        expect(
          await count(
            `select count(*)::int as n from agreement a join agreement_file f on f.agreement_id = a.id and f.sha256 = a.sealed_sha256 where a.id = $1`,
          ),
        ).toBe(1);
        expect(
          await count(
            `select count(*)::int as n from agreement_event where agreement_id = $1 and kind = 'sealed'`,
          ),
        ).toBe(1);
        expect(
          await count(
            `select count(*)::int as n from outbound_message where dedupe_key like 'agreement:' || $1 || ':finished%'`,
          ),
        ).toBe(2);
        expect(
          await count(
            `select count(*)::int as n from agreement_person where agreement_id = $1 and role = 'copy' and state = 'sent'`,
          ),
        ).toBe(1);
      },
    ),
    { numRuns: 30 },
  );
});
