import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { emptyNewsletter, newsletterHands } from '#testing/newsletter-readers.ts';
import { outreachHub } from '#testing/outreach-hub.ts';

const db = await useDatabase();

const people = ['anna@example.com', 'ben@example.com', 'carl@example.com'];
const topics = ['law', 'tools'];
const chosen = fc.subarray(topics, { maxLength: 1 });
const who = fc.constantFrom(...people);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('issue' as const), topics: fc.subarray(topics) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 24, 24 * 8, 24 * 16, 24 * 31),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('choose' as const), who, topics: chosen }) },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('press' as const),
      who,
      what: fc.constantFrom('pause', 'resume', 'fewer', 'fewer', 'all', 'unsubscribe', 'resubscribe'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('killed' as const) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('deliver' as const) }) },
);

interface Wish {
  isOn: boolean;
  leftAt: number;
  topics: string[];
  pausedUntil: number;
  isFewer: boolean;
}

test('whatever people choose and whenever processes die, each gets what they want, once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await emptyNewsletter(db);
      const hub = outreachHub(db, {
        env: { live: 'no' },
        topics: topics.map((id) => ({ id, label: id })),
      });
      const hands = newsletterHands(db, hub);
      await hands.subscribe(...people);
      const wishes = new Map<string, Wish>(
        people.map((one) => [one, { isOn: true, leftAt: 0, topics: [], pausedUntil: 0, isFewer: false }]),
      );
      const wish = (one: string) => wishes.get(one) as Wish;
      const issues = new Map<string, string[]>();
      const got = new Map<string, { issue: string; at: number }[]>(people.map((one) => [one, []]));
      const { mail } = hub.platform;
      const { sendAll } = mail;

      /** Everything that leaves now, held against what its reader wants now. */
      const deliver = async () => {
        const before = new Set((await hands.sent()).map(({ to, issue }) => `${to} ${issue}`));
        await hub.tick();
        await hub.deliver();
        const after = await hands.sent();
        expect(new Set(after.map(({ to, issue }) => `${to} ${issue}`)).size).toBe(after.length);
        const now = hub.clock.now().getTime();
        for (const { to, issue } of after.filter((one) => !before.has(`${one.to} ${one.issue}`))) {
          const { isOn, topics: wanted, pausedUntil, isFewer } = wish(to);
          const about = issues.get(issue) ?? [];
          const isAbout =
            wanted.length === 0 || about.length === 0 || about.some((one) => wanted.includes(one));
          expect({ to, issue, isOn, isPaused: pausedUntil > now, isAbout }).toEqual({
            to,
            issue,
            isOn: true,
            isPaused: false,
            isAbout: true,
          });
          const last = got.get(to)?.at(-1);
          const isTooSoon = isFewer && last !== undefined && now - last.at < days(30);
          expect(`${to} ${issue} ${isTooSoon}`).toBe(`${to} ${issue} false`);
          // The newest wins: what comes later to those who want fewer was sent later.
          const isOlder = isFewer && last !== undefined && last.issue > issue;
          expect(`${to} ${issue} ${isOlder}`).toBe(`${to} ${issue} false`);
          got.get(to)?.push({ issue, at: now });
        }
      };

      const faults: string[] = [];
      let isDying = false;
      for (const one of steps) {
        hub.clock.move(1000);
        const now = hub.clock.now().getTime();
        if (one.is === 'issue') {
          const id = `n${String(issues.size).padStart(3, '0')}`;
          issues.set(id, one.topics);
          const keys = `subject: ${id}${one.topics.length > 0 ? `\ntopics: ${one.topics.join(', ')}` : ''}`;
          const file = await hands.file(id, keys);
          if (isDying) {
            mail.sendAll = async (...given) => {
              await sendAll(...given);
              throw new Error('killed');
            };
            await hub.command(`newsletter send ${file}`).catch(() => {});
            mail.sendAll = sendAll;
            isDying = false;
          }
          await hub.command(`newsletter send ${file}`);
          // Those who want every issue and may have this one do get it, at once.
          const ready = people.filter((name) => {
            const { isOn, topics: wanted, pausedUntil, isFewer } = wish(name);
            const isAbout =
              wanted.length === 0 ||
              one.topics.length === 0 ||
              one.topics.some((topic) => wanted.includes(topic));
            return isOn && !isFewer && pausedUntil <= now && isAbout;
          });
          const { rows } = await db.pool.query<{ to: string }>(
            `select payload->>'to' as to from outbound_message where starts_with(dedupe_key, $1) and dedupe_key not like '%:held:%'`,
            [`newsletter:${id}:`],
          );
          const queued = rows.map(({ to }) => to).sort();
          if (queued.join() !== ready.join()) faults.push(`${id}: ${queued.join()}, not ${ready.join()}`);
        } else if (one.is === 'wait') hub.clock.move(hours(one.hours));
        else if (one.is === 'killed') isDying = true;
        else if (one.is === 'deliver') await deliver();
        else if (one.is === 'choose') {
          await hands.press(one.who, 'topics', one.topics);
          wish(one.who).topics = one.topics;
        } else {
          await hands.press(one.who, one.what);
          const mine = wish(one.who);
          if (one.what === 'pause') mine.pausedUntil = now + days(30);
          if (one.what === 'resume') mine.pausedUntil = 0;
          if (one.what === 'fewer') mine.isFewer = true;
          if (one.what === 'all') mine.isFewer = false;
          if (one.what === 'unsubscribe' && mine.isOn) Object.assign(mine, { isOn: false, leftAt: now });
          if (one.what === 'resubscribe' && !mine.isOn) mine.isOn = now - mine.leftAt < days(1);
        }
      }
      await deliver();
      hub.clock.move(days(31));
      await deliver();
      expect(faults).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 240_000);
