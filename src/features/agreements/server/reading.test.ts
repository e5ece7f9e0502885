import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { type Block, runsText } from '#features/documents/rules/assembly/doc.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { useDatabase } from '#testing/database.ts';
import { documentLibrary } from '#testing/document-library.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import type { AgreementDetail, SigningView } from '../rules/contract.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-24T12:00:00Z');
const hub = await openWholeHub(db, { clock, hasLimits: false, live: true });

async function done<T>(answer: Promise<Response>): Promise<T> {
  const response = await answer;
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as T;
}
const clauses = (blocks: Block[]) => blocks.filter((block) => block.b === 'clause');
const summaries = (blocks: Block[]) => clauses(blocks).map(({ summary }) => runsText(summary));

test('whoever signs reads each clause in short, as long as it says what its document says', async () => {
  const template = documentLibrary().get('mutual-nda');
  if (!template) throw new Error('There is no mutual NDA');
  const answers = sampleAnswers(template);
  const made = assemble(template, answers, { date: '2026-11-24', locale: 'en-US' });
  const sender = hub.browser();
  const email = 'ada@wren.example';
  await done(
    sender.post('/api/auth/sign-up', { displayName: 'Ada', email, password: 'meadow-lantern-otter' }),
  );
  await db.pool.query('update account_user set email_verified = true');
  // The sender has changed one clause in the editor.
  const html = toHtml(made).replace(/(<h2[^>]*>.*?<\/h2>\s*<p[^>]*>.*?)<\/p>/s, '$1 But not on Sundays.</p>');
  const people = [{ name: 'Jonas', email: 'jonas@halden.example', role: 'signs', turn: 1, party: null }];
  const letter = { key: 'key-of-this-act', title: 'NDA', html, slug: 'mutual-nda', answers, people };
  const { id } = await done<{ id: string }>(sender.post('/api/agreements', letter));
  const { rows } = await db.pool.query(
    `select payload->>'body' as body from outbound_message where channel = 'mail'`,
  );
  const t = rows
    .map(({ body }) => decodeURIComponent(/\/sign\?t=([^"]+)/.exec(body)?.[1] ?? ''))
    .find(Boolean);
  const view = await done<SigningView>(hub.browser().get(`/api/signing?t=${encodeURIComponent(t ?? '')}`));
  const shown = summaries(view.doc.blocks);
  const edited = shown.findIndex((words, at) => words !== summaries(made.blocks)[at]);
  expect(shown.filter(Boolean).length).toBeGreaterThan(5);
  expect(shown.toSpliced(edited, 1)).toEqual(summaries(made.blocks).toSpliced(edited, 1));
  expect(shown[edited]).toBe('');

  // Other words that are taken leave the clause without its summary, and the others with theirs.
  const at = view.doc.blocks.findIndex(
    (block) => block.b === 'clause' && block.summary.length > 0 && block.blocks[0]?.b === 'sub',
  );
  const said = { key: 'key-of-that-act', version: 1, place: `${at}.0`, words: 'Something else entirely.' };
  await done(hub.browser().post('/api/signing/comment', { t, ...said }));
  const { comments } = await done<AgreementDetail>(sender.get(`/api/agreements/${id}`));
  const taken = await done<AgreementDetail>(
    sender.post(`/api/agreements/${id}/comments/${comments[0]?.id}`, { outcome: 'taken' }),
  );
  const after = summaries(taken.doc.blocks);
  const place = clauses(view.doc.blocks.slice(0, at)).length;
  expect(after).toEqual(shown.with(place, ''));
});

test('an amendment goes with the agreement whose name and day it gives, and each shows the other', async () => {
  const sender = hub.browser();
  const email = 'bea@wren.example';
  await done(
    sender.post('/api/auth/sign-up', { displayName: 'Bea', email, password: 'meadow-lantern-otter' }),
  );
  await db.pool.query('update account_user set email_verified = true');
  const send = async (
    title: string,
    answers: Record<string, unknown>,
    html = `<h1>${title}</h1><p>Words.</p>`,
  ) => {
    const people = [{ name: 'Jonas', email: 'jonas@halden.example', role: 'signs', turn: 1, party: null }];
    const letter = {
      key: `key-of-${title.replace(/\W/g, '-')}`,
      title,
      html,
      slug: 'amendment',
      answers,
      people,
    };
    return (await done<{ id: string }>(sender.post('/api/agreements', letter))).id;
  };
  const first = await send('Terms of work', {});
  const speaks = { contract: 'Terms of Work', contractDate: '2026-11-24' };
  // Not before it is signed.
  await send('Too early', speaks);
  await db.pool.query(`update agreement set state = 'signed', ended_at = $2 where id = $1`, [
    first,
    clock.now(),
  ]);
  const second = await send('Amendment 1', speaks);
  await send('Of another', { contract: 'Other terms', contractDate: '2026-11-24' });
  await send('No day', { contract: 'Terms of work', contractDate: '2026-99-99' });
  const before = await done<AgreementDetail>(sender.get(`/api/agreements/${first}`));
  expect(before.followedBy).toEqual([{ id: second, title: 'Amendment 1', state: 'out', slug: 'amendment' }]);
  const after = await done<AgreementDetail>(sender.get(`/api/agreements/${second}`));
  expect(after.follows).toEqual({ id: first, title: 'Terms of work', state: 'signed' });
});
