/** What a page can be made of. Every block is described here once: editor, import, check and renderer all read this. */

export type FieldKind = 'line' | 'text' | 'link' | 'picture' | 'choice' | 'product' | 'switch' | 'video';

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
const pictureWithWords = [picture('picture', 'Picture'), line('alt', 'What the picture shows')] as const;
const link = (name: string, label: string): FieldSpec => ({ name, label, kind: 'link', hint: linkHint });

const richHint = '**bold**, *italic*, [words](https://…), lines that begin with - are a list';
const linkHint =
  '“next” for the next step, #offer or #form on this page, the address of a step, or a web address';

export const blockSpecs = {
  hero: {
    label: 'Hero',
    about: 'The promise, in one heading, with a button',
    fields: [
      line('title', 'Heading'),
      text('lead', 'Below it'),
      line('button', 'Button'),
      link('link', 'Button leads to'),
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
    about: 'One picture with a caption',
    fields: [...pictureWithWords, line('caption', 'Caption')],
  },
  video: {
    label: 'Video',
    about: 'By link; nothing is loaded from elsewhere until somebody presses play',
    fields: [
      {
        name: 'video',
        label: 'Address of the video',
        kind: 'video',
        hint: 'YouTube, Vimeo, or an https address of an .mp4 or .webm file',
      },
      line('title', 'What it is about'),
      ...pictureWithWords,
    ],
  },
  features: {
    label: 'Features',
    about: 'What one gets, point by point',
    fields: [line('title', 'Heading')],
    items: { label: 'Point', fields: [line('title', 'Point'), text('body', 'Explained')], most: 24 },
  },
  testimonials: {
    label: 'Testimonials',
    about: 'What others say, by name',
    fields: [line('title', 'Heading')],
    items: {
      label: 'Quote',
      fields: [text('body', 'Quote'), line('name', 'Who'), line('role', 'What they do')],
      most: 12,
    },
  },
  offer: {
    label: 'Pricing or offer',
    about: 'What it costs, what is in it, and the button',
    fields: [
      {
        name: 'product',
        label: 'Product of this hub',
        kind: 'product',
        hint: 'Its name and price come from the catalogue; leave it empty to sell elsewhere',
      },
      line('title', 'Name of the offer'),
      line('price', 'Price', 'As a buyer reads it, such as $49'),
      line('was', 'Price before', 'For what you sell elsewhere'),
      text('body', 'What is in it'),
      line('button', 'Button'),
      {
        name: 'link',
        label: 'Where you sell it',
        kind: 'link',
        hint: 'The https address of your checkout',
      },
      {
        name: 'bumpProduct',
        label: 'Order bump: a second product of this hub',
        kind: 'product',
        hint: 'A box beside the button, never ticked beforehand; both are one order',
      },
      line(
        'bump',
        'Order bump: its words',
        'Beside a product of this hub its own name stands, unless you write another; empty for none',
      ),
      line('bumpPrice', 'Its price'),
      {
        name: 'bumpLink',
        label: 'Checkout for both',
        kind: 'link',
        hint: 'Where the button leads when the box is ticked',
      },
    ],
  },
  faq: {
    label: 'FAQ',
    about: 'Questions that open',
    fields: [line('title', 'Heading')],
    items: { label: 'Question', fields: [line('question', 'Question'), text('answer', 'Answer')], most: 30 },
  },
  optin: {
    label: 'Opt-in form',
    about: 'An email address for something in return',
    fields: [
      line('title', 'Heading'),
      text('body', 'Below it'),
      { name: 'name', label: 'Ask for a name, too', kind: 'switch' },
      line('button', 'Button'),
      line('consent', 'What they agree to', 'Kept with each address, in these words'),
    ],
  },
  columns: {
    label: 'Columns',
    about: 'Two to four side by side, below one another on a phone',
    fields: [line('title', 'Heading')],
    items: {
      label: 'Column',
      fields: [...pictureWithWords, line('title', 'Heading'), text('body', 'Text')],
      most: 4,
    },
  },
  decision: {
    label: 'Yes or no',
    about: 'For an upsell or downsell: take the offer, or go on without it',
    fields: [
      line('yes', 'Button for yes', 'Where the offer is one of this hub, its own button is the yes'),
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
