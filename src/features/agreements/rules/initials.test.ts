import { expect, test } from 'vitest';
import type { Block, Signature } from '#features/documents/rules/assembly/doc.ts';
import { initialPlaces, initialsGiven, signatureBlocks } from './initials.ts';

const party = (name: string, ...labels: string[]): Signature => ({
  heading: [{ r: 'text', text: name }],
  lines: labels.map((label) => ({ label, runs: [] })),
});
const signatures = (...parties: Signature[]): Block => ({ b: 'signatures', parties });
const clause = (number: string, heading: string): Block => ({
  b: 'clause',
  id: '',
  number,
  heading: [{ r: 'text', text: heading }],
  summary: [],
  blocks: [],
});

test('initials follow the name, and where two blocks have one name, the position', () => {
  const blocks = [
    clause('1.', 'Arbitration'),
    signatures(party('Ben', 'Initials'), party('ada  moore', 'Initials here')),
    signatures(party('Ada Moore', 'Signature', 'Initials'), party('Ben', 'Signature')),
  ];
  expect(signatureBlocks(blocks)).toHaveLength(2);
  expect(initialPlaces(blocks, 0)).toEqual(['1. Arbitration', '1. Arbitration']);
  expect(initialPlaces(blocks, 1)).toEqual(['1. Arbitration']);
  expect(initialPlaces(blocks, null)).toEqual([]);
  const nameless = [
    signatures(party('', 'Initials'), party('', 'Initials')),
    signatures(party('', 'Signature'), party('', 'Signature')),
  ];
  expect([0, 1].map((at) => initialPlaces(nameless, at).length)).toEqual([1, 1]);
});

test('what the text does not ask for is not kept, and what it asks for is not left out', () => {
  expect(initialsGiven([], 'AM')).toBeNull();
  expect(initialsGiven(['1. Arbitration'], 'AM')).toBe('AM');
  expect(() => initialsGiven(['1. Arbitration'], undefined)).toThrow('Enter your initials.');
});
