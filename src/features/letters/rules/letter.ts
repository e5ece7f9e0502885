import { type Block, isOwnPicture } from './blocks.ts';
import { isWeb, type MarkedBlock, markedBlocks, paragraphsOf, type Span, spansOf } from './marks.ts';
import { merge, type MergeFacts } from './merge.ts';

/** An email as what sends it draws it: the marks are read, and nothing of a person is in it yet. */

export type LetterBlock =
  | Exclude<MarkedBlock, { kind: 'picture' }>
  | {
      kind: 'picture';
      url: string;
      alt: string;
      link?: string;
      /** Percent of the width of the mail. */
      width?: number;
      centered?: true;
    }
  | { kind: 'button'; label: string; url: string; centered?: true }
  | {
      kind: 'product';
      name: string;
      price: string;
      words: Span[];
      picture?: string;
      label?: string;
      url?: string;
    }
  | { kind: 'coupon'; code: string; words: string }
  | { kind: 'links'; links: { text: string; url: string }[] };

const widths = { full: 100, half: 50, small: 25 } as const;

/** `origin` is where this hub is reached: pictures that it hosts are stored without it. */
export const letterOf = (blocks: readonly Block[], origin: string): LetterBlock[] =>
  blocks.flatMap((block): LetterBlock[] => {
    const at = (picture: string) => (isOwnPicture(picture) ? `${origin}${picture}` : picture);
    switch (block.kind) {
      case 'text':
        return block.plain ? asTyped(block.text) : markedBlocks(block.text);
      // What is in it only whoever sends the reminder knows.
      case 'cart':
        return [];
      case 'divider':
        return [{ kind: 'rule' }];
      case 'picture':
        return block.picture === ''
          ? []
          : [
              {
                kind: 'picture',
                url: at(block.picture),
                alt: block.alt,
                ...(isWeb(block.link) && { link: block.link }),
                ...(block.width !== 'full' && { width: widths[block.width] }),
                ...(block.align === 'center' && { centered: true as const }),
              },
            ];
      case 'button':
        return isWeb(block.link)
          ? [
              {
                kind: 'button',
                label: block.label || 'Open',
                url: block.link,
                ...(block.align === 'center' && { centered: true as const }),
              },
            ]
          : [];
      case 'product':
        return [
          {
            kind: 'product',
            name: block.name,
            price: block.price,
            words: block.words
              .trim()
              .split('\n')
              .flatMap((row, index) => [...(index > 0 ? [{ text: '\n' }] : []), ...spansOf(row)]),
            ...(block.picture !== '' && { picture: at(block.picture) }),
            ...(isWeb(block.link) && { url: block.link, label: block.label || 'View' }),
          },
        ];
      case 'coupon':
        return block.code === '' ? [] : [{ kind: 'coupon', code: block.code, words: block.words }];
      case 'social': {
        const links = block.links
          .filter(({ name, link }) => name !== '' && isWeb(link))
          .map(({ name, link }) => ({ text: name, url: link }));
        return links.length === 0 ? [] : [{ kind: 'links', links }];
      }
    }
  });

const asTyped = (text: string): LetterBlock[] =>
  paragraphsOf(text).map((part) => ({ kind: 'prose', spans: [{ text: part }] }));

/** Each text and each address of a letter, replaced; what it is made of stays. */
export function through(
  blocks: readonly LetterBlock[],
  words: (text: string) => string,
  address: (url: string) => string,
): LetterBlock[] {
  const span = ({ text, url, ...look }: Span): Span => ({
    ...look,
    text: words(text),
    ...(url !== undefined && { url: address(url) }),
  });
  return blocks.map((block): LetterBlock => {
    switch (block.kind) {
      case 'heading':
      case 'subheading':
        return { ...block, text: words(block.text) };
      case 'prose':
        return { ...block, spans: block.spans.map(span) };
      case 'list':
        return { ...block, items: block.items.map((item) => item.map(span)) };
      case 'picture':
        return {
          ...block,
          alt: words(block.alt),
          ...(block.link !== undefined && { link: address(block.link) }),
        };
      case 'button':
        return { ...block, label: words(block.label), url: address(block.url) };
      case 'product':
        return {
          ...block,
          name: words(block.name),
          price: words(block.price),
          words: block.words.map(span),
          ...(block.label !== undefined && { label: words(block.label) }),
          ...(block.url !== undefined && { url: address(block.url) }),
        };
      case 'coupon':
        return { ...block, code: words(block.code), words: words(block.words) };
      case 'links':
        return {
          ...block,
          links: block.links.map(({ text, url }) => ({ text: words(text), url: address(url) })),
        };
      case 'rule':
        return block;
    }
  });
}

export interface Addressed {
  blocks: LetterBlock[];
  /** Where its links lead, in order; in the letter stands what `via` made of their place. */
  links: string[];
}

/** The letter for one person: their words filled in, and every link by way of ours, where the click is noticed. */
export function addressed(
  blocks: readonly LetterBlock[],
  facts: MergeFacts,
  via: (place: number) => string,
): Addressed {
  const links: string[] = [];
  const filled = through(
    blocks,
    (text) => merge(text, facts),
    (url) => {
      links.push(url);
      return via(links.length - 1);
    },
  );
  return { blocks: filled, links };
}

/** Its first words, for the line beside the subject. */
export function firstWords(blocks: readonly LetterBlock[]): string {
  const texts = blocks.flatMap((block) => {
    switch (block.kind) {
      case 'prose':
        return [block.spans.map(({ text }) => text).join('')];
      case 'heading':
      case 'subheading':
        return [block.text];
      case 'product':
        return [block.name, block.words.map(({ text }) => text).join('')];
      case 'coupon':
        return [block.words];
      default:
        return [];
    }
  });
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n\n');
}
