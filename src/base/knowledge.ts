/** Something that this hub knows about itself and anybody may be told: a product, a document, a page or a part of one. */
export interface Knowledge {
  kind: 'product' | 'document' | 'page';
  /** Where it is read: a path, with the part of the page behind a #. */
  path: string;
  title: string;
  /** One sentence, or nothing. */
  summary: string;
  /** What one asks before opening it, such as "4 pages, $12". */
  facts: string;
  /** Other words for it: tags, a category. */
  tags: string;
  /** Questions that it answers and other ways to ask for it, in any language. */
  asks?: readonly string[];
  /** Everything else that it says, without markup. */
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The words of HTML that the hub itself has made: without tags, one space between words. */
export const wordsOfHtml = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
