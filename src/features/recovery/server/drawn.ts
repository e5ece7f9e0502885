import type { Block, BlockOf } from '#features/letters/rules/blocks.ts';
import { type LetterBlock, letterOf, through } from '#features/letters/rules/letter.ts';
import { paragraphsOf, type Span } from '#features/letters/rules/marks.ts';
import type { MailBlock } from '#platform/server/mail/message.ts';
import { fill, type MessageFacts, money, withoutDiscount } from '../rules/writing.ts';

/** The blocks of a reminder for one cart: marks are read before anything of a buyer or a shop is filled in. */

const mostItems = 20;

/** `own` is what was written for this cart alone, filled in already: it stands where the first text does, for all of them. */
export function drawn(
  blocks: readonly Block[],
  facts: MessageFacts,
  origin: string,
  own: string | null,
): MailBlock[] {
  if (own === null) return blocks.flatMap((block) => drawnBlock(block, facts, origin));
  const first = blocks.findIndex(({ kind }) => kind === 'text');
  const at = first < 0 ? 0 : first;
  const others = (part: readonly Block[]) =>
    part.filter(({ kind }) => kind !== 'text').flatMap((block) => drawnBlock(block, facts, origin));
  return [...others(blocks.slice(0, at)), ...asTyped(own), ...others(blocks.slice(at))];
}

const asTyped = (text: string): MailBlock[] =>
  paragraphsOf(text).map((part) => ({ kind: 'text', text: part }));

function drawnBlock(block: Block, facts: MessageFacts, origin: string): MailBlock[] {
  if (block.kind === 'cart') return drawnCart(block, facts);
  if (block.kind === 'text' && block.plain) return asTyped(fill(block.text, facts));
  const there =
    block.kind === 'text'
      ? { ...block, text: withoutDiscount(block.text, facts) }
      : block.kind === 'product'
        ? { ...block, words: withoutDiscount(block.words, facts) }
        : block;
  const parts = letterOf([there], origin).map(asOneText);
  return through(
    parts,
    (text) => fill(text, facts),
    (url) => url,
  )
    .filter(isSaid)
    .map(asText);
}

const isBare = ({ strong, slanted, url }: Span): boolean => !strong && !slanted && url === undefined;
const wordsIn = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** Without a mark in it a paragraph is one text, so that what is filled in may go over its lines. */
const asOneText = (part: LetterBlock): LetterBlock =>
  part.kind === 'prose' && part.spans.every(isBare)
    ? { kind: 'prose', spans: [{ text: wordsIn(part.spans) }] }
    : part;

const asText = (part: LetterBlock): MailBlock =>
  part.kind === 'prose' && part.spans.length === 1 && part.spans.every(isBare)
    ? { kind: 'text', text: wordsIn(part.spans) }
    : part;

/** Not what was about a discount that there is not, or of a name that nobody gave. */
function isSaid(part: LetterBlock): boolean {
  switch (part.kind) {
    case 'heading':
    case 'subheading':
      return part.text.trim() !== '';
    case 'prose':
      return wordsIn(part.spans).trim() !== '';
    case 'list':
      return part.items.some((item) => wordsIn(item).trim() !== '');
    case 'coupon':
      return part.code.trim() !== '';
    default:
      return true;
  }
}

function drawnCart({ prices, pictures, label }: BlockOf<'cart'>, facts: MessageFacts): MailBlock[] {
  const { items, currency, totalCents } = facts;
  const shown = items.slice(0, mostItems);
  const words = fill(label, facts);
  const button: MailBlock[] = words === '' ? [] : [{ kind: 'button', label: words, url: facts.link }];
  if (shown.length === 0) return button;
  if (!prices && !pictures)
    return [
      {
        kind: 'lines',
        lines: shown.map(({ name, quantity }) => [name, quantity > 1 ? `${quantity} x` : '1']),
      },
      ...button,
    ];
  const more = items.length - shown.length;
  return [
    {
      kind: 'cart',
      lines: [
        ...shown.map(({ name, quantity, cents = 0, image }) => ({
          name,
          ...(quantity > 1 && {
            note: prices && cents > 0 ? `${quantity} x ${money(cents, currency)}` : `${quantity} x`,
          }),
          ...(prices && cents > 0 && { price: money(cents * quantity, currency) }),
          ...(pictures && image !== undefined && { picture: image }),
        })),
        ...(more > 0 ? [{ name: `and ${more} more` }] : []),
      ],
      ...(prices && { total: money(totalCents, currency) }),
    },
    ...button,
  ];
}

/** What a reader is told in words, for the line beside the subject. */
export const saidIn = (blocks: readonly MailBlock[]): string =>
  blocks
    .flatMap((block) => {
      switch (block.kind) {
        case 'text':
        case 'heading':
        case 'subheading':
          return [block.text];
        case 'prose':
          return [wordsIn(block.spans as Span[])];
        case 'product':
          return [wordsIn(block.words as Span[])];
        default:
          return [];
      }
    })
    .join('\n\n');
