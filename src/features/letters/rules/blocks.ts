import * as z from 'zod/mini';
import { line, text, WebAddress } from './fields.ts';

/** What an email is made of, from top to bottom. The footer with shop, address and way out is no block: it is always there. */

export const mostBlocks = 40;
/** Of all texts of an email together: ten times what anybody reads. */
export const mostLetters = 30_000;
export const mostLinks = 8;

/** Where the hub shows pictures that members uploaded for their mails. */
export const picturePath = '/pictures/';
export const pictureName = /^[a-z0-9]{32}\.(?:png|jpeg|webp|gif)$/;
export const isOwnPicture = (address: string): boolean =>
  address.startsWith(picturePath) && pictureName.test(address.slice(picturePath.length));

const BlockId = z.string().check(z.regex(/^[\w-]{1,40}$/, { error: 'A block needs an id.' }));
const Align = z._default(z.enum(['left', 'center']), 'left');
const Picture = text(2000).check(
  z.refine(
    (given) =>
      given === '' ||
      isOwnPicture(given) ||
      (URL.canParse(given) && new URL(given).protocol === 'https:' && new URL(given).username === ''),
    { error: 'Upload a picture, or enter its URL. It starts with https://.' },
  ),
);

export const TextBlock = z.object({
  id: BlockId,
  kind: z.literal('text'),
  text: text(10_000),
  /** As it is typed: what looks like a mark is none. For what was written where there were none. */
  plain: z.optional(z.literal(true)),
});
export const PictureBlock = z.object({
  id: BlockId,
  kind: z.literal('picture'),
  picture: Picture,
  /** What it shows, for those who don't see it. */
  alt: z._default(line(300), ''),
  link: z._default(WebAddress, ''),
  width: z._default(z.enum(['full', 'half', 'small']), 'full'),
  align: Align,
});
export const ButtonBlock = z.object({
  id: BlockId,
  kind: z.literal('button'),
  label: z._default(line(60), ''),
  link: z._default(WebAddress, ''),
  align: Align,
});
export const ProductBlock = z.object({
  id: BlockId,
  kind: z.literal('product'),
  name: z._default(line(120), ''),
  picture: z._default(Picture, ''),
  /** As it is to be read, with its currency. */
  price: z._default(line(40), ''),
  words: z._default(text(600), ''),
  label: z._default(line(60), ''),
  link: z._default(WebAddress, ''),
});
export const CouponBlock = z.object({
  id: BlockId,
  kind: z.literal('coupon'),
  code: z._default(line(60), ''),
  words: z._default(line(200), ''),
});
export const DividerBlock = z.object({ id: BlockId, kind: z.literal('divider') });
export const SocialBlock = z.object({
  id: BlockId,
  kind: z.literal('social'),
  links: z
    .array(z.object({ name: line(40), link: WebAddress }))
    .check(z.maxLength(mostLinks, { error: `Use up to ${mostLinks} links.` })),
});

/** What lies in the cart that a reminder is about, and the way back to it. Other mails have no cart. */
export const CartBlock = z.object({
  id: BlockId,
  kind: z.literal('cart'),
  prices: z._default(z.boolean(), true),
  pictures: z._default(z.boolean(), true),
  /** Of its button; without words there is none. */
  label: z._default(line(60), 'Open my cart'),
});

export const Block = z.discriminatedUnion('kind', [
  TextBlock,
  PictureBlock,
  ButtonBlock,
  ProductBlock,
  CouponBlock,
  DividerBlock,
  SocialBlock,
  CartBlock,
]);
export type Block = z.output<typeof Block>;
export type BlockKind = Block['kind'];
export type BlockOf<K extends BlockKind> = Extract<Block, { kind: K }>;

/** Every text of a block that somebody reads, by its field. */
export function textsOf(block: Block): [field: string, text: string][] {
  switch (block.kind) {
    case 'text':
      return [['text', block.text]];
    case 'cart':
      return [['label', block.label]];
    case 'picture':
      return [['alt', block.alt]];
    case 'button':
      return [['label', block.label]];
    case 'product':
      return [
        ['name', block.name],
        ['price', block.price],
        ['words', block.words],
        ['label', block.label],
      ];
    case 'coupon':
      return [
        ['words', block.words],
        ['code', block.code],
      ];
    case 'social':
      return block.links.map(({ name }, index) => [`links.${index}.name`, name]);
    case 'divider':
      return [];
  }
}

/** Where a block leads and what it shows, by its field; links in a text are its own marks. */
export function addressesOf(block: Block): [field: string, address: string][] {
  switch (block.kind) {
    case 'button':
      return [['link', block.link]];
    case 'picture':
    case 'product':
      return [
        ['link', block.link],
        ['picture', block.picture],
      ];
    case 'social':
      return block.links.map(({ link }, index) => [`links.${index}.link`, link]);
    default:
      return [];
  }
}

const says = (block: Block): boolean =>
  textsOf(block).some(([, words]) => words.trim() !== '') ||
  (block.kind === 'picture' && block.picture !== '') ||
  block.kind === 'cart';

/** Of a reminder, which is about a cart. */
export const CartBlocks = z.array(Block, { error: 'An email needs blocks, or a body.' }).check(
  z.maxLength(mostBlocks, { error: `An email can have up to ${mostBlocks} blocks.` }),
  z.refine((blocks) => blocks.some(says), { error: 'An email needs text.' }),
  z.refine((blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length, {
    error: 'Two blocks have the same id.',
  }),
  z.refine(
    (blocks) => blocks.flatMap(textsOf).reduce((sum, [, words]) => sum + words.length, 0) <= mostLetters,
    { error: `An email can have up to ${mostLetters.toLocaleString('en')} characters.` },
  ),
);
export const Blocks = CartBlocks.check(
  z.refine((blocks) => blocks.every(({ kind }) => kind !== 'cart'), {
    error: 'Only a reminder of an abandoned cart can show the cart.',
  }),
);

/** What is written in an email. */
export const MailWords = z.object({
  subject: line(200).check(z.minLength(1, { error: 'An email needs a subject.' })),
  blocks: Blocks,
});
export const CartMailWords = z.object({ subject: MailWords.shape.subject, blocks: CartBlocks });
export type MailWords = z.output<typeof MailWords>;
