import { expect, test } from 'vitest';
import { review } from '../rules/answers/review.ts';
import { readTemplate } from './library.ts';

const template = readTemplate(
  't',
  't.md',
  `---
title: T
category: Other
description: D
minutes: 1
pages: 1
version: 1.0
reviewed: 2026-11-21
law: L
steps:
  - title: S
    fields:
      - { name: payDays, type: duration, label: Due within }
      - { name: days, type: number, label: Days }
checks:
  - { holds: payDays <= 30 days, words: Too late., field: payDays }
  - { holds: days <= 30, words: Too many., field: days }
---
# T

Text.
`,
);
const found = (answers: Record<string, string>) =>
  review(template, answers, '2026-11-21')
    .filter(({ kind }) => kind === 'conflict')
    .map(({ words }) => words);

test('[GEN-1] a duration is compared with one that the author wrote, in any unit; a bare number stays one', () => {
  expect(found({ payDays: '30 days', days: '30' })).toEqual([]);
  expect(found({ payDays: '4 weeks', days: '31' })).toEqual(['Too many.']);
  expect(found({ payDays: '1 month' })).toEqual(['Too late.']);
  expect(found({ payDays: '1 year' })).toEqual(['Too late.']);
  expect(found({})).toEqual([]);
});
