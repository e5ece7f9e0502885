import { expect, test } from 'vitest';
import { createDurable } from '#platform/web/durable.ts';
import { memoryDisk } from '#testing/memory-disk.ts';
import { capped, isWholeOf } from '../rules/content.ts';
import { headOf, prepareSave } from '../rules/record.ts';
import { bringWholes, uncut, wholeOf } from './whole.ts';

const owner = 'usr_1';
const text = (letter: string) => `<p>${letter.repeat(600_000)}</p>`;

function device() {
  const durable = createDurable(memoryDisk(), () => {});
  let minute = 10;
  return {
    durable,
    async save(content: string) {
      const prepared = prepareSave(
        { userId: owner, id: 'tpl_1', content },
        new Date(`2026-11-21T12:${minute++}:00Z`),
        '',
      );
      if (!prepared.ok) throw new Error(prepared.error);
      const { record, fullText } = prepared.value;
      const row = await durable.edit({
        owner,
        kind: 'saved',
        id: 'tpl_1',
        head: headOf(record),
        body: record,
        at: record.updatedAt,
        op: { what: 'change', key: `key-${minute}`, base: 0, payload: {} },
        aside: { ...record, content: fullText, isCompressed: false },
      });
      const arrives = async () => {
        const [waiting] = await durable.waiting(owner);
        if (waiting)
          await durable.settle(waiting, {
            head: headOf(record, { version: minute }),
            version: minute,
            isCopy: false,
          });
      };
      return { record, row, arrives };
    },
  };
}

/** An account that takes a whole when it is that of its present content. */
function account() {
  const here = { content: '', whole: '', puts: 0, isDown: false };
  const ask = (async (_path: string, { method, body }: RequestInit = {}) => {
    if (here.isDown) return new Response('', { status: 503 });
    if (method !== 'PUT') return new Response(here.whole, { status: here.whole ? 200 : 404 });
    here.puts += 1;
    if (!isWholeOf(String(body), here.content)) return new Response('', { status: 409 });
    here.whole = String(body);
    return new Response('{}');
  }) as typeof fetch;
  return { here, ask };
}

test('[SAVE-4] the whole of a cut text opens again, on its own device offline, on another by the account', async () => {
  const { durable, save } = device();
  const { here, ask } = account();
  const { record, arrives } = await save(text('a'));
  expect(record).toMatchObject({ isCompressed: true, content: capped(text('a')) });
  expect(await wholeOf(durable, record, null)).toBe(text('a'));
  // Nothing is brought before the record itself is there.
  await bringWholes(durable, owner, ask);
  expect(here.puts).toBe(0);
  here.content = record.content;
  await arrives();
  here.isDown = true;
  await expect(bringWholes(durable, owner, ask)).rejects.toThrow();
  here.isDown = false;
  await bringWholes(durable, owner, ask);
  await bringWholes(durable, owner, ask);
  expect(here.puts).toBe(1);
  const other = device().durable;
  expect(await wholeOf(other, record, null)).toBe(null);
  const whole = await wholeOf(other, record, ask);
  expect(whole).toBe(text('a'));
  const opened = uncut(record, whole ?? '');
  expect(opened).toMatchObject({ isCompressed: false, content: text('a') });
  expect(opened.storageNote).toBeUndefined();
});

test('an older whole is never taken for a newer text, nor brought over it, and stays on its device', async () => {
  const { durable, save } = device();
  const { here, ask } = account();
  await save(text('a'));
  const second = await save(text('b'));
  // Somebody else has written since.
  here.content = capped(text('c'));
  here.whole = text('c');
  await second.arrives();
  await bringWholes(durable, owner, ask);
  await bringWholes(durable, owner, ask);
  expect(here).toMatchObject({ whole: text('c'), puts: 2 });
  expect(await durable.asides(owner, 'saved')).toHaveLength(2);
  expect(await wholeOf(durable, second.record, ask)).toBe(text('b'));
  expect(await wholeOf(device().durable, { ...second.record, content: capped(text('d')) }, ask)).toBe(null);
});

test('what was in the account and made way there does not fill the device', async () => {
  const { durable, save } = device();
  const { here, ask } = account();
  for (const letter of ['a', 'b', 'c']) {
    const { record, arrives } = await save(text(letter));
    here.content = record.content;
    await arrives();
    await bringWholes(durable, owner, ask);
  }
  expect(here.whole).toBe(text('c'));
  expect(await durable.asides(owner, 'saved')).toMatchObject([{ brought: 'there' }]);
  await save(text('d'));
  await durable.forgetConfirmed(owner);
  expect((await durable.asides(owner, 'saved')).map(({ brought }) => brought)).toEqual([undefined]);
});
