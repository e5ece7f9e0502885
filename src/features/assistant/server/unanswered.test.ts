import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import { wordsOf } from '#base/finder/stems.ts';
import type { Library } from '#features/assistant/rules/library.ts';
import { withoutPersonalData } from '#features/assistant/rules/unanswered.ts';
import { readConfig } from '#platform/server/config.ts';
import { shippedLibrary } from '#testing/assistant-library.ts';
import { useDatabase } from '#testing/database.ts';
import { readAdvice } from './advice.ts';
import { createUnanswered } from './unanswered.ts';
import { unansweredCommand, unansweredPage } from './unanswered-page.ts';

const db = await useDatabase();
beforeEach(async () => void (await sql`truncate unanswered_question`.execute(db.tables())));
let library: Library;
beforeAll(async () => {
  library = await shippedLibrary();
});

function open() {
  const siteDir = mkdtempSync(join(tmpdir(), 'unanswered-'));
  onTestFinished(() => rmSync(siteDir, { recursive: true }));
  const clock = movableClock('2026-11-21T12:00:00Z');
  const questions = createUnanswered({ db, clock, config: { ...readConfig({}), siteDir } });
  const page = unansweredPage({ questions, library: async () => library });
  return { questions, page, clock, siteDir };
}
const rows = () =>
  sql<{ words: string; times: number }>`select words, times from unanswered_question order by words`
    .execute(db.tables())
    .then((found) => found.rows);

test('whatever is asked, nothing is kept but words that several answers use themselves', () => {
  const secret = fc.constantFrom(
    'Xaverius',
    'kowalczyk@example.com',
    '+49 170 1234567',
    'DE89370400440532013000',
    'Zwickauerstrasse',
    '4242424242424242',
  );
  const common = fc.constantFrom('invoice', 'refund', 'shop', 'license', 'customers', 'the', 'my', 'want');
  fc.assert(
    fc.property(fc.array(fc.oneof(secret, common, fc.string()), { maxLength: 30 }), (said) => {
      const kept = withoutPersonalData(library, said.join(' ')) ?? '';
      expect(kept).not.toMatch(/xaver|kowal|zwick|\d/);
      for (const word of wordsOf(kept)) expect(library.isCommon(word)).toBe(true);
    }),
  );
});

test('what is asked twice is counted; what says too little is not kept', async () => {
  const { questions } = open();
  for (const message of [
    'Do you sell gift vouchers, Anna Kowalczyk?',
    'do you sell gift vouchers …',
    'hm',
    'Xaverius',
  ])
    await questions.note(library, message, 'en');
  expect((await rows()).map(({ words, times }) => [words.includes('kowal'), times])).toEqual([[false, 2]]);
});

test('a group becomes an answer with one press: a file that the assistant reads, and the group is gone', async () => {
  const { questions, page, siteDir } = open();
  for (const message of [
    'sell my old product license',
    'license of an old product, can i sell it',
    'weekly invoice by mail',
  ])
    await questions.note(library, message, 'en');
  const groups = await questions.groups(async () => library);
  expect(groups.map((group) => group.length).toSorted()).toEqual([1, 2]);
  const [group = []] = groups;
  const id = group[0]?.words ?? '';
  const act = page.acts?.find(({ name }) => name === 'answer');
  expect((await act?.ask(id))?.words).toContain(id);
  await expect(act?.act(id, { title: '', body: 'x' })).rejects.toThrow('Enter a title');
  const body =
    'A license is yours to sell: write to us, and we put it in the buyer’s name.\n\n--- not a language';
  const done = await act?.act(id, { title: 'Selling "your" license: how', body });
  expect(done?.words).toContain('selling-your-license-how.md');
  const { advice, mistakes } = await readAdvice([join(siteDir, 'advice')]);
  expect(mistakes).toEqual([]);
  expect(advice[0]).toMatchObject({ title: 'Selling "your" license: how', body });
  expect(advice[0]?.asks).toHaveLength(2);
  expect(await rows()).toHaveLength(1);
  await questions.note(library, 'sell my old product license', 'en');
  await expect(
    questions.answer(['sell my old product license'], { title: 'Selling your license, how', body }),
  ).rejects.toThrow('already');
});

test('what is old goes, the rest stays in bounds, and the operator reads it at a terminal too', async () => {
  const { questions, clock, page } = open();
  await questions.note(library, 'sell my old product license', 'en');
  clock.move(days(100));
  await questions.note(library, 'weekly invoice by mail', 'en');
  clock.move(days(100));
  await questions.tidy();
  expect((await rows()).map(({ words }) => words)).toEqual(['weekly invoice by mail']);
  const lines: string[] = [];
  await unansweredCommand({ questions, library: async () => library }).run(
    [],
    (line) => void lines.push(line),
  );
  expect(lines[0]).toContain('weekly invoice by mail');
  const remove = page.acts?.find(({ name }) => name === 'remove');
  await remove?.act('weekly invoice by mail', {});
  expect(await rows()).toEqual([]);
  await expect(page.one?.('weekly invoice by mail')).rejects.toThrow('answered or removed');
});

test('titles in any script make files of their own, in one line, and take no shipped answer’s place', async () => {
  const { questions, siteDir } = open();
  const files = [];
  for (const title of ['发货时间', 'गुलाबी', '退款', 'Two\nlines\r\tof it'])
    files.push(await questions.answer([], { title, body: 'So it is.' }));
  expect(new Set(files).size).toBe(4);
  const { advice, mistakes } = await readAdvice([join(siteDir, 'advice')]);
  expect(mistakes).toEqual([]);
  expect(advice.map(({ title }) => title)).toContain('Two lines of it');
  const shipped = join(siteDir, 'advice');
  const later = createUnanswered(
    {
      db,
      clock: movableClock('2026-11-21T12:00:00Z'),
      config: { ...readConfig({}), siteDir: join(siteDir, 'own') },
    },
    { shipped },
  );
  await expect(later.answer([], { title: 'Two lines of it', body: 'No.' })).rejects.toThrow('take its place');
});
