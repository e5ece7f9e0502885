/** What a page can be made of. Every block is described here once: editor, import, check and renderer all read this. */

export type FieldKind =
  | 'line'
  | 'text'
  | 'link'
  | 'picture'
  | 'choice'
  | 'product'
  | 'switch'
  | 'video'
  | 'moment'
  | 'file';

export interface FieldSpec {
  name: string;
  label: string;
  kind: FieldKind;
  hint?: string;
  options?: readonly { value: string; label: string }[];
  most?: number;
}

export interface BlockSpec {
  label: string;
  /** One line for the list to choose from. */
  about: string;
  fields: readonly FieldSpec[];
  /** What repeats inside it: questions, quotes, columns. */
  items?: { label: string; fields: readonly FieldSpec[]; most: number };
}

const line = (name: string, label: string, hint?: string): FieldSpec => ({
  name,
  label,
  kind: 'line',
  ...(hint && { hint }),
});
const text = (name: string, label: string): FieldSpec => ({ name, label, kind: 'text', hint: richHint });
const picture = (name: string, label: string): FieldSpec => ({ name, label, kind: 'picture' });
const pictureWithWords = [picture('picture', 'Image'), line('alt', 'Alt text')] as const;
const link = (name: string, label: string): FieldSpec => ({ name, label, kind: 'link', hint: linkHint });

const richHint = '**bold**, *italic*, [link](https://…), start a line with - for a list';
const linkHint = 'A page, a place on this page, or a web address';

export const blockSpecs = {
  hero: {
    label: 'Hero',
    about: 'A headline and a button',
    fields: [
      line('kicker', 'Kicker', 'A few words above the title'),
      line('title', 'Heading'),
      text('lead', 'Supporting text'),
      line('button', 'Button'),
      link('link', 'Button link'),
      line('note', 'Small print', 'Below the button'),
      ...pictureWithWords,
    ],
  },
  text: {
    label: 'Text',
    about: 'A heading and paragraphs',
    fields: [line('title', 'Heading'), text('body', 'Text')],
  },
  image: {
    label: 'Image',
    about: 'One image with a caption',
    fields: [...pictureWithWords, line('caption', 'Caption')],
  },
  video: {
    label: 'Video',
    about: 'By link. Nothing loads from other sites until someone clicks play',
    fields: [
      {
        name: 'video',
        label: 'Video URL',
        kind: 'video',
        hint: 'YouTube, Vimeo, or an https link to an .mp4 or .webm file',
      },
      line('title', 'Title'),
      ...pictureWithWords,
    ],
  },
  features: {
    label: 'Features',
    about: 'What buyers get, point by point',
    fields: [line('title', 'Heading')],
    items: { label: 'Point', fields: [line('title', 'Point'), text('body', 'Description')], most: 24 },
  },
  testimonials: {
    label: 'Testimonials',
    about: 'Quotes from named customers',
    fields: [
      line('title', 'Heading'),
      {
        name: 'layout',
        label: 'Layout',
        kind: 'choice',
        options: [
          { value: '', label: 'Side by side' },
          { value: 'wall', label: 'Wall' },
          { value: 'single', label: 'One, large' },
        ],
      },
    ],
    items: {
      label: 'Quote',
      fields: [
        text('body', 'Quote'),
        line('name', 'Name'),
        line('role', 'Role'),
        picture('picture', 'Portrait (optional)'),
      ],
      most: 12,
    },
  },
  offer: {
    label: 'Pricing or offer',
    about: 'The price, what’s included, and a button',
    fields: [
      {
        name: 'product',
        label: 'Product from your store',
        kind: 'product',
        hint: 'Name and price come from the catalog. Leave empty to sell elsewhere',
      },
      line('title', 'Offer name'),
      line('price', 'Price', 'As buyers see it, such as $49'),
      line('was', 'Original price', 'For what you sell elsewhere'),
      text('body', 'What’s included'),
      line('button', 'Button'),
      {
        name: 'link',
        label: 'Checkout link',
        kind: 'link',
        hint: 'The https link to your checkout',
      },
      {
        name: 'bumpProduct',
        label: 'Order bump: a second product from your store',
        kind: 'product',
        hint: 'A checkbox next to the button, never pre-checked. Both products go in one order',
      },
      line('bump', 'Order bump: text', 'For a product from your store, leave empty to use its name'),
      line('bumpPrice', 'Order bump: price'),
      {
        name: 'bumpLink',
        label: 'Checkout link for both',
        kind: 'link',
        hint: 'Where the button goes when the box is checked',
      },
    ],
  },
  pricing: {
    label: 'Plans',
    about: 'Two to four prices next to each other',
    fields: [line('title', 'Heading')],
    items: {
      label: 'Plan',
      fields: [
        line('title', 'Plan name'),
        line('price', 'Price', 'As buyers see it, such as $49'),
        line('per', 'Per', 'Such as per month'),
        text('body', 'What’s included'),
        line('button', 'Button'),
        link('link', 'Button link'),
        { name: 'best', label: 'Highlight this plan', kind: 'switch' },
      ],
      most: 4,
    },
  },
  countdown: {
    label: 'Countdown',
    about: 'To a fixed date. Once it has passed, the page says so',
    fields: [
      line('title', 'Heading'),
      {
        name: 'until',
        label: 'Date and time',
        kind: 'moment',
        hint: 'In your time zone; visitors see theirs',
      },
      line('past', 'Text after the date', 'Such as: This offer has ended'),
    ],
  },
  faq: {
    label: 'FAQ',
    about: 'Questions and answers that expand',
    fields: [line('title', 'Heading')],
    items: { label: 'Question', fields: [line('question', 'Question'), text('answer', 'Answer')], most: 30 },
  },
  optin: {
    label: 'Opt-in form',
    about: 'Collect email addresses in exchange for something',
    fields: [
      line('title', 'Heading'),
      text('body', 'Supporting text'),
      { name: 'name', label: 'Also ask for a name', kind: 'switch' },
      line('button', 'Button'),
      line('consent', 'Consent text', 'Saved with each email address, word for word'),
      { name: 'gift', label: 'File to send', kind: 'file', hint: 'Emailed to everyone who signs up here' },
      {
        name: 'giftWords',
        label: 'What the email says',
        kind: 'line',
        hint: 'Optional. One line in your words, without links',
      },
    ],
  },
  columns: {
    label: 'Columns',
    about: 'Two to four side by side, stacked on a phone',
    fields: [line('title', 'Heading')],
    items: {
      label: 'Column',
      fields: [...pictureWithWords, line('title', 'Heading'), text('body', 'Text')],
      most: 4,
    },
  },
  decision: {
    label: 'Yes or no',
    about: 'For an upsell or downsell: accept or decline the offer',
    fields: [
      line('yes', 'Button for yes', 'For a product from your store, the offer’s own button is the yes'),
      line('no', 'Link for no'),
    ],
  },
} as const satisfies Record<string, BlockSpec>;

export type BlockType = keyof typeof blockSpecs;
export const blockTypes = Object.keys(blockSpecs) as BlockType[];
export const specOf = (type: BlockType): BlockSpec => blockSpecs[type];

/** How much may stand in a field. A picture on the device is a text of its own. */
export const mostInField = (kind: FieldKind): number =>
  kind === 'picture' ? 420_000 : kind === 'text' ? 8000 : kind === 'line' ? 400 : 1000;
