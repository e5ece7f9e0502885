import { expect, test } from 'vitest';
import type { Funnel } from './contract.ts';
import { freshBlock, newBlock, newStep } from './make.ts';
import { nextSteps } from './next-steps.ts';
import { startFrom } from './start-from.ts';
import { starters } from './starters/index.ts';

let made = 0;
const makeId = () => `n${++made}`;
const withBlocks = (blocks: Funnel['steps'][0]['blocks']): Funnel => {
  const base = startFrom(starters[0] as (typeof starters)[0], makeId, 'fun_n', null);
  return { ...base, steps: [{ ...newStep(makeId, 'page', [], 'Only'), blocks }] };
};

test('after publishing one watches the numbers, reads the leads of a form, and gives an offer its product', () => {
  expect(nextSteps(withBlocks([freshBlock(makeId, 'optin')]))).toEqual([{ is: 'numbers' }, { is: 'leads' }]);
  const sold = newBlock(makeId, 'offer', { product: 'desk-icons' });
  expect(nextSteps(withBlocks([sold]))).toEqual([{ is: 'numbers' }]);
  const elsewhere = newBlock(makeId, 'offer', { link: 'https://shop.example' });
  const funnel = withBlocks([sold, elsewhere]);
  expect(nextSteps(funnel)).toEqual([
    { is: 'numbers' },
    { is: 'product', stepId: funnel.steps[0]?.id, blockId: elsewhere.id },
  ]);
});

test('a funnel that asks for nothing is given something to sell', () => {
  const funnel = withBlocks([freshBlock(makeId, 'text')]);
  expect(nextSteps(funnel)).toEqual([
    { is: 'numbers' },
    { is: 'product', stepId: funnel.steps[0]?.id, blockId: null },
  ]);
});
