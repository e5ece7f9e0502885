import { expect, test } from 'vitest';
import { runsRightToLeft } from './direction.ts';

test('a line runs the way of its first letter', () => {
  expect(['2. שלום', '“مرحبا” Wren', 'Wren مرحبا', '123', ''].map(runsRightToLeft)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
