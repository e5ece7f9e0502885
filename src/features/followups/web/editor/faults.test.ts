import { expect, test } from 'vitest';
import { blocksOfFormer } from '#features/letters/rules/former.ts';
import type { SequenceBody } from '../../rules/contract.ts';
import { starters } from '../starters.ts';
import { openName, unwrittenIn } from '../unwritten.ts';
import { faultsOf } from './faults.ts';

let count = 0;
const id = () => `step_${count++}`;
const written = (body: string, link?: string) =>
  blocksOfFormer({ body, button: link === undefined ? '' : 'Go', link: link ?? '' });
const welcome = (): SequenceBody => (starters[0] as (typeof starters)[number]).body(id);

test('of a starter only what its owner has to say is missing', () => {
  const found = starters.map((starter) => [starter.id, Object.values(faultsOf(starter.body(id)))]);
  expect(found).toEqual([
    ['welcome', []],
    ['thanks', []],
    ['win-back', [{ 'blocks.1.link': 'A button needs a link.' }]],
    ['empty', [{ steps: 'Add at least one step.' }]],
  ]);
});

test('a fault is said at the step and the field, however deep', () => {
  const body = welcome();
  body.steps = [
    {
      id: 'choice_1',
      kind: 'branch',
      when: { is: 'tag', tag: '' },
      yes: [],
      no: [
        { id: 'mail_1', kind: 'mail', subject: '', blocks: written('', 'nowhere') },
        { id: 'mail_2', kind: 'mail', subject: 'Empty', blocks: written('  ') },
        { id: 'wait_1', kind: 'wait', hours: -1 },
      ],
    },
  ];
  expect(faultsOf(body)).toEqual({
    choice_1: { 'when.tag': 'Enter a tag.' },
    mail_1: {
      subject: 'An email needs a subject.',
      'blocks.1.link': 'Enter a URL that starts with https://.',
    },
    mail_2: { blocks: 'An email needs text.' },
    wait_1: { hours: 'Enter at least 1.' },
  });
});

test('a name, a trigger and the holdout have their words beside them', () => {
  const body: SequenceBody = {
    ...welcome(),
    name: ' ',
    trigger: { on: 'date', field: '1st', daysBefore: -1, yearly: true },
    holdOut: 80,
  };
  expect(faultsOf(body)).toEqual({
    '': {
      name: 'Enter a name.',
      'trigger.field': 'Use a letter first, then letters, digits or _, up to 30 characters.',
      'trigger.daysBefore': 'Enter at least 0.',
      holdOut: 'Enter 50 or less.',
    },
  });
});

test('an email with a button that leads nowhere, or an open brace, says so', () => {
  const body = welcome();
  body.steps = [{ id: 'mail_1', kind: 'mail', subject: 'Hello {{Name', blocks: written('Text {{', '') }];
  expect(faultsOf(body)).toEqual({
    mail_1: {
      subject: '{{Name isn’t closed: write {{Name}}.',
      'blocks.0.text': '{{ isn’t closed: write {{}}.',
      'blocks.1.link': 'A button needs a link.',
    },
  });
});

test('what its owner has still to write is found', () => {
  expect(unwrittenIn(welcome().steps).map(openName)).toEqual(['[What you want to tell them]']);
});
