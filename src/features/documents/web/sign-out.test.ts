import { beforeEach, expect, test, vi } from 'vitest';
import { firstBase } from '#features/documents/rules/answers/merge-answers.ts';
import { becomeOwner } from '#platform/web/owner.ts';
import { readStored, writeStored } from '#platform/web/storage.ts';
import { createStorage } from '#testing/browser-storage.ts';
import { dropConfirmedAnswers } from './sign-out.ts';

beforeEach(() => {
  vi.stubGlobal('window', {
    localStorage: createStorage(),
    sessionStorage: createStorage(),
    addEventListener: () => {},
  });
  becomeOwner('usr_ada');
});

const base = (leaves: Record<string, unknown>, more = {}) =>
  JSON.stringify({ ...firstBase('usr_ada', 'laptop'), version: 3, epoch: 'e', leaves, ...more });

test('answers that the account has leave this browser at sign-out; the others wait for their owner', () => {
  writeStored('documentAnswers:nda', '{"party":{"name":"Halden"}}');
  writeStored('documentAnswersBase:nda', base({ 'party.name': 'Halden' }));
  writeStored('documentAnswers:invoice', '{"client":"Wren"}');
  writeStored('documentAnswersBase:invoice', base({ client: 'Wre' }));
  writeStored('documentAnswers:offer', '{"who":"Ida"}');
  const sending = { device: 'laptop', turn: 4, epoch: 'e', changed: [], dismissed: [] };
  writeStored('documentAnswers:quote', '{"client":"Oak"}');
  writeStored('documentAnswersBase:quote', base({ client: 'Oak' }, { sending }));

  dropConfirmedAnswers('usr_ada');
  expect(JSON.stringify(window.localStorage)).not.toContain('Halden');
  for (const [name, text] of [
    ['invoice', 'Wren'],
    ['offer', 'Ida'],
    ['quote', 'Oak'],
  ])
    expect(readStored(`documentAnswers:${name}`)).toContain(text);
});
