import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { randomText } from '#base/id.ts';
import { countFunnelSale } from './public.ts';
import { useDatabase } from '#testing/database.ts';
import { memberFiles } from '#testing/member-files.ts';
import { aFunnel, funnelsHub, withBlock } from '#testing/funnels-hub.ts';
import type { NumbersAnswer, VersionsAnswer } from '../rules/contract.ts';
import { countdownScript, formScript, pageScript } from '../rules/render/script.ts';
import { typePath } from '../rules/render/type.ts';
import { policy } from './page-answers.ts';

const db = await useDatabase();
let people = 0;
const someone = () => `u${++people}`;
const newId = () => `fun_${randomText(10)}`;

test('[FUN-1] a funnel of several pages is saved, published and seen at its address', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  const saved = await ada.put(funnel.id, { funnel });
  expect(saved).toMatchObject({ outcome: 'saved', version: 1 });
  expect((await hub.visit(`/f/${funnel.slug}`)).status).toBe(404);

  const { head } = await ada.put(funnel.id, { base: 1, publish: 'now' });
  expect(head.live?.slug).toBe(funnel.slug);
  const first = await hub.visit(`/f/${funnel.slug}`);
  expect(first.status).toBe(200);
  expect(first.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await first.text();
  expect(html).toContain('<h1>Price your next project without guessing Today.</h1>');
  expect(html.match(/<h1/g)).toHaveLength(1);
  const second = await (await hub.visit(`/f/${funnel.slug}/${funnel.steps[1]?.slug}`)).text();
  expect(second).toContain('Here is your guide');

  const again = await hub.visit(`/f/${funnel.slug}`, { 'if-none-match': first.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);

  // A change is a draft until it is published, and then it is there at once.
  const changed = withBlock(funnel, (block) =>
    block.type === 'hero' ? { ...block, values: { ...block.values, title: 'Another promise' } } : block,
  );
  await ada.put(funnel.id, { base: 1, funnel: changed });
  expect(await (await hub.visit(`/f/${funnel.slug}`)).text()).not.toContain('Another promise');
  await ada.put(funnel.id, { base: 3, publish: 'now' });
  await expect.poll(async () => (await hub.visit(`/f/${funnel.slug}`)).text()).toContain('Another promise');

  await ada.put(funnel.id, { base: 3, publish: 'off' });
  await expect.poll(async () => (await hub.visit(`/f/${funnel.slug}`)).status).toBe(404);
  expect(hub.unexpected).toEqual([]);
});

test('a write sent twice is done once, and an edit made upon an older version stands beside the newer one', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  const key = randomText(24);
  const [one, two] = await Promise.all([
    ada.put(funnel.id, { key, funnel }),
    ada.put(funnel.id, { key, funnel }),
  ]);
  expect([one.version, two.version]).toEqual([1, 1]);

  await ada.put(funnel.id, { base: 1, funnel: { ...funnel, name: 'First tab' } });
  const late = await ada.put(funnel.id, { base: 1, funnel: { ...funnel, name: 'Second tab' } });
  expect(late.outcome).toBe('copied');
  expect((await ada.get(funnel.id)).funnel.name).toBe('First tab');
  expect((await ada.get(late.head.id)).funnel.name).toBe('Second tab (edited elsewhere)');
  // And the copy of a copy is called no worse.
  const again = { ...(await ada.get(late.head.id)).funnel };
  await ada.put(late.head.id, { base: 1, funnel: { ...again, name: 'Renamed' } });
  const third = await ada.put(late.head.id, { base: 1, funnel: again });
  expect(third.outcome).toBe('copied');
  expect((await ada.get(third.head.id)).funnel.name).toBe('Second tab (edited elsewhere)');
  const { versions } = await ada.ask<VersionsAnswer>('GET', `/api/funnels/${funnel.id}/versions`);
  expect(versions[0]).toMatchObject({ name: 'First tab' });
});

test('of many who publish at one address at once exactly one gets it, and the others are told', async () => {
  const hub = await funnelsHub(db);
  const slug = `race-${randomText(6)}`;
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const member = await hub.member(someone());
      const funnel = { ...aFunnel(newId()), slug };
      return member.put(funnel.id, { funnel, publish: 'now' });
    }),
  );
  expect(answers.filter(({ head }) => head.live !== null)).toHaveLength(1);
  const refused = answers.filter(({ head }) => head.live === null);
  expect(refused.every(({ head }) => head.publishRefusal?.includes(`/f/${slug}`))).toBe(true);
});

