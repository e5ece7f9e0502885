import * as z from 'zod/mini';
import { type Block, MailWords } from './blocks.ts';
import { line, text, WebAddress } from './fields.ts';

/** How an email was written before it was made of blocks: one text, and one button below it. */
const former = {
  subject: line(200).check(z.minLength(1, { error: 'An email needs a subject.' })),
  body: text(10_000).check(z.minLength(1, { error: 'An email needs text.' })),
  button: z._default(line(60), ''),
  link: z._default(WebAddress, ''),
};
export const FormerWords = z.object(former);

interface Former {
  body: string;
  button: string;
  link: string;
}

/** The same email in blocks: it reads as it did. */
export const blocksOfFormer = ({ body, button, link }: Former): Block[] => [
  { id: 'text', kind: 'text', text: body },
  ...(button !== '' || link !== ''
    ? [{ id: 'button', kind: 'button', label: button, link, align: 'left' } as const]
    : []),
];

/** Whatever carries the words of an email, in blocks; what has them already, or never had any, stays as it is. */
export function inBlocks<T extends object>(given: T): T {
  const { body, button = '', link = '', ...rest } = given as Partial<Record<string, unknown>>;
  if (typeof body !== 'string' || typeof button !== 'string' || typeof link !== 'string') return given;
  return 'blocks' in rest ? (rest as T) : ({ ...rest, blocks: blocksOfFormer({ body, button, link }) } as T);
}

/** As it comes from outside: in blocks, or as it was written before. */
export const AnyMailWords = z.union([
  MailWords,
  z.pipe(
    FormerWords,
    z.transform((given: z.output<typeof FormerWords>): MailWords => inBlocks(given) as unknown as MailWords),
  ),
]);

const inMarks = (alt: string): string => alt.replace(/[[\]\n]/g, ' ').trim();

/** What a release that knows no blocks can read and send of them, where both are at work for a while. */
export function formerOf(blocks: readonly Block[]): Former {
  const last = blocks.at(-1);
  const isLast = last?.kind === 'button' && blocks.length > 1;
  const link = (words: string, address: string) =>
    address === '' ? words : `[${inMarks(words)}](${address})`;
  const parts = (isLast ? blocks.slice(0, -1) : blocks).flatMap((block): string[] => {
    switch (block.kind) {
      case 'text':
        return [block.text];
      case 'divider':
        return ['---'];
      case 'cart':
        return [];
      case 'picture':
        // What the hub hosts has no address that an earlier release knows.
        return block.picture.startsWith('https:') ? [`![${inMarks(block.alt)}](${block.picture})`] : [];
      case 'button':
        return block.link === '' ? [] : [link(block.label || 'Open', block.link)];
      case 'product':
        return [[link(block.name, block.link), block.price, block.words].filter(Boolean).join('\n')];
      case 'coupon':
        return [[block.words, block.code].filter(Boolean).join('\n')];
      case 'social':
        return [block.links.map(({ name, link: to }) => link(name, to)).join('\n')];
    }
  });
  return {
    body: parts.join('\n\n'),
    button: isLast ? last.label : '',
    link: isLast ? last.link : '',
  };
}
