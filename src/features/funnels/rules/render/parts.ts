import { escapeHtml } from '#base/escape.ts';
import type { Block, Funnel, Step } from '../contract.ts';
import { pictureValue } from '../make.ts';
import { drawDrawing, isDrawing } from './drawings.ts';
import { hrefOf } from './link.ts';
import { richText } from './rich.ts';

export interface ProductWords {
  title: string;
  price: string;
}

export interface Around {
  funnel: Funnel;
  step: Step;
  /** What the catalogue says of a product now; null when it is not on sale. */
  product(id: string): ProductWords | null;
  /** In the editor only. */
  marks?: Marks;
}

/** What the editor knows the parts of a page by. */
export interface Marks {
  block(block: Block): string;
  column(block: Block, index: number): string;
  /** A text that can be written where it stands: of the block, or of one of its items. */
  text(block: Block, name: string, item?: number): string;
}

export interface Inside extends Around {
  /** The page's own heading is its first one. */
  heading: 'h1' | 'h2' | 'h3';
  /** What stands in a column of this block. */
  column(index: number): string;
}

export const esc = escapeHtml;
export const value = (block: Block, name: string): string => block.values[name] ?? '';

/** In the editor what is still to be said is lit, as blanks of documents are. */
const lit = (html: string, marks: Marks | undefined): string =>
  marks ? html.replace(/\[Your [^\][<>\n]{1,400}\]/g, '<mark>$&</mark>') : html;

/** A line of words in a tag, where there are any. */
export function words(
  tag: string,
  block: Block,
  name: string,
  { marks }: Inside,
  item?: number,
  classes = '',
): string {
  const text = (item === undefined ? block.values : block.items[item])?.[name] ?? '';
  const face = classes && ` class="${classes}"`;
  return text
    ? `<${tag}${face}${marks?.text(block, name, item) ?? ''}>${lit(esc(text), marks)}</${tag}>`
    : '';
}

export const heading = (block: Block, inside: Inside): string =>
  words(inside.heading, block, 'title', inside);

/** Text with its paragraphs, lists and links. */
export function rich(
  block: Block,
  name: string,
  { funnel, step, marks }: Inside,
  item?: number,
  classes = 'r',
): string {
  const text = (item === undefined ? block.values : block.items[item])?.[name] ?? '';
  return text
    ? `<div class="${classes}"${marks?.text(block, name, item) ?? ''}>${lit(
        richText(text, (typed) => hrefOf(typed, funnel, step)),
        marks,
      )}</div>`
    : '';
}

export const image = (values: Record<string, string>, eager = false): string => {
  const src = pictureValue(values['picture'] ?? '');
  const alt = values['alt'] ?? '';
  if (isDrawing(src)) return drawDrawing(src, alt);
  const lazy = eager ? '' : ' loading="lazy"';
  return src ? `<img src="${esc(src)}" alt="${esc(alt)}"${lazy} decoding="async">` : '';
};

export const button = (label: string, href: string | null, mark = ''): string =>
  label && href ? `<a class="b" href="${esc(href)}"${mark}>${esc(label)}</a>` : '';