test('nobody reads, changes, deletes or exports what belongs to another member', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const eve = await hub.member(someone());
  const funnel = aFunnel(newId());
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const paths = ['', '/versions', '/versions/1', '/leads', '/leads.csv', '/numbers', '/hook'];
  for (const path of paths)
    expect((await eve.call('GET', `/api/funnels/${funnel.id}${path}`)).status, path).toBe(404);
  const key = randomText(24);
  expect((await eve.call('PUT', `/api/funnels/${funnel.id}`, { key, base: 9, publish: 'off' })).status).toBe(
    404,
  );
  expect((await eve.call('DELETE', `/api/funnels/${funnel.id}`, { key, base: 9 })).status).toBe(404);
  expect((await hub.visit('/api/funnels')).status).toBe(401);
  expect((await hub.visit(`/f/${funnel.slug}`)).status).toBe(200);
});

test('an offer leads where its published page says, with the press counted; a gone product says so', async () => {
  let isOnSale = true;
  const hub = await funnelsHub(db, async () =>
    isOnSale ? { title: 'Icons', price: '$19', path: '/product/icons' } : null,
  );
  const ada = await hub.member(someone());
  const plain = aFunnel(newId(), 'product-launch');
  // Beside one another: an upsell elsewhere would lead away from the hub's own checkout.
  const apart = {
    ...plain,
    steps: plain.steps.map((step) => (step.kind === 'upsell' ? { ...step, kind: 'sales' as const } : step)),
  };
  let offers = 0;
  const funnel = withBlock(apart, (block) =>
    block.type !== 'offer'
      ? block
      : {
          ...block,
          values: {
            ...block.values,
            ...(offers++ !== 1
              ? { product: 'icons' }
              : {
                  link: 'https://shop.example/buy',
                  bump: 'Add the poster',
                  bumpLink: 'https://shop.example/both',
                }),
          },
        },
  );
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const [sales, upsell] = funnel.steps;
  const idOf = (step: typeof sales) => step?.blocks.find(({ type }) => type === 'offer')?.id;
  const page = await (await hub.visit(`/f/${funnel.slug}`)).text();
  expect(page).toContain('$19');
  const pressed = { 'sec-fetch-site': 'same-origin' };
  const go = (step: typeof sales, query = '', headers: Record<string, string> = pressed) =>
    hub.visit(`/f/${funnel.slug}/${step?.slug}/go/${idOf(step)}${query}`, headers);
  expect((await go(sales)).headers.get('location')).toBe('/product/icons');
  expect((await go(upsell)).headers.get('location')).toBe('https://shop.example/buy');
  expect((await go(upsell, '?bump=yes')).headers.get('location')).toBe('https://shop.example/both');
  // Nobody is led to another site by a link that was sent to them: they are shown where it goes.
  for (const from of [{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }]) {
    const shown = await go(upsell, '', from as Record<string, string>);
    expect([shown.status, shown.headers.get('location')]).toEqual([200, null]);
    expect(await shown.text()).toContain('It goes to <strong>shop.example</strong>');
  }
  expect((await hub.visit(`/f/${funnel.slug}/${sales?.slug}/go/constructor`)).status).toBe(404);
  isOnSale = false;
  const gone = await go(sales);
  expect(gone.status).toBe(410);
  expect(await gone.text()).toContain('This offer has ended');
});

