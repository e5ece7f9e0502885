import { expect, test } from 'vitest';
import { createDurable } from '#platform/web/durable.ts';
import { memoryDisk } from '#testing/memory-disk.ts';
import { searchHere } from './search.ts';

test('words deep in a text are found without a network, in the texts of this device and of nobody else', async () => {
  const durable = createDurable(memoryDisk(), () => {});
  const keep = (owner: string, id: string, content: string) =>
    durable.keepBody(owner, 'saved', id, { id, userId: owner, name: 'Lease', content }, 1);
  const deep = `<p>${'filler '.repeat(2000)}</p><p>Café on the <b>corner</b></p>`;
  await keep('ada', 'deep', deep);
  await keep('ada', 'other', '<p>corner</p>');
  await keep('bob', 'his', deep);
  expect(await searchHere(durable, 'ada', 'cafe CORNER lease')).toEqual(['deep']);
  expect(await searchHere(durable, 'ada', 'corner')).toEqual(['deep', 'other']);
  // Words of its tags are no words of the text.
  expect(await searchHere(durable, 'ada', '<b>')).toEqual([]);
});
