import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { notOnlyErased, reportTexts, textConsent } from '#features/consent/server/public.ts';
import { useDatabase } from '#testing/database.ts';
import { followupsPerson } from './person.ts';

const db = await useDatabase();
const platform = { db, clock: systemClock, secret: (name: string) => Buffer.from(name.padEnd(32, 'x')) };
const person = followupsPerson(platform);
const consent = textConsent(platform);
const mayText = async (owner: string, number: string) =>
  (await consent.ask({ to: number, owner, dedupeKey: 'test' })).allowed;
const tells = (ownerId: string, number: string, email: string) =>
  db.transaction(async (trx) => {
    await notOnlyErased(platform, trx, { ownerId, number }, email);
    const given = { ownerId, consentText: 'Ticked on our form', source: 'your program', now: new Date() };
    await reportTexts(trx, [number], given);
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
  await db.pool.query('truncate contact, text_consent, text_stop, text_count, text_erased cascade');
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
      // Of each list that had it beside this address alone, and of the hub nothing: nobody showed whose the number is.
      const { rows } = await db.pool.query('select 1 from text_erased');
      const own = new Set(
        entries
          .filter((each) => isTheirs({ owner_id: each.owner, number: each.number }))
          .filter((each) => !isOthers({ owner_id: each.owner, number: each.number }))
          .map(({ owner, number }) => `${owner} ${number}`),
      );
      expect(rows).toHaveLength(own.size);
      expect((await db.pool.query('select 1 from text_stop')).rows).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('[law] erasing a claim that nobody proved takes no number from anybody else who agrees there', async () => {
  const drawn = fc.uniqueArray(entry, {
    minLength: 1,
    maxLength: 7,
    selector: ({ owner, email }) => `${owner} ${email}`,
  });
  const [mallory, victim] = ['mallory@example.com', 'vic@example.com'];
  await fc.assert(
    fc.asyncProperty(drawn, fc.constantFrom(...numbers), fc.boolean(), async (entries, number, saidStop) => {
      await lay(entries);
      if (saidStop) await consent.stop(number, 'STOP');
      await person.erase(mallory);
      // Whoever has the phone agrees in a list that never had it, and in those that Mallory had got it into.
      for (const owner of [...owners, 'own_zoe']) {
        await tells(owner, number, victim);
        expect(await mayText(owner, number), owner).toBe(!saidStop);
      }
      await consent.start(number);
      expect(await mayText('own_zoe', number)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('[law] whom this hub forgot gets no text by what a list tells again, until the phone says START', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...owners), fc.constantFrom(...emails), async (owner, email) => {
      const [number = ''] = numbers;
      await lay([{ owner, email, number, agreed: true }]);
      expect(await mayText(owner, number)).toBe(true);
      await person.erase(email);
      await tells(owner, number, email);
      expect(await mayText(owner, number)).toBe(false);
      await consent.start(number);
      expect(await mayText(owner, number)).toBe(true);
    }),
    { numRuns: 9 },
  );
});
