import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { followupsPerson } from './person.ts';

const db = await useDatabase();
const person = followupsPerson({
  db,
  clock: systemClock,
  secret: (name) => Buffer.from(name.padEnd(32, 'x')),
});

const owners = ['own_ann', 'own_bob', 'own_mallory'];
const numbers = ['+436641111111', '+436642222222'];
const emails = ['cleo@example.com', 'mallory@example.com', 'dan@example.com'];
const entry = fc.record({
  owner: fc.constantFrom(...owners),
  email: fc.constantFrom(...emails),
  number: fc.constantFrom(...numbers),
  agreed: fc.boolean(),
});
type Entry = typeof entry extends fc.Arbitrary<infer E> ? E : never;

async function lay(entries: Entry[]): Promise<void> {
  await db.pool.query('truncate contact, text_consent, text_stop, text_count cascade');
  for (const { owner, email, number, agreed } of entries) {
    await db.pool.query(
      `insert into contact (owner_id, id, email, email_key, phone, source, created_at)
       values ($1, $2, $3, $3, $4, 'test', now())`,
      [owner, `per_${owner}_${email}`, email, number],
    );
    if (agreed)
      await db.pool.query(
        `insert into text_consent (id, owner_id, number, consent_text, source, given_at)
         values ($1, $2, $3, $4, 'test', now()) on conflict do nothing`,
        [`con_${owner}_${number}`, owner, number, `words of ${owner} for ${number}`],
      );
  }
}
const consents = async () =>
  (await db.pool.query('select owner_id, number, consent_text from text_consent order by 1, 2')).rows as {
    owner_id: string;
    number: string;
    consent_text: string;
  }[];

test('[law] who asks for an address is told, and takes away, nothing that belongs to another address', async () => {
  const drawn = fc.uniqueArray(entry, {
    minLength: 1,
    maxLength: 7,
    selector: ({ owner, email }) => `${owner} ${email}`,
  });
  await fc.assert(
    fc.asyncProperty(drawn, fc.constantFrom(...emails), async (entries, asked) => {
      await lay(entries);
      const before = await consents();
      /** Of a list that has this number beside another address. */
      const isOthers = ({ owner_id, number }: { owner_id: string; number: string }) =>
        entries.some((each) => each.owner === owner_id && each.number === number && each.email !== asked);
      const isTheirs = ({ owner_id, number }: { owner_id: string; number: string }) =>
        entries.some((each) => each.owner === owner_id && each.number === number && each.email === asked);
      const told = JSON.stringify(await person.export(asked));
      for (const each of before)
        expect(told.includes(each.consent_text), each.consent_text).toBe(isTheirs(each) && !isOthers(each));
      await person.erase(asked);
      expect(await consents()).toEqual(before.filter((each) => !isTheirs(each) || isOthers(each)));
      const { rows } = await db.pool.query(`select 1 from text_stop where reason = 'erased'`);
      const own = new Set(entries.filter(({ email }) => email === asked).map(({ number }) => number));
      const lone = [...own].filter(
        (number) => !entries.some((each) => each.number === number && each.email !== asked),
      );
      expect(rows).toHaveLength(lone.length);
    }),
    { numRuns: 60 },
  );
});
