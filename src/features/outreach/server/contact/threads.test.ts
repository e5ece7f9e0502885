import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { days, minutes, seconds } from '#base/clock.ts';
import type { ContactAnswers, ContactThread } from '#features/outreach/rules/contract.ts';
import { messagesPage } from './desk-page.ts';
import { createThreads } from './threads.ts';
import { useDatabase } from '#testing/database.ts';
import { type OutreachHub, origin, outreachHub, owner } from '#testing/outreach-hub.ts';
import { mountedForMembers } from '#testing/platform.ts';

const db = await useDatabase();
beforeEach(async () => {
  await sql`truncate outbound_message, suppression, contact_message, contact_receipt, rate_limit, account_user cascade`.execute(
    db.tables(),
  );
});

const ada = { uid: 'user_ada', email: 'ada@example.com' };
const conversation = [
  { from: 'visitor', text: 'Do you sell gift cards?' },
  { from: 'assistant', text: 'I don’t have an answer to that.' },
];
const letter = {
  name: 'Ada',
  email: ada.email,
  reason: 'other',
  message: 'Do you sell gift cards? For my brother.',
};

async function memberWith(isProven: boolean) {
  await sql`insert into account_user (id, email, name, email_verified, created_at, updated_at)
    values (${ada.uid}, ${ada.email}, 'Ada', ${isProven}, now(), now())`.execute(db.tables());
}

async function token(hub: OutreachHub): Promise<string> {
  const given = (await (await hub.get('/api/contact/token')).json()) as {
    token: string;
    waitSeconds: number;
  };
  hub.clock.move(seconds(given.waitSeconds));
  return given.token;
}

/** Who is signed in writes, and reads what was answered. */
function asMember(hub: OutreachHub) {
  const { call } = mountedForMembers(hub.feature.routes ?? [], origin);
  return {
    async write(changes: object = {}) {
      const body = { token: await token(hub), ...letter, ...changes };
      return (await call('POST', '/api/contact', body, ada)).status;
    },
    answers: async () =>
      ((await (await call('GET', '/api/contact/answers', undefined, ada)).json()) as ContactAnswers).answers,
  };
}

/** The link behind the button of the newest mail to an address. */
async function linkTo(hub: OutreachHub, address: string): Promise<string> {
  // Mails of one moment come in no order: a receipt has no button.
  const buttons = (await hub.mails(address)).flatMap(({ body }) =>
    body.filter((block) => block.kind === 'button'),
  );
  return new URL(buttons.at(-1)?.url ?? '').searchParams.get('t') ?? '';
}
const read = async (hub: OutreachHub, t: string) =>
  (await (await hub.get(`/api/contact/thread?t=${encodeURIComponent(t)}`)).json()) as ContactThread;
const reply = (hub: OutreachHub, t: string, text: string) => hub.json('/api/contact/thread', { t, text });

test('a question goes to a person with the chat, the answer comes back by mail and into the chat', async () => {
  await memberWith(true);
  const hub = outreachHub(db);
  const member = asMember(hub);
  expect(await member.write({ conversation })).toBe(200);
  expect((await hub.mails(owner))[0]?.words).toContain('Do you sell gift cards?');
  const operator = await linkTo(hub, owner);
  expect(await read(hub, operator)).toMatchObject({ you: 'operator', email: ada.email, conversation });
  expect((await reply(hub, operator, 'Not yet, but soon.')).status).toBe(200);
  expect((await member.answers()).map(({ text }) => text)).toEqual(['Not yet, but soon.']);
  const visitor = await linkTo(hub, ada.email);
  expect(await read(hub, visitor)).toMatchObject({
    you: 'visitor',
    email: null,
    conversation: [],
    replies: [{ author: 'operator', text: 'Not yet, but soon.' }],
  });
  expect((await reply(hub, visitor, 'When?')).status).toBe(200);
  // Mails of one moment come in no order.
  expect((await hub.mails(owner)).map(({ words }) => words)).toContainEqual(expect.stringContaining('When?'));
});

test('an answer reaches the chat of nobody but the member whose proven address it is', async () => {
  await memberWith(false);
  const hub = outreachHub(db);
  const member = asMember(hub);
  await member.write();
  await reply(hub, await linkTo(hub, owner), 'For the owner of the address.');
  hub.clock.move(days(2));
  await member.write({ email: 'ben@example.com', message: 'As somebody else.' });
  await reply(hub, await linkTo(hub, owner), 'For Ben.');
  expect(await member.answers()).toEqual([]);
});

test('a link is good for its side and its conversation alone, and reading changes nothing', async () => {
  const hub = outreachHub(db);
  await hub.json('/api/contact', { token: await token(hub), ...letter });
  const operator = await linkTo(hub, owner);
  for (const t of ['', 'x', `${operator}x`, operator.replace('operator', 'visitor')]) {
    expect((await hub.get(`/api/contact/thread?t=${encodeURIComponent(t)}`)).status).toBe(404);
    expect((await reply(hub, t, 'Hello')).status).toBe(404);
  }
  const before = await hub.mails();
  await read(hub, operator);
  expect(await hub.mails()).toEqual(before);
});

test('pressed twice or at once it is one answer; nothing and too much are refused with words', async () => {
  const hub = outreachHub(db);
  await hub.json('/api/contact', { token: await token(hub), ...letter });
  const operator = await linkTo(hub, owner);
  await Promise.all([1, 2, 3].map(() => reply(hub, operator, 'Once.')));
  expect((await read(hub, operator)).replies).toHaveLength(1);
  const empty = (await (await reply(hub, operator, '  ')).json()) as { error: { message: string } };
  expect(empty.error.message).toBe('Write a message.');
  expect((await reply(hub, operator, 'x'.repeat(10_001))).status).toBe(400);
  hub.clock.move(minutes(11));
  await reply(hub, operator, 'Once.');
  expect((await read(hub, operator)).replies).toHaveLength(2);
});

test('a person’s data holds the conversation, and erasing it ends the link', async () => {
  const hub = outreachHub(db);
  await hub.json('/api/contact', { token: await token(hub), ...letter, conversation });
  const operator = await linkTo(hub, owner);
  await reply(hub, operator, 'Soon.');
  expect(JSON.stringify(await hub.feature.person?.export(ada.email))).toContain('Soon.');
  await hub.feature.person?.erase(ada.email);
  expect((await hub.get(`/api/contact/thread?t=${encodeURIComponent(operator)}`)).status).toBe(404);
});

test('[law] two operators at one message: the second is told of the first’s answer before theirs goes', async () => {
  const hub = outreachHub(db);
  await hub.json('/api/contact', { token: await token(hub), ...letter });
  const threads = createThreads(hub.platform);
  const page = messagesPage(hub.platform, threads);
  const answer = page.acts?.find(({ name }) => name === 'answer');
  if (!answer) throw new Error('no act');
  const { rows } = await db.pool.query<{ id: string }>('select id from contact_message');
  const id = rows[0]?.id ?? '';
  const seen = async () => (await answer.ask(id)).fields.find(({ name }) => name === 'seen')?.value ?? '';
  const [first, second] = [await seen(), await seen()];
  const tries = await Promise.allSettled([
    answer.act(id, { text: 'Yes, we do.', seen: first }),
    answer.act(id, { text: 'No, sorry.', seen: second }),
  ]);
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', message: expect.stringContaining('press again') },
  });
  const { blocks = [] } = await answer.ask(id);
  expect(blocks).toHaveLength(2);
  await answer.act(id, { text: 'Both, then.', seen: await seen() });
  expect(await threads.repliesTo(id)).toHaveLength(2);
});
