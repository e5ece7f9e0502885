import { beforeEach, expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { emptyNewsletter, newsletterHands } from '#testing/newsletter-readers.ts';
import { outreachHub } from '#testing/outreach-hub.ts';

const db = await useDatabase();
beforeEach(() => emptyNewsletter(db));

const anna = 'anna@example.com';
const topics = [
  { id: 'tools', label: 'Tools' },
  { id: 'law', label: 'Contracts' },
];

async function opened() {
  const hub = outreachHub(db, { topics, env: { live: 'no' } });
  const hands = newsletterHands(db, hub);
  await hands.subscribe(anna);
  return { hub, hands };
}

test('following the link changes nothing, however often; only a press does, and it says what it did', async () => {
  const { hands } = await opened();
  const link = await hands.link(anna);
  const before = await hands.shown(link);
  for (let n = 0; n < 3; n++) expect(await hands.shown(link)).toEqual(before);
  expect(before.reader).toEqual({
    address: expect.stringMatching(/^a.*@/),
    isSubscribed: true,
    canReturn: false,
    topics: [],
    pausedUntil: null,
    isFewer: false,
  });
  const pressed = await hands.press(anna, 'topics', ['law', 'made-up']);
  expect(pressed.status).toBe(303);
  expect(pressed.headers.get('location')).toMatch(/^\/newsletter\/preferences\?t=.+&did=topics&was=$/);
  expect((await hands.shown(link)).reader).toMatchObject({ topics: ['law'] });
  // All of them is no choice.
  await hands.press(anna, 'topics', ['law', 'tools']);
  expect((await hands.shown(link)).reader).toMatchObject({ topics: [] });
});

test('each press has one that undoes it', async () => {
  const { hub, hands } = await opened();
  const link = await hands.link(anna);
  const now = async () => (await hands.shown(link)).reader;
  const before = await now();
  for (const [press, undo] of [
    ['pause', 'resume'],
    ['fewer', 'all'],
    ['unsubscribe', 'resubscribe'],
  ] as const) {
    await hands.press(anna, press);
    expect(await now()).not.toEqual(before);
    await hands.press(anna, undo);
    expect(await now()).toEqual(before);
  }
  await hands.press(anna, 'unsubscribe');
  hub.clock.move(days(2));
  await hands.press(anna, 'resubscribe');
  expect(await now()).toMatchObject({ isSubscribed: false, canReturn: false });
});

test('a link that we did not sign, or of somebody erased, shows nothing and changes nothing', async () => {
  const { hub, hands } = await opened();
  const link = await hands.link(anna);
  const forged = link.replace(/\../, (first) => (first === '.A' ? '.B' : '.A'));
  for (const t of [forged, '', 'x.y', `${link}x`]) expect((await hands.shown(t)).reader).toBeNull();
  const form = new URLSearchParams({ t: forged, do: 'unsubscribe' });
  expect((await hub.form('/api/newsletter/preferences', form)).headers.get('location')).not.toContain('did=');
  await hub.form('/api/newsletter/preferences', new URLSearchParams({ t: link, do: 'everything' }));
  expect((await hands.shown(link)).reader).toMatchObject({ isSubscribed: true });
});

test('what somebody chose is exported and erased with them', async () => {
  const { hub, hands } = await opened();
  await hands.press(anna, 'topics', ['law']);
  expect(await hub.feature.person?.export('Anna@Example.com')).toMatchObject({
    preferences: [{ topics: ['law'] }],
  });
  expect(await hub.feature.person?.erase(anna)).toEqual(['what they chose of the newsletter removed']);
  expect(await hub.feature.person?.export(anna)).toBeNull();
});

test('every issue carries the link, beside the ways out that it always had', async () => {
  const { hub, hands } = await opened();
  await hub.command(`newsletter send ${await hands.file('a', 'subject: A')}`);
  const [mail] = await hub.mails(anna);
  const verdict = await hub.consent.ask({ ...mail!, dedupeKey: `newsletter:a:${anna}` });
  expect(verdict).toMatchObject({
    allowed: true,
    unsubscribe: {
      page: expect.stringContaining('/unsubscribe?t='),
      oneClick: expect.stringContaining('/api/unsubscribe?t='),
      preferences: expect.stringContaining('/newsletter/preferences?t='),
    },
  });
});
