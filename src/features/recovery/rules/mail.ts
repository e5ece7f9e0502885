import { type Block, type MailWords, textsOf } from '#features/letters/rules/blocks.ts';
import { blockKinds, newBlock } from '#features/letters/rules/edits.ts';
import { letterOf } from '#features/letters/rules/letter.ts';
import { markedBlocks, paragraphsOf, type Span } from '#features/letters/rules/marks.ts';
import { soundBlocks } from '#features/letters/rules/sound.ts';
import type { Step } from './contract.ts';
import { withoutBars, wordsFault } from './writing.ts';

/** A message in blocks, as it is written and sent, and as earlier releases know it: one text, then the cart. */

type Written = Pick<Step, 'subject' | 'body' | 'blocks'>;
/** As a device or a table may hold it: of any release. */
interface Kept {
  subject: string;
  body: string;
  blocks?: unknown;
}

/** As many letters as a body takes. */
const mostBody = 5000;

/** Whether a text reads the same with its marks and without. */
function isUnmarked(text: string): boolean {
  const marked = markedBlocks(text);
  const said = marked.map((block) =>
    block.kind === 'prose' && block.spans.every((span) => !span.strong && !span.slanted && !span.url)
      ? wordsIn(block.spans)
      : null,
  );
  const typed = paragraphsOf(text);
  if (/\{\{[^{}]*\n/.test(text)) return false;
  return said.length === typed.length && said.every((part, at) => part === typed[at]);
}

const wordsIn = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** What was one text, with the cart that every reminder drew below it: it reads as it did. */
export const blocksOfBody = (body: string): Block[] => [
  { id: 'text', kind: 'text', text: body, ...(!isUnmarked(body) && { plain: true }) },
  { id: 'cart', kind: 'cart', prices: false, pictures: false, label: 'Open my cart' },
];

/** What a later release made of it, and this one can’t show, is read as its body. */
export const blocksOf = ({ body, blocks }: Omit<Kept, 'subject'>): Block[] =>
  soundBlocks(blocks) ?? blocksOfBody(body);

export const wordsOf = (step: Kept): MailWords => ({ subject: step.subject, blocks: blocksOf(step) });

/** Written in blocks from now on, and kept for both. */
export const withWords = <S extends Written>(step: S, { subject, blocks }: MailWords): S => ({
  ...step,
  subject,
  blocks,
  body: bodyOf(blocks),
});

/** What can be added to a reminder, in the order in which it is wanted. */
export const reminderKinds = [...blockKinds.slice(0, 4), 'cart', ...blockKinds.slice(4)] as const;

/** A new block as a reminder wants it: its coupon is the message’s own. */
export function newReminderBlock(kind: Block['kind'], id: string): Block {
  const block = newBlock(kind, id);
  return block.kind === 'coupon'
    ? { ...block, code: '{{DiscountCode}}', words: '{{Discount}} off your cart' }
    : block;
}

/** What is filled in for each reader: what it is called, and as it is written. */
export const mergeButtons = [
  ['First name', '{{FirstName|there}}'],
  ['Your shop', '{{Shop}}'],
  ['Total', '{{Total}}'],
  ['Items', '{{Items|your order}}'],
  ['Discount', '{{Discount}}'],
  ['Discount code', '{{DiscountCode}}'],
  ['Link to the cart', '{{Link}}'],
] as const;

const spoken = (spans: readonly Span[]): string =>
  spans.map(({ text, url }) => (url === undefined || url === text ? text : `${text} (${url})`)).join('');

/** The words of a block as a release without blocks can send them: its cart it draws by itself. */
function spokenBlock(block: Block): string {
  if (block.kind === 'text' && (block.plain || isUnmarked(block.text))) return block.text;
  return letterOf([block], '')
    .flatMap((part): string[] => {
      switch (part.kind) {
        case 'heading':
        case 'subheading':
          return [part.text];
        case 'prose':
          return [spoken(part.spans)];
        case 'list':
          return [
            part.items.map((item, at) => `${part.ordered ? `${at + 1}.` : '-'} ${spoken(item)}`).join('\n'),
          ];
        case 'button':
          return [`${part.label}: ${part.url}`];
        case 'product':
          return [[part.name, part.price, spoken(part.words), part.url].filter(Boolean).join('\n')];
        case 'coupon':
          return [[part.words, part.code].filter(Boolean).join('\n')];
        case 'links':
          return [part.links.map(({ text, url }) => `${text}: ${url}`).join('\n')];
        default:
          return [];
      }
    })
    .join('\n\n');
}

/** What a release that knows no blocks sends of them; never empty, since it takes no message without words. */
export function bodyOf(blocks: readonly Block[]): string {
  const whole = withoutBars(
    blocks
      .map(spokenBlock)
      .filter((part) => part.trim() !== '')
      .join('\n\n'),
  );
  const cut = whole
    .slice(0, mostBody)
    .replace(/\{\{[^{}]*\}?$/, '')
    .replace(/[\ud800-\udbff]$/, '');
  return (whole.length > mostBody ? cut : whole) || '{{Items}}';
}

/** Why these words can’t go to a buyer, by where they stand. */
export function wordFaults({ subject, blocks }: MailWords): Record<string, string> {
  const all = [
    ['subject', subject] as const,
    ...blocks.flatMap((block, at) =>
      textsOf(block).map(([field, text]) => [`blocks.${at}.${field}`, text] as const),
    ),
  ];
  return Object.fromEntries(
    all.flatMap(([path, text]) => {
      const fault = wordsFault({ subject: '', body: withoutBars(text) });
      return fault === null ? [] : [[path, fault]];
    }),
  );
}

const saysDiscount = (text: string): boolean => /\{\{\s*Discount(?:Code)?\s*\}\}/.test(text);

/** What is better mended that only a reminder has. */
export function reminderWarnings(
  { subject, blocks }: MailWords,
  { discountPercent, hasCode }: { discountPercent: number; hasCode: boolean },
): string[] {
  const texts = [subject, ...blocks.flatMap(textsOf).map(([, text]) => text)];
  const leads = blocks.some((block) => block.kind === 'cart' && block.label !== '');
  const coupon = blocks.some((block) => block.kind === 'coupon' && saysDiscount(block.code));
  return [
    ...(!leads && !texts.some((text) => /\{\{\s*Link\s*(?:\|[^{}]*)?\}\}/.test(text))
      ? ['Nothing leads back to the cart: add a cart with a button, or {{Link}} in a text.']
      : []),
    ...(coupon && discountPercent === 0
      ? ['The coupon isn’t shown: this message gives no discount yet.']
      : coupon && !hasCode
        ? ['The coupon isn’t shown: add your shop’s discount code in Settings.']
        : []),
  ];
}
