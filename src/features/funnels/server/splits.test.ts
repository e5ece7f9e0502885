// Long because: visitors, buyers, a checkout and a clock are one setting for all that a test goes through.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { leastSales, mostDays, type Side } from '#base/split-test.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel, funnelsHub } from '#testing/funnels-hub.ts';
import type { Funnel, NumbersAnswer, Step } from '../rules/contract.ts';
import { freshBlock } from '../rules/make.ts';
import { beginTest, changeShare } from '../rules/split.ts';
import type { SplitView } from '../rules/split-contract.ts';
import { countFunnelSale, createSplitSales } from './public.ts';
import { sideOf } from './split-draw.ts';

const db = await useDatabase();
const makeId = () => randomText(12);
const agent = (letter: string) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/${letter}`;
const words = { a: 'The plain headline', b: 'The bold headline' } as const;
let made = 0;

/** A first page with a form in two versions, and, where it sells, an offer of the hub behind it. */
function aTest({ share = 50, sells = false } = {}): Funnel {
  const plain = aFunnel(`fun_${randomText(10)}`);
  const first = plain.steps[0] as Step;
  const named = (blocks: Step['blocks'], title: string) =>
    blocks.map((block, at) => (at === 0 ? { ...block, values: { ...block.values, title } } : block));
  const begun = changeShare(beginTest(plain, makeId, first.id), first.id, share);
  return {
    ...begun,
    steps: begun.steps.map((step, at) => {
      if (step.other)
        return {
          ...step,
          blocks: named(step.blocks, words.a),
          other: { blocks: named(step.other.blocks, words.b) },
        };
      const offer = { ...freshBlock(makeId, 'offer'), values: { product: 'kit', button: 'Buy' } };
      return at === 1 && sells ? { ...step, blocks: [...step.blocks, offer] } : step;
    }),
  };
}

async function setting(options: { share?: number; sells?: boolean } = {}) {
  made += 1;
  const hub = await funnelsHub(
    db,
    async () => ({ title: 'Kit', price: '$19', path: '/product/kit' }),
    ({ mark, funnel }) => `/checkout?funnel=${funnel}${mark ? `&mark=${mark}` : ''}`,
  );
  const ada = await hub.member(`tester${made}`);
  const funnel = aTest(options);
  const path = `/f/${funnel.slug}`;
  let version = (await ada.put(funnel.id, { funnel, publish: 'now', hasSeen: true })).version;
  const [first, second] = funnel.steps as [Step, Step];
  const from = (visitor: number) => ({ 'x-forwarded-for': `10.${made}.${visitor >> 8}.${visitor & 255}` });
  const sold = createSplitSales(hub.platform);
  const sideIn = (html: string): Side | null =>
    html.includes(words.b) ? 'b' : html.includes(words.a) ? 'a' : null;
  const look = async (visitor: number, headers: Record<string, string> = {}) =>
    sideIn(await (await hub.visit(path, { ...from(visitor), ...headers })).text());
  return {
    hub,
    ada,
    funnel,
    path,
    first,
    second,
    look,
    from,
    async publish(doc: Funnel) {
      const answer = await ada.put(funnel.id, { base: version, funnel: doc, publish: 'now', hasSeen: true });
      version = answer.version;
      return answer;
    },
    formOf: (side: Side) =>
      (side === 'b' ? first.other : first)?.blocks.find(({ type }) => type === 'optin')?.id ?? '',
    async split(): Promise<SplitView | undefined> {
      const { splits } = await ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
      return splits?.[0];
    },
    /** What the checkout is given after the offer behind the page was pressed. */
    async press(visitor: number, headers: Record<string, string> = {}): Promise<string | null> {
      const block = second.blocks.find(({ type }) => type === 'offer')?.id ?? '';
      const answer = await hub.visit(`${path}/${second.slug}/go/${block}`, { ...from(visitor), ...headers });
      return new URL(answer.headers.get('location') ?? '', 'http://x').searchParams.get('mark');
    },
    buys: (email: string, mark: string | null, cents = 1900) =>
      db.transaction((trx) => sold(trx, { slug: funnel.slug, email, cents, at: hub.clock.now(), mark })),
    keep: (id: string, keep: 'a' | 'b' | 'both') =>
      ada.call('POST', `/api/funnels/${funnel.id}/split`, { id, keep }),
    async leave(visitor: number, email: string, side: Side) {
      const token = await hub.token();
      const block =
        (side === 'b' ? first.other : first)?.blocks.find(({ type }) => type === 'optin')?.id ?? '';
      return hub.leave(path, { block, token, email, consent: 'yes', name: '' }, from(visitor));
    },
  };
}

test('a share of visitors gets B, and whoever comes again gets the same one, days later too', async () => {
  const { hub, look, split } = await setting({ share: 25 });
  const got = new Map<number, Side | null>();
  for (let visitor = 1; visitor <= 200; visitor++) got.set(visitor, await look(visitor));
  const b = [...got.values()].filter((side) => side === 'b').length;
  // Five standard deviations around a quarter.
  expect(b).toBeGreaterThan(50 - 31);
  expect(b).toBeLessThan(50 + 31);
  expect([...got.values()]).not.toContain(null);
  hub.clock.move(days(9));
  for (const [visitor, side] of got) expect(await look(visitor)).toBe(side);
  // A browser that was updated meanwhile is the same one.
  for (const [visitor, side] of [...got].slice(0, 20))
    expect(await look(visitor, { 'user-agent': agent('537.36') })).toBe(side);
  // Each once a day, as everywhere in the numbers.
  expect(await split()).toMatchObject({
    by: 'leads',
    a: { visitors: 2 * (200 - b) },
    b: { visitors: 2 * b },
    ended: null,
  });
});

test('the drawing keeps the share whatever it is, and says nothing about the drawing of another page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 90 }), fc.string({ minLength: 1 }), (share, seed) => {
      let [b, both, changed] = [0, 0, 0];
      const n = 2000;
      for (let person = 0; person < n; person++) {
        const unit = `${seed} ${person}`;
        const one = sideOf({ funnelId: 'f', stepId: 'one', share }, unit) === 'b';
        const other = sideOf({ funnelId: 'f', stepId: 'other', share }, unit) === 'b';
        if (one) b += 1;
        if (one && other) both += 1;
        if ((sideOf({ funnelId: 'f', stepId: 'one', share }, unit) === 'b') !== one) changed += 1;
      }
      expect(changed).toBe(0);
      const p = share / 100;
      const far = (count: number, chance: number) =>
        Math.abs(count - n * chance) / Math.sqrt(n * chance * (1 - chance));
      expect(far(b, p)).toBeLessThan(6);
      expect(far(both, p * p)).toBeLessThan(6);
    }),
    { numRuns: 25 },
  );
});

test('crawlers and previews get A and count nowhere; who built it sees a version and counts nowhere', async () => {
  const { hub, look, path, split } = await setting({ share: 90 });
  for (let visitor = 1; visitor <= 30; visitor++)
    expect(await look(visitor, { 'user-agent': 'WhatsApp/2.23.20.0 A link preview' })).toBe('a');
  const ada = await hub.member(`tester${made}`);
  expect((await ada.call('GET', path)).status).toBe(200);
  expect(await split()).toMatchObject({ a: { visitors: 0 }, b: { visitors: 0 } });
});

test('a browser that has one version is never told that it still holds when it was drawn for the other', async () => {
  const { hub, path, from, look } = await setting();
  const etags = new Map<Side, string>();
  const who = new Map<Side, number>();
  for (let visitor = 1; etags.size < 2; visitor++) {
    const side = (await look(visitor)) ?? 'a';
    const answer = await hub.visit(path, from(visitor));
    etags.set(side, answer.headers.get('etag') ?? '');
    who.set(side, visitor);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  }
  expect(etags.get('a')).not.toBe(etags.get('b'));
  for (const side of ['a', 'b'] as const)
    for (const held of ['a', 'b'] as const) {
      const known = { 'if-none-match': etags.get(held) ?? '' };
      const answer = await hub.visit(path, { ...from(who.get(side) ?? 0), ...known });
      expect([answer.status, answer.headers.get('etag')]).toEqual([
        side === held ? 304 : 200,
        etags.get(side),
      ]);
      expect((await answer.text()).includes(words[side])).toBe(side !== held);
    }
});

test('leads are of the version that was shown, each person once, whatever forms and addresses they try', async () => {
  const { look, leave, split, hub, path, formOf, from } = await setting();
  const sides = new Map<number, Side>();
  for (let visitor = 1; visitor <= 12; visitor++) sides.set(visitor, (await look(visitor)) ?? 'a');
  for (const [visitor, side] of sides) {
    expect((await leave(visitor, `lead${visitor}.${made}@example.com`, side)).status).toBe(303);
    // The same browser with another address, and the same address again: nobody counts twice.
    await leave(visitor, `second${visitor}.${made}@example.com`, side);
    await leave(visitor, `lead${visitor}.${made}@example.com`, side);
  }
  // Somebody who was never shown the page counts on no side.
  await leave(99, `stranger.${made}@example.com`, 'a');
  const count = (side: Side) => [...sides.values()].filter((one) => one === side).length;
  expect(await split()).toMatchObject({ a: { leads: count('a') }, b: { leads: count('b') } });
  // A form of no version is of no page.
  const token = await hub.token();
  const odd = await hub.leave(path, { block: 'constructor', token, email: 'x@example.com' }, from(1));
  expect(odd.status).toBe(404);
  expect(formOf('a')).not.toBe(formOf('b'));
});

test('an order is of the version that its buyer was shown: by its mark, or by the address that they left', async () => {
  const { hub, look, press, buys, leave, split } = await setting({ sells: true });
  const sides = new Map<number, Side>();
  for (let visitor = 1; visitor <= 6; visitor++) sides.set(visitor, (await look(visitor)) ?? 'a');
  const marks: (string | null)[] = [];
  for (let visitor = 1; visitor <= 4; visitor++) marks.push(await press(visitor));
  expect(marks.every((mark) => mark !== null && mark.length < 500)).toBe(true);
  for (const [at, mark] of marks.entries()) await buys(`buyer${at}.${made}@example.com`, mark);
  // Once a person, and once a drawing.
  await buys(`buyer0.${made}@example.com`, marks[1] ?? null, 9900);
  await buys(`friend.${made}@example.com`, marks[0] ?? null, 9900);
  // Forged, of nobody, and for nothing.
  await buys(`forged.${made}@example.com`, `${marks[0]?.slice(0, -4)}AAAA`);
  await buys(`unknown.${made}@example.com`, null);
  await buys(`free.${made}@example.com`, await press(5), 0);
  // Never shown the page.
  expect(await press(77)).toBeNull();
  // Known by the address for 30 days, and not longer.
  await leave(6, `later.${made}@example.com`, sides.get(6) ?? 'a');
  hub.clock.move(days(20));
  await buys(`later.${made}@example.com`, null, 700);
  const sum = (side: Side) =>
    [1, 2, 3, 4].filter((visitor) => sides.get(visitor) === side).length * 1900 +
    (sides.get(6) === side ? 700 : 0);
  expect(await split()).toMatchObject({
    by: 'money',
    a: { cents: sum('a') },
    b: { cents: sum('b') },
  });
  hub.clock.move(days(31));
  await buys(`old.${made}@example.com`, marks[3] ?? null);
  expect(((await split())?.a.orders ?? 0) + ((await split())?.b.orders ?? 0)).toBe(5);
});

test('who went on to the next page counts with the version that they came from, once', async () => {
  const { hub, look, path, second, from, split } = await setting();
  const sides = new Map<number, Side>();
  for (let visitor = 1; visitor <= 10; visitor++) sides.set(visitor, (await look(visitor)) ?? 'a');
  for (let visitor = 1; visitor <= 6; visitor++)
    for (let again = 0; again < 2; again++) await hub.visit(`${path}/${second.slug}`, from(visitor));
  await hub.visit(`${path}/${second.slug}`, from(50));
  const on = (side: Side) => [1, 2, 3, 4, 5, 6].filter((visitor) => sides.get(visitor) === side).length;
  expect(await split()).toMatchObject({ a: { next: on('a') }, b: { next: on('b') } });
});

/** B is bought by all whom it was shown to, and A by nobody, until it is decided. */
async function decided(more: { sells?: boolean } = {}) {
  const all = await setting({ sells: true, ...more });
  const { hub, look, press, buys } = all;
  for (let visitor = 1, b = 0; b < leastSales + 30; visitor++) {
    if ((await look(visitor)) !== 'b') continue;
    b += 1;
    await buys(`b${visitor}.${made}@example.com`, await press(visitor));
  }
  await hub.runJobs();
  expect(await all.split()).toMatchObject({ ended: null });
  hub.clock.move(days(8));
  await hub.runJobs();
  return all;
}

test('the version that brings more money wins by itself; everybody gets it, and its owner may undo that', async () => {
  const { look, split, keep, hub } = await decided();
  const end = await split();
  expect(end).toMatchObject({ ended: { winner: 'b', why: 'sure' } });
  const shown = async () =>
    new Set(await Promise.all([301, 302, 303, 304, 305, 306, 307, 308].map((one) => look(one))));
  await expect.poll(shown).toEqual(new Set(['b']));
  // Nothing is counted any more.
  expect((await split())?.b.visitors).toBe(end?.b.visitors);
  await hub.runJobs();
  expect(await split()).toEqual({ ...end, days: expect.any(Number) as number });
  const id = end?.id ?? '';
  expect((await keep(id, 'both')).status).toBe(409);
  expect((await keep(id, 'a')).status).toBe(200);
  await expect.poll(shown).toEqual(new Set(['a']));
  expect(await split()).toMatchObject({ ended: { winner: 'a', why: 'hand' } });
  expect((await keep(id, 'both')).status).toBe(200);
  await expect.poll(shown).toEqual(new Set(['a', 'b']));
  const eve = await hub.member(`eve${made}`);
  expect(
    (await eve.call('POST', `/api/funnels/${(await split())?.stepId}/split`, { id, keep: 'b' })).status,
  ).toBe(404);
});

test('the same published again goes on; another word is another test, in which nobody counts from before', async () => {
  const { funnel, publish, split, keep, look, press, buys } = await decided();
  const ended = await split();
  await publish({ ...funnel, name: 'Another name' });
  expect((await split())?.id).toBe(ended?.id);
  expect((await split())?.ended).toEqual(ended?.ended);
  const mark = await press(1);
  const other = { ...funnel.steps[0], share: 60 } as Step;
  await publish({ ...funnel, steps: [other, ...funnel.steps.slice(1)] });
  const fresh = await split();
  expect(fresh?.id).not.toBe(ended?.id);
  expect(fresh).toMatchObject({ a: { visitors: 0, orders: 0 }, b: { visitors: 0, orders: 0 }, ended: null });
  await buys(`b1.${made}@example.com`, mark);
  expect(await split()).toMatchObject({ a: { orders: 0 }, b: { orders: 0 } });
  // Seen today in the test before, and now in this one.
  await look(1);
  expect(((await split())?.a.visitors ?? 0) + ((await split())?.b.visitors ?? 0)).toBe(1);
  // A press that was meant for the one before ends nothing.
  expect((await keep(ended?.id ?? '', 'a')).status).toBe(409);
});

test('published while it is decided, in whatever order: one of both holds, and no visitor is lost', async () => {
  const { funnel, publish, hub, split, look } = await decided();
  const other = { ...funnel.steps[0], share: 70 } as Step;
  const anew = { ...funnel, steps: [other, ...funnel.steps.slice(1)] };
  await Promise.all([publish(anew), hub.runJobs(), hub.runJobs()]);
  expect(await split()).toMatchObject({ ended: null, a: { orders: 0 }, b: { orders: 0 } });
  expect(await look(400)).not.toBeNull();
});

test('without a winner it ends after half a year, and A stays', async () => {
  const { hub, look, split } = await setting();
  await look(1);
  await hub.platform.db.pool.query('select 1');
  await split();
  hub.clock.move(days(mostDays + 1));
  await hub.runJobs();
  expect(await split()).toMatchObject({ ended: { winner: 'a', why: 'days' } });
});

test('a version that is not published is shown to nobody: taken out, unpublished, or deleted', async () => {
  const { ada, funnel, hub, look, publish, split, path } = await setting({ share: 90 });
  await look(1);
  await split();
  const { other: _gone, share: _share, ...alone } = funnel.steps[0] as Step;
  await publish({ ...funnel, steps: [alone, ...funnel.steps.slice(1)] });
  const all = async () => new Set(await Promise.all([1, 2, 3, 4, 5, 6].map((one) => look(one))));
  await expect.poll(all).toEqual(new Set(['a']));
  expect(await split()).toBeUndefined();
  const left = async () =>
    (
      await db.pool.query<{ n: number }>(
        `select (select count(*) from funnel_split where funnel_id = $1)
          + (select count(*) from funnel_split_count where funnel_id = $1) as n`,
        [funnel.id],
      )
    ).rows[0]?.n;
  expect(Number(await left())).toBe(0);
  await publish(funnel);
  await look(1);
  await split();
  await ada.ask('PUT', `/api/funnels/${funnel.id}`, { key: randomText(24), base: 0, publish: 'off' });
  await expect.poll(async () => (await hub.visit(path)).status).toBe(404);
  const { head } = await ada.get(funnel.id);
  await ada.ask('DELETE', `/api/funnels/${funnel.id}`, { key: randomText(24), base: head.contentVersion });
  expect(Number(await left())).toBe(0);
});

test('whoever is erased is nobody in what was counted, which stays; a member takes their tests along', async () => {
  const { hub, ada, look, press, buys, split } = await setting({ sells: true });
  await look(1);
  const email = `erased.${made}@example.com`;
  await buys(email, await press(1));
  const before = await split();
  const person = hub.feature.person;
  expect(await person?.export(email)).toMatchObject({ tests: [{ kind: 'sale' }] });
  expect(await person?.erase(email)).toEqual(['forgot who 1 counts in tests of pages were']);
  expect(await person?.export(email)).toBeNull();
  expect(await split()).toEqual({ ...before, days: expect.any(Number) as number });
  const paths: string[] = [];
  for await (const file of hub.memberData.gather(ada.uid)) paths.push(file.path);
  expect(paths.some((path) => /tests\.json$/.test(path))).toBe(true);
});

test('the orders of the funnel itself are counted as before, with a test or without', async () => {
  const { funnel, ada, hub } = await setting({ sells: true });
  await db.transaction((trx) =>
    countFunnelSale(trx, { slug: funnel.slug, email: 'x@example.com', cents: 500, at: hub.clock.now() }),
  );
  const numbers = await ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
  expect([numbers.sales, numbers.revenueCents]).toEqual([1, 500]);
});
