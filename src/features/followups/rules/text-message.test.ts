import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostParts, textParts } from '#base/text-parts.ts';
import { stopWords, textFor } from './text-message.ts';

const bea = { name: 'Bea Bright', email: 'bea@example.com', shop: 'Birch Press', fields: { plan: 'pro' } };

test('a text message says who it is from, what they wrote, and how to end it', () => {
  expect(
    textFor('Hello {{FirstName|there}}, your {{plan|free}} plan: https://shop.example/a?b=1&c=2', bea)?.text,
  ).toBe('Birch Press: Hello Bea, your pro plan: https://shop.example/a?b=1&c=2\nReply STOP to end.');
  expect(
    textFor('Hello {{FirstName|there}}', { ...bea, name: 'Win 5000 at evil.example/x' })?.text,
  ).toContain('Hello there\n');
  expect(textFor(' \u202e\u200b ', bea)).toBeNull();
});

test('whatever is typed: at most four parts, named, ended, and without anything that turns or hides words', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(anything, anything, anything, (template, name, value) => {
      const made = textFor(`${template} {{FirstName|you}} {{own|x}}`, {
        ...bea,
        name,
        fields: { own: value },
      });
      if (made === null) return;
      expect(made.text.startsWith('Birch Press: ')).toBe(true);
      expect(made.text.endsWith(`\n${stopWords}`)).toBe(true);
      expect(made.text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      expect(made.text).not.toMatch(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
      expect(textParts(made.text)).toEqual(made.counted);
      expect(made.counted.parts).toBeLessThanOrEqual(mostParts);
    }),
  );
});
