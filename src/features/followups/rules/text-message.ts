import { mostParts, type TextParts, textParts } from '#base/text-parts.ts';
import { merge, type MergeFacts } from '#features/letters/rules/merge.ts';

/** A text message as it arrives: who it is from, what they wrote, and how to end it. */

export const longestText = 600;
export const stopWords = 'Reply STOP to end.';
export const tooLongWords = `This is longer than ${mostParts} parts with your name and how to end it. Shorten it.`;

/**
 * What a phone shows and nothing besides: no controls, nothing that turns the direction of what follows, nothing that is read
 * by nobody. Joiners stay, since scripts and emoji are written with them.
 */
const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\t\u00a0]/g, ' ')
    .replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** A sender’s name on a phone: a line. */
const senderOf = (shop: string): string =>
  [...plainText(shop.normalize('NFC')).replace(/\s+/g, ' ')].slice(0, 40).join('').trim();

/** What somebody is sent; null where more than four parts would come of it. */
export function textFor(template: string, facts: MergeFacts): { text: string; counted: TextParts } | null {
  // What is filled in makes no line of its own: nobody writes a second message below the first.
  const fields = Object.fromEntries(
    Object.entries(facts.fields).map(([name, value]) => [name, value.replace(/\s+/g, ' ')]),
  );
  const own = plainText(merge(template, { ...facts, fields }));
  const text = `${senderOf(facts.shop)}: ${own}\n${stopWords}`;
  const counted = textParts(text);
  return own === '' || counted.parts > mostParts ? null : { text, counted };
}

/** As its writer sees it, with somebody made up. */
export const sampleText = (template: string, shop: string): { text: string; counted: TextParts } => {
  const facts = {
    name: 'Maya Ortiz',
    email: 'maya@example.com',
    shop: shop || '[your shop name]',
    fields: {},
  };
  const text = `${senderOf(facts.shop)}: ${plainText(merge(template, facts))}\n${stopWords}`;
  return { text, counted: textParts(text) };
};
