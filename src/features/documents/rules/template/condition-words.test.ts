import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { assemble } from '../assembly/assemble.ts';
import { sampleAnswers } from '../answers/sample-answers.ts';
import { toHtml } from '../formats/html.ts';
import { readHtml } from '../formats/read-html.ts';

const library = documentLibrary();
const html = (slug: string, answers: Record<string, unknown>, reasons = true) => {
  const template = library.get(slug);
  if (!template) throw new Error(slug);
  return toHtml(
    assemble(template, { ...sampleAnswers(template), ...answers }, { date: '2026-11-21', reasons }),
  );
};
const whys = (text: string) => [...text.matchAll(/data-why="([^"]+)"/g)].map(([, why]) => why);

test('[GEN-1] a part says in the questions’ words why it is there, an alternative which answer chose it', () => {
  const fixed = whys(html('contractor-agreement', { billing: 'fixed', ends: 'date' }));
  const hourly = whys(html('contractor-agreement', { billing: 'hour', ends: 'date' }));
  expect(fixed.some((why) => /^Worded by: How long/.test(why ?? ''))).toBe(true);
  expect(fixed.some((why) => /^Here because: /.test(why ?? ''))).toBe(true);
  expect(fixed).not.toEqual(hourly);
});

test('[GEN-1] no reason is without words, in any document, and none goes out with a text', () => {
  let found = 0;
  for (const { slug } of library.values()) {
    const text = html(slug, {});
    for (const why of whys(text)) {
      found += 1;
      expect(why, slug).toMatch(/^(Here because|Worded by): \S/);
      expect(why, slug).not.toMatch(/undefined|\[object|: (?: and|$)/);
    }
    expect(toHtml(readHtml(text, { slug, title: slug }))).not.toContain('data-why');
    expect(html(slug, {}, false)).not.toContain('data-why');
  }
  expect(found).toBeGreaterThan(50);
});
