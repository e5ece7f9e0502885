import fc from 'fast-check';
import { expect, test } from 'vitest';
import { richText } from './render/rich.ts';
import { linked, listed, toggled } from '#features/letters/rules/rich-edit.ts';

const words = fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,12}){0,3}$/);

test('bold and italic are put around what is chosen, and pressed again they are gone', () => {
  fc.assert(
    fc.property(words, words, words, fc.constantFrom('**' as const, '*' as const), (a, b, c, mark) => {
      const before = { text: `${a} ${b} ${c}`, start: a.length + 1, end: a.length + 1 + b.length };
      const marked = toggled(before, mark);
      expect(marked.text).toBe(`${a} ${mark}${b}${mark} ${c}`);
      expect(marked.text.slice(marked.start, marked.end)).toBe(b);
      expect(toggled(marked, mark)).toEqual(before);
      // The other one comes on top, and leaves this one when it goes.
      const other = mark === '*' ? '**' : '*';
      expect(toggled(toggled(marked, other), other)).toEqual(marked);
    }),
  );
});

test('chosen lines become a list, and lines again', () => {
  const before = { text: 'Intro\none\ntwo\nend', start: 8, end: 11 };
  const list = listed(before);
  expect(list.text).toBe('Intro\n- one\n- two\nend');
  expect(listed(list).text).toBe(before.text);
  // Empty lines stay empty, at the very beginning too.
  const gaps = { text: '\none\n\ntwo', start: 0, end: 9 };
  expect(listed(gaps).text).toBe('\n- one\n\n- two');
  expect(listed(listed(gaps)).text).toBe(gaps.text);
});

test('a link is made of any words and any address, and is drawn as a link', () => {
  const odd = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(
      odd,
      fc.constantFrom('next', 'https://a.example/b(c)', 'https://a.example/a b'),
      (text, to) => {
        const html = richText(linked({ text, start: 0, end: text.length }, to).text, (typed) => typed);
        expect(html.match(/<a href="[^"]+">/g)).toHaveLength(1);
      },
    ),
  );
  expect(linked({ text: 'See  now', start: 4, end: 4 }, 'next').text).toBe('See [next](next) now');
});

test('a link may stand in bold, and bold in a link; what stands for it meanwhile can be typed by nobody', () => {
  const held = richText('**a [b](/c) d** \ue000 [**e**](/f)', (to) => to);
  expect(held).toBe('<p><strong>a <a href="/c">b</a> d</strong>  <a href="/f"><strong>e</strong></a></p>');
});