test('offer, order bump and upsell are one order, thanked for by the funnel and counted in its revenue', async () => {
  const title: Record<string, string> = { kit: 'Kit', icons: 'Icons', course: 'Course' };
  const hub = await funnelsHub(
    db,
    async (id) => (title[id] ? { title: title[id], price: '$19', path: `/product/${id}` } : null),
    ({ ids, funnel, thanks }) => `/pay ${ids} ${funnel} ${thanks}`,
  );
  const ada = await hub.member(someone());
  const sold = [
    { product: 'kit', bumpProduct: 'icons', bump: '' },
    { product: 'course' },
    { product: 'icons' },
  ];
  const funnel = withBlock(aFunnel(newId(), 'product-launch'), (block) =>
    block.type === 'offer' ? { ...block, values: { ...block.values, ...sold.shift() } } : block,
  );
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const [sales, upsell, downsell, thanks] = funnel.steps.map((step) => ({
    path: step === funnel.steps[0] ? `/f/${funnel.slug}` : `/f/${funnel.slug}/${step.slug}`,
    go: (type: string) =>
      `/f/${funnel.slug}/${step.slug}/go/${step.blocks.find((block) => block.type === type)?.id}`,
  }));
  const page = await (await hub.visit(sales!.path)).text();
  expect(page).toContain('<input type="checkbox" name="bump" value="yes"><span>Icons <strong>$19</strong>');
  // One button adds it, beside its price; nothing else on the page does.
  const asked = await (await hub.visit(upsell!.path)).text();
  expect(asked.split(`href="${upsell!.go('offer')}"`)).toHaveLength(2);
  expect(asked).not.toContain('go on');

  const press = async (path: string, basket = '') => {
    const { headers } = await hub.visit(path, basket ? { cookie: `hub-funnel=${basket}` } : {});
    return [headers.get('location'), /^hub-funnel=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1]];
  };
  expect(await press(`${sales!.go('offer')}?bump=yes`, 'stale')).toEqual([upsell!.path, 'kit.icons']);
  expect(await press(upsell!.go('offer'), 'kit.icons')).toEqual([
    `/pay kit,icons,course ${funnel.slug} ${thanks!.path}`,
    'kit.icons.course',
  ]);
  expect((await press(upsell!.go('decision'), 'kit'))[0]).toBe(downsell!.path);
  expect((await press(downsell!.go('decision'), 'kit'))[0]).toBe(`/pay kit ${funnel.slug} ${thanks!.path}`);
  // A yes to what is sold elsewhere goes past the checkout, too: nobody is thanked for what they have not paid.
  expect((await press(`${upsell!.go('decision')}-yes`, 'kit'))[0]).toBe(
    `/pay kit ${funnel.slug} ${thanks!.path}`,
  );
  // Who has wanted nothing is sent to no checkout.
  expect((await press(downsell!.go('decision')))[0]).toBe(thanks!.path);

  const token = 'ord_0123456789abcdef-1.abc';
  const thanked = await hub.visit(`${thanks!.path}?order=${token}`);
  expect(await thanked.text()).toContain(`href="/thank-you?order=${token}">Your files and receipt`);
  expect(thanked.headers.get('set-cookie')).toContain('Max-Age=0');
  const hostile = await hub.visit(
    `${thanks!.path}?order=${encodeURIComponent('"><script>alert(1)</script>xxxx')}`,
  );
  expect(await hostile.text()).not.toContain('alert(1)');

  for (const cents of [5700, 1900])
    await db.transaction((trx) =>
      countFunnelSale(trx, { slug: funnel.slug, email: 'b@example.com', cents, at: hub.clock.now() }),
    );
  const numbers = await ada.ask<NumbersAnswer>('GET', `/api/funnels/${funnel.id}/numbers`);
  expect(numbers).toMatchObject({ sales: 2, revenueCents: 7600, refundedCents: 0 });
  expect(numbers.sources.map(({ key }) => key)).not.toContain('');
  expect(numbers.steps.every(({ stepId }) => stepId !== '')).toBe(true);
});

test('a deleted funnel is gone with its pages and leads; its address is free once the account is', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  await ada.put(funnel.id, { funnel, publish: 'now' });
  await hub.visit(`/f/${funnel.slug}`);
  await ada.ask('DELETE', `/api/funnels/${funnel.id}`, { key: randomText(24), base: 9 });
  await expect.poll(async () => (await hub.visit(`/f/${funnel.slug}`)).status).toBe(404);
  expect((await ada.call('GET', `/api/funnels/${funnel.id}`)).status).toBe(404);
  // Nobody else gets its visitors; its owner may have the address again.
  const other = await hub.member(someone());
  const publish = async (who: typeof ada) => {
    const next = { ...aFunnel(newId()), slug: funnel.slug };
    return (await who.put(next.id, { funnel: next, publish: 'now' })).head.live?.slug;
  };
  expect([await publish(await hub.member(someone())), await publish(ada)]).toEqual([undefined, funnel.slug]);
  await db.transaction((trx) => hub.memberData.forget(trx, ada.uid));
  const next = { ...aFunnel(newId()), slug: funnel.slug };
  expect((await other.put(next.id, { funnel: next, publish: 'now' })).head.live?.slug).toBe(funnel.slug);

  expect((await memberFiles(hub.memberData, other.uid)).map(({ path }) => path)).toEqual([
    `funnels/${next.id}/funnel.json`,
    `funnels/${next.id}/leads.json`,
  ]);
  await db.transaction((trx) => hub.memberData.forget(trx, other.uid));
  expect((await other.call('GET', `/api/funnels/${next.id}`)).status).toBe(404);
});

test('a page’s type is sent to keep, and nothing else under its address', async () => {
  const hub = await funnelsHub(db);
  const answer = await hub.visit(typePath('grotesk-400'));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  for (const wrong of ['/f/-/type/grotesk-400.woff2', '/f/-/type/nothing-1.woff2'])
    expect((await hub.visit(wrong)).status, wrong).toBe(404);
});

test('pages that are public keep their script: the policy knows it by its hash, so it stays as it is', async () => {
  for (const [script, known] of [
    [pageScript, 'Q1bjLvpulB1bJD0sguy7nyHOGdH4ABCWzij6cMAFXyo='],
    [countdownScript, 'n80l4n2c+SQdDRVE+oWI+4E0N4ioM5JjQKfl6dr6vQs='],
    [formScript, 'jonSnTbvuWxg4PYCktQR32fb+oH766vL3GID6+/M7tE='],
  ] as const) {
    const hash = createHash('sha256').update(script).digest('base64');
    expect(hash).toBe(known);
    expect(policy).toContain(`'sha256-${hash}'`);
  }
});
