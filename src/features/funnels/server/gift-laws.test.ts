import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, hours, minutes } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { useDatabase } from '#testing/database.ts';
import { aPdf, giftHands, withGift } from '#testing/funnel-gifts.ts';
import { funnelsHub } from '#testing/funnels-hub.ts';
import { giftKindOf, giftName, giftText, mostGiftBytes, readGift } from '../rules/gift.ts';

const db = await useDatabase();

const who = fc.nat(1);
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm' as const), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('download' as const), who, which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forge' as const), who, at: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replace' as const), with: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('double' as const), is: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('offline' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(minutes(20), hours(1), days(20)),
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

test('whatever is asked, confirmed, replaced and deleted: one mail an hour, one count, no other file', async () => {
  const hub = await funnelsHub(db);
  const hands = giftHands(hub, db);
  // Nothing of this is ever given out: it lies in another account, under a name that the funnel tries once.
  const eve = await hub.member(randomText(12));
  const theirs = aPdf();
  const foreign = await hands.keep(eve.uid, 'Theirs.pdf', theirs);

  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (story) => {
      const ada = await hub.member(randomText(12));
      const pdfs = [aPdf(), aPdf()];
      const values: string[] = [];
      for (const [n, pdf] of pdfs.entries()) values.push(await hands.keep(ada.uid, `Guide ${n}.pdf`, pdf));
      let now = hands.promising(values[0] ?? '');
      /** What is published, or was last saved while it is not; null where the form promises none that they have. */
      let given: Uint8Array | null = pdfs[0] ?? null;
      const people = [0, 1].map((n) => `${n}.${randomText(10).toLowerCase()}@example.com`);
      const change = async (publish: 'now' | 'off', funnel?: typeof now) => {
        const base = (await ada.get(now.id)).head.contentVersion;
        return ada.put(now.id, { base, publish, hasSeen: true, ...(funnel && { funnel }) });
      };
      await ada.put(now.id, { funnel: now, publish: 'now', hasSeen: true });
      const firstCounts = new Map<string, string>();
      const mailTimes = new Map<string, number[]>();
      const linkTimes = new Map<string, number>();

      async function perform(one: Act): Promise<void> {
        const email = 'who' in one ? (people[one.who] ?? '') : '';
        const links = await hands.mailed(email);
        if (one.do === 'ask') await hands.leave(now, email);
        else if (one.do === 'confirm') {
          const t = (await hands.mailed(email, 'confirm')).at(-1);
          await hub.leave('/f/-/confirm', { t: t ?? '' });
        } else if (one.do === 'download') await take(links[one.which % Math.max(1, links.length)]);
        else if (one.do === 'forge') await forge(links.at(-1), one.at);
        else if (one.do === 'delete') {
          const mine = (await hands.leads(ada.uid, now)).find(({ address }) => address === email);
          if (mine) await ada.ask('DELETE', `/api/funnels/${now.id}/leads/${mine.id}`);
        } else if (one.do === 'replace') {
          now = withGift(now, values[one.with] ?? foreign);
          const { head } = await change('now', now);
          // What is not theirs is not published: the pages stay as they were, or the form offers nothing.
          if (head.publishRefusal === null) given = pdfs[one.with] ?? null;
          else if (!head.live) given = null;
        } else if (one.do === 'double') {
          now = { ...now, settings: { ...now.settings, doubleOptIn: one.is } };
          const { head } = await change('now', now);
          if (head.publishRefusal === null)
            given = pdfs.find((_, n) => JSON.stringify(now).includes(values[n] ?? '-')) ?? null;
        } else if (one.do === 'offline') {
          await change('off');
          given = pdfs.find((_, n) => JSON.stringify(now).includes(values[n] ?? '-')) ?? null;
        } else hub.clock.move(one.ms);
      }

      async function take(t: string | undefined): Promise<void> {
        const answer = await hands.download(t ?? '');
        const bytes = Buffer.from(await answer.arrayBuffer());
        const isFile = answer.headers.get('content-disposition') !== null;
        const isOld = hub.clock.now().getTime() - (linkTimes.get(t ?? '') ?? 0) > days(30);
        const isRight = given !== null && bytes.equals(given) && !isOld;
        expect({ status: answer.status, isRight: isRight || !isFile }).toEqual({
          status: isFile ? 200 : expect.toSatisfy((status: number) => status === 404 || status === 410),
          isRight: true,
        });
      }

      async function forge(t: string | undefined, at: number): Promise<void> {
        if (!t) return;
        const place = at % t.length;
        const forged = `${t.slice(0, place)}${t[place] === 'A' ? 'B' : 'A'}${t.slice(place + 1)}`;
        // The last letter of a signature has bits that say nothing.
        if (place === t.length - 1) return;
        expect((await hands.download(forged)).status).toBe(404);
      }

      for (const one of story) {
        await perform(one);
        for (const email of people) {
          const links = await hands.mailed(email);
          const times = mailTimes.get(email) ?? [];
          for (const t of links.slice(times.length)) {
            times.push(hub.clock.now().getTime());
            linkTimes.set(t, hub.clock.now().getTime());
          }
          mailTimes.set(email, times);
        }
        for (const { id, downloadedAt, confirmedAt } of await hands.leads(ada.uid, now)) {
          const first = firstCounts.get(id) ?? downloadedAt;
          if (first) firstCounts.set(id, first);
          // Counted once, and with an address that is proven by it.
          expect({ downloadedAt, isProven: !downloadedAt || confirmedAt !== null }).toEqual({
            downloadedAt: first,
            isProven: true,
          });
        }
      }
      const deletions = story.filter((one) => one.do === 'delete').length;
      for (const times of mailTimes.values()) {
        const tooSoon = times.filter((time, n) => n > 0 && time - (times[n - 1] ?? 0) < hours(1));
        // Whoever was deleted from the list is new when they ask again.
        expect(tooSoon.length).toBeLessThanOrEqual(deletions);
      }
    }),
    { numRuns: 25 },
  );
  expect(hub.unexpected).toEqual([]);
}, 120_000);

test('what stands in the field of a form is a file of a hub with a sound name, whatever is written there', () => {
  const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
  const end = fc.constantFrom('pdf', 'zip', 'jpg', 'html', 'svg', 'toString');
  const size = fc.oneof(fc.nat(mostGiftBytes), fc.constantFrom(0, -1, mostGiftBytes + 1));
  const value = fc
    .tuple(hash, end, size, fc.string({ unit: 'binary' }), end)
    .map(([file, kind, bytes, name, other]) => `${file}.${kind} ${bytes} ${name}.${other}`);
  fc.assert(
    fc.property(fc.oneof(value, fc.string()), (text) => {
      const gift = readGift(text);
      const seen = gift && { kind: giftKindOf(gift.name), name: giftName(gift.name), text: giftText(gift) };
      expect(seen).toEqual(gift && { kind: giftKindOf(gift.file), name: gift.name, text });
    }),
  );
});

test('a name is as sound after it was made sound, has no path in it, and fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const name = giftName(given);
      expect(giftName(name)).toBe(name);
      expect(name).toMatch(/^[^/\\\p{Cc}"<>]{1,120}$/u);
      expect(name.isWellFormed()).toBe(true);
    }),
  );
});
