import { beforeEach, expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { useDatabase } from '#testing/database.ts';
import { documentLibrary } from '#testing/document-library.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import type { ShownAnswers } from '../rules/comment-contract.ts';
import type { AgreementDetail, SigningView } from '../rules/contract.ts';
import type { Revised } from '../rules/revise-contract.ts';

const db = await useDatabase();
const hub = await openWholeHub(db, {
  clock: movableClock('2026-11-24T12:00:00Z'),
  hasLimits: false,
  live: true,
});
beforeEach(async () => {
  await db.pool.query('truncate outbound_message, agreement, account_user, rate_limit cascade');
});

type Browser = ReturnType<typeof hub.browser>;
const sender = 'ada@wren.example';
const other = 'jonas@halden.example';
const html = (fee: string) =>
  `<h1>Terms</h1><h2>1. One</h2><p>First words.</p><p>The fee is ${fee}.</p><p>By <mark class="doc-blank" data-field="them">[their name]</mark> alone.</p>`;

async function done<T>(answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer;
  expect(response.status, await response.clone().text()).toBe(status);
  return (await response.json()) as T;
}

async function out(more: object[] = [], text: object = {}): Promise<{ ada: Browser; id: string; t: string }> {
  const ada = hub.browser();
  await done(
    ada.post('/api/auth/sign-up', { displayName: 'Ada', email: sender, password: 'meadow-lantern-otter' }),
  );
  await db.pool.query('update account_user set email_verified = true');
  const { id } = await done<{ id: string }>(
    ada.post('/api/agreements', {
      key: 'key-of-this-letter',
      title: 'Terms',
      html: html('100'),
      ...text,
      people: [{ name: 'Jonas', email: other, role: 'signs', turn: 1, party: null }, ...more],
    }),
  );
  return { ada, id, t: await linkIn('asked') };
}

async function bodies(kind: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ body: string }>(
    `select payload->>'body' as body from outbound_message
     where payload->>'to' = $1 and dedupe_key like 'agreement:%' and dedupe_key like $2 order by dedupe_key`,
    [other, `%:${kind}:%`],
  );
  return rows.map(({ body }) => body);
}
const linkIn = async (kind: string) =>
  decodeURIComponent(/\/sign\?t=([^"]+)/.exec((await bodies(kind))[0] ?? '')?.[1] ?? '');
const revise = (ada: Browser, id: string, version: number, fee: string, more: object = {}) =>
  ada.post(`/api/agreements/${id}/text`, { version, html: html(fee), ...more });
const detail = (ada: Browser, id: string) => done<AgreementDetail>(ada.get(`/api/agreements/${id}`));
const view = (t: string) => done<SigningView>(hub.browser().get(`/api/signing?t=${encodeURIComponent(t)}`));

async function sign(t: string): Promise<void> {
  const last = (await view(t)).versions.at(-1);
  await done(hub.browser().post('/api/signing/code', { t }));
  const code = /"(\d{6})"/.exec((await bodies('code')).join(' '))?.[1];
  await done(
    hub.browser().post('/api/signing/sign', {
      t,
      key: `key-of-signing-${last?.version}`,
      version: last?.version,
      sha256: last?.sha256,
      consent: true,
      name: 'Jonas',
      signature: { kind: 'typed', text: 'Jonas' },
      code,
    }),
  );
}

test('a changed text goes to the same people, who read what changed and sign the newer one', async () => {
  const { ada, id, t } = await out();
  const look = await done<Revised>(revise(ada, id, 1, '150', { look: true }));
  expect(look.changes).toMatchObject([{ before: '100', after: '150' }]);
  expect((await detail(ada, id)).versions).toHaveLength(1);
  await done(revise(ada, id, 1, '150', { why: 'As agreed\non the phone.' }));
  const { versions, doc, isIntact } = await detail(ada, id);
  expect(versions.map(({ words }) => words)).toEqual([
    'First version',
    '“1. One” changed. “As agreed on the phone.”',
  ]);
  expect(JSON.stringify(doc)).toContain('The fee is 150.');
  expect(isIntact).toBe(true);
  expect(await bodies('changed')).toHaveLength(1);
  await sign(t);
  await hub.deliver();
  expect((await detail(ada, id)).agreement).toMatchObject({ state: 'signed', isSealed: true });
});

test('what the other side filled in and words of theirs that were accepted stay in a changed text', async () => {
  const { ada, id, t } = await out();
  await done(
    hub
      .browser()
      .post('/api/signing/fill', { t, key: 'key-of-filling', version: 1, answers: { them: 'Halden' } }),
  );
  await done(
    hub.browser().post('/api/signing/comment', {
      t,
      key: 'key-of-proposal',
      version: 2,
      place: '1.0',
      text: '',
      words: 'Other words.',
    }),
  );
  const [comment] = (await detail(ada, id)).comments;
  await done(ada.post(`/api/agreements/${id}/comments/${comment?.id}`, { outcome: 'taken' }));
  const { kept, changes } = await done<Revised>(revise(ada, id, 3, '150'));
  expect(kept).toEqual(['their name: Halden', 'Other words.']);
  expect(changes).toHaveLength(1);
  const text = JSON.stringify((await detail(ada, id)).doc);
  for (const words of ['Halden', 'Other words.', 'The fee is 150.']) expect(text).toContain(words);
});

test('a change is made once: sent again, on a former version, of another’s, and after the end', async () => {
  const { ada, id, t } = await out();
  await done(revise(ada, id, 1, '100'), 409);
  await done(revise(ada, id, 1, '150'));
  await done(revise(ada, id, 1, '150'));
  await done(revise(ada, id, 1, '200'), 409);
  const two = await Promise.all(['300', '400'].map((fee) => revise(ada, id, 2, fee)));
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await detail(ada, id)).versions).toHaveLength(3);
  const ben = hub.browser();
  await done(
    ben.post('/api/auth/sign-up', {
      displayName: 'Ben',
      email: 'ben@x.example',
      password: 'meadow-lantern-otter',
    }),
  );
  await db.pool.query('update account_user set email_verified = true');
  await done(revise(ben, id, 3, '500'), 404);
  await done(revise(hub.browser(), id, 3, '500'), 401);
  await sign(t);
  await done(revise(ada, id, 3, '500'), 409);
  expect(hub.unexpected).toEqual([]);
});

test('whoever signed the former text is named before it changes, and signs anew', async () => {
  const mia = { name: 'Mia', email: 'mia@x.example', role: 'signs', turn: 1, party: null };
  const { ada, id, t } = await out([mia]);
  await sign(t);
  const { again } = await done<Revised>(revise(ada, id, 1, '150', { look: true }));
  expect(again).toEqual(['Jonas']);
  expect((await detail(ada, id)).people.map(({ state }) => state)).toEqual(['signed', 'asked']);
  await done(revise(ada, id, 1, '150'));
  expect((await detail(ada, id)).people.map(({ state }) => state)).toEqual(['asked', 'asked']);
});

test('another answer that the other side asks for is accepted by the new version that has it', async () => {
  const template = documentLibrary().get('mutual-nda');
  if (!template) throw new Error('There is no mutual NDA');
  const answers = sampleAnswers(template);
  const made = (given: typeof answers) =>
    toHtml(assemble(template, given, { date: '2026-11-24', locale: 'en-US' }));
  const { ada, id, t } = await out([], { html: made(answers), slug: 'mutual-nda', answers });
  const { answers: shown } = await done<ShownAnswers>(
    hub.browser().get(`/api/signing/answers?t=${encodeURIComponent(t)}`),
  );
  const purpose = shown.find(({ field }) => field === 'purpose');
  expect(purpose).toMatchObject({ text: answers['purpose'] });
  const propose = (field: string, key: string) =>
    hub.browser().post('/api/signing/comment', { t, key, version: 1, field, words: 'A joint venture.' });
  await done(propose('no-such-question', 'key-of-nothing'), 400);
  await done(propose('purpose', 'key-of-an-answer'));
  const [comment] = (await detail(ada, id)).comments;
  expect(comment).toMatchObject({ quote: purpose?.text, label: purpose?.label, words: 'A joint venture.' });
  await done(ada.post(`/api/agreements/${id}/comments/${comment?.id}`, { outcome: 'taken' }), 409);
  const next = { ...answers, purpose: 'A joint venture.' };
  const body = { version: 1, html: made(next), slug: 'mutual-nda', answers: next };
  const { words } = await done<Revised>(ada.post(`/api/agreements/${id}/text`, body));
  expect(words).toContain('A joint venture.');
  expect((await detail(ada, id)).comments[0]?.outcome).toBe('taken');
});

test('comments go with their clause into a changed text, for both sides, and so does what is accepted', async () => {
  const { ada, id, t } = await out();
  let count = 0;
  const say = (place: string, text: string, more: object = {}, status = 200) =>
    done(
      hub.browser().post('/api/signing/comment', {
        t,
        key: `key-of-comment-${count++}`,
        version: 1,
        place,
        text,
        ...more,
      }),
      status,
    );
  await say('1', 'All of it?');
  await say('1.0', '', { words: 'Our first words.' });
  await say('1.1', '', { words: 'The fee is 50.' });
  const longer = html('150').replace('<h2>1. One</h2>', '<h2>1. Zero</h2><p>Before.</p><h2>2. One</h2>');
  await done(ada.post(`/api/agreements/${id}/text`, { version: 1, html: longer }));
  // From a page that was open before the change.
  await say('1.0', 'Late.');
  await say('9', 'Nowhere.', {}, 400);
  const where = ({ comments }: Pick<AgreementDetail, 'comments'>) =>
    comments.map(({ standing: { place, is, called } }) => `${called}: ${place} ${is}`).sort();
  const wanted = ['1. One: 2 changed', '1. One: 2.0 same', '1. One: 2.0 same', '1. One: 2.1 changed'];
  expect(where(await detail(ada, id))).toEqual(wanted);
  const theirs = await done<SigningView>(hub.browser().get(`/api/signing?t=${encodeURIComponent(t)}`));
  expect(where(theirs)).toEqual(wanted);
  const accept = (words: string, status: number) => {
    const one = theirs.comments.find((comment) => comment.words === words);
    return done(ada.post(`/api/agreements/${id}/comments/${one?.id}`, { outcome: 'taken' }), status);
  };
  await accept('The fee is 50.', 409);
  await accept('Our first words.', 200);
  const { doc, versions } = await detail(ada, id);
  expect(versions).toHaveLength(3);
  expect(JSON.stringify(doc.blocks[2])).toContain('Our first words.');
  expect(JSON.stringify(doc.blocks)).toContain('Before.');
  expect(JSON.stringify(doc.blocks)).not.toContain('"First words.');
});
