import { beforeEach, expect, test, vi } from 'vitest';
import { firstBase, type OtherAnswer, readBase } from '#features/documents/rules/answers/merge-answers.ts';
import { createAnswersSync } from '#features/documents/web/generator/answers-sync.ts';
import { becomeOwner } from '#platform/web/owner.ts';
import { readStored, writeStored } from '#platform/web/storage.ts';
import { createStorage } from '#testing/browser-storage.ts';
import { nowSaved, withUnsaved } from './saved-answers.ts';

const other: OtherAnswer = { id: 'o1', path: 'client', value: 'Wren of the phone' };

let isFull = false;
beforeEach(() => {
  isFull = false;
  vi.stubGlobal('window', {
    localStorage: createStorage(() => isFull),
    sessionStorage: createStorage(),
    addEventListener: () => {},
  });
  becomeOwner('usr_ada');
  writeStored('documentAnswers:nda', '{"client":"Halden"}');
  const base = { ...firstBase('usr_ada', 'laptop'), version: 3, epoch: 'e', others: [other] };
  writeStored('documentAnswersBase:nda', JSON.stringify(base));
});

const othersOf = (name: string) => readBase(readStored(`documentAnswersBase:${name}`), 'usr_ada')?.others;
const form = () =>
  createAnswersSync({
    name: 'nda',
    remote: { uid: 'usr_ada' },
    read: () => ({ client: 'Halden' }),
    take: () => {},
    isAsked: () => true,
    showOthers: () => {},
  });

test('another device’s answer goes with the document that is saved, and leaves the form', () => {
  form().give(nowSaved('usr_ada', 'tpl_1', { client: 'Halden' }, 'nda'));
  expect(othersOf('nda')).toEqual([]);
  expect(othersOf('saved.tpl_1')).toEqual([other]);
  // And is there when the saved document is opened.
  withUnsaved('usr_ada', 'tpl_1', { client: 'Halden' });
  expect(othersOf('saved.tpl_1')).toEqual([other]);
});

test('where the storage is full it stays with the form', () => {
  isFull = true;
  const withOthers = nowSaved('usr_ada', 'tpl_1', { client: 'Halden' }, 'nda');
  expect(withOthers).toBe(false);
  form().give(withOthers);
  expect(othersOf('nda')).toEqual([other]);
});
