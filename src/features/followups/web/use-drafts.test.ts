import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soundDraft } from './draft.ts';
import { starters } from './starters.ts';
import { soundBag, without } from './use-drafts.ts';

let count = 0;
const drafts = Object.fromEntries(
  starters.map((starter) => [starter.id, { version: 3, body: starter.body(() => `step_${count++}`) }]),
);

test('what is typed comes back from the device as it was', () => {
  expect(soundBag(JSON.stringify(drafts), soundDraft)).toEqual(drafts);
});

test('whatever lies there, what can be shown is kept and the rest is left out', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (junk) => {
      const bag = soundBag(JSON.stringify({ ...junk, ...drafts }), soundDraft);
      expect(bag).toMatchObject(drafts);
    }),
  );
});

test('an email that was typed before there were blocks is shown in them', () => {
  const former = { id: 'step_1', kind: 'mail', subject: 'Hi', body: 'Hello', button: 'Go', link: '' };
  const body = { ...drafts['welcome']?.body, steps: [former] };
  expect(soundDraft({ version: 1, body })?.body.steps).toEqual([
    {
      id: 'step_1',
      kind: 'mail',
      subject: 'Hi',
      blocks: [
        { id: 'text', kind: 'text', text: 'Hello' },
        { id: 'button', kind: 'button', label: 'Go', link: '', align: 'left' },
      ],
    },
  ]);
  const broken = { id: 'step_1', kind: 'mail', subject: 'Hi', blocks: [{ id: 'a', kind: 'text' }] };
  expect(soundDraft({ version: 1, body: { ...body, steps: [broken] } })).toBeNull();
});

test('text that is no JSON, or no bag, is none', () => {
  expect(['', '{', 'null', '[1]', '"x"'].map((text) => soundBag(text, soundDraft))).toEqual([
    {},
    {},
    {},
    {},
    {},
  ]);
});

test('a step that an earlier release wrote otherwise doesn’t break the page', () => {
  const body = { ...drafts['welcome']?.body, steps: [{ id: 'step_1', kind: 'mail', subject: 'Hi' }] };
  expect(soundDraft({ version: 1, body })).toBeNull();
  expect(soundDraft({ version: 1, body: { ...body, steps: [{ id: 'a', kind: 'sms' }] } })).toBeNull();
});

test('one that is dropped leaves the others', () => {
  expect(Object.keys(without(drafts, 'welcome'))).toEqual(['thanks', 'win-back', 'empty']);
});
