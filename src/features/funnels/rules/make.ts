import { mostInField, specOf, type BlockType, type FieldSpec } from './blocks.ts';
import type { Block, FrameLink, Funnel, Step, StepKind } from './contract.ts';
import { giftText, readGift } from './gift.ts';
import { settled } from './nesting.ts';
import { isDrawing } from './render/drawings.ts';
import { freeSlug, slugOf } from './slug.ts';

/** A new id; comes in, so that rules stay without chance. */
export type MakeId = () => string;

export const kindNames: Record<StepKind, string> = {
  optin: 'Opt-in',
  sales: 'Sales page',
  checkout: 'Checkout',
  upsell: 'Upsell',
  downsell: 'Downsell',
  'thank-you': 'Thank-you',
  page: 'Page',
};

export const plainAccent = '#1d43c6';

export function newBlock(
  makeId: MakeId,
  type: BlockType,
  values: Record<string, string> = {},
  items: Record<string, string>[] = [],
  look: Partial<Pick<Block, 'tone' | 'align' | 'show'>> = {},
): Block {
  return {
    id: makeId(),
    type,
    show: 'all',
    tone: 'plain',
    align: 'start',
    alignPhone: null,
    ...look,
    values,
    items,
  };
}

/** What a fresh block of each kind says, so that nobody starts at nothing. */
const firstWords: Partial<Record<BlockType, [Record<string, string>, Record<string, string>[]?]>> = {
  hero: [
    {
      title: '[Your headline]',
      lead: '[Your promise: what they get and who it’s for]',
      button: 'Continue',
      link: 'next',
    },
  ],
  text: [{ title: '', body: '[Your text]' }],
  features: [
    { title: 'What’s included' },
    [{ title: '[Your first point]', body: '[Your reason: why it matters]' }],
  ],
  testimonials: [
    { title: 'What customers say' },
    [{ body: '[Your customer’s words]', name: '[Your customer’s name]', role: '' }],
  ],
  offer: [{ title: 'The offer', price: '$49', body: '- [Your buyers get this]', button: 'Buy', link: '' }],
  pricing: [
    { title: 'Choose a plan' },
    [
      {
        title: 'Basic',
        price: '$19',
        per: 'per month',
        body: '- [Your buyers get this]',
        button: 'Choose Basic',
      },
      {
        title: 'Plus',
        price: '$39',
        per: 'per month',
        body: '- [Your buyers get this]',
        button: 'Choose Plus',
        best: 'yes',
      },
    ],
  ],
  countdown: [{ title: 'The offer ends in', past: 'This offer has ended.' }],
  faq: [{ title: 'Questions' }, [{ question: 'What do people ask first?', answer: '[Your answer]' }]],
  optin: [
    {
      title: 'Where should we send it?',
      button: 'Send it to me',
      consent: 'I agree to get email about this offer. I can unsubscribe with one click.',
    },
  ],
  columns: [
    { title: '' },
    [
      { title: 'One', body: '[Your text]' },
      { title: 'Two', body: '[Your text]' },
    ],
  ],
  decision: [{ yes: 'Yes, add it', no: 'No, thank you' }],
};

export function freshBlock(makeId: MakeId, type: BlockType): Block {
  const [values = {}, items = []] = firstWords[type] ?? [];
  return newBlock(
    makeId,
    type,
    { ...values },
    items.map((item) => ({ ...item })),
  );
}

const usual: Record<StepKind, BlockType[]> = {
  optin: ['hero', 'optin'],
  sales: ['hero', 'features', 'offer', 'faq'],
  checkout: ['offer'],
  upsell: ['hero', 'offer', 'decision'],
  downsell: ['hero', 'offer', 'decision'],
  'thank-you': ['hero'],
  page: ['text'],
};

export function newStep(
  makeId: MakeId,
  kind: StepKind,
  steps: readonly Step[],
  name = kindNames[kind],
): Step {
  return {
    id: makeId(),
    kind,
    name,
    slug: freeSlug(
      slugOf(name, 'step'),
      steps.map(({ slug }) => slug),
    ),
    next: null,
    decline: null,
    seo: { title: '', description: '', isHidden: kind !== 'optin' && kind !== 'sales' && kind !== 'page' },
    blocks: usual[kind].map((type) => freshBlock(makeId, type)),
  };
}

/** An id that two steps have, or two blocks of one page: which of them is meant, nobody could say. */
export const sharedId = ({ steps }: Pick<Funnel, 'steps'>): string | undefined =>
  [steps, ...steps.map(({ blocks, other }) => [...blocks, ...(other?.blocks ?? [])])]
    .map((things) => firstTwice(things.map(({ id }) => id)))
    .find((id) => id !== undefined);

/** An address that two steps have: only one of them would be seen there. */
export const sharedAddress = ({ steps }: Pick<Funnel, 'steps'>): string | undefined =>
  firstTwice(steps.map(({ slug }) => slug));

const firstTwice = (all: readonly string[]): string | undefined =>
  all.length === new Set(all).size ? undefined : all.find((one, place) => all.indexOf(one) < place);

/** The one gate for what comes in: fields that no block has are gone, texts are plain, edges lead to steps that exist. */
export function tidied(funnel: Funnel): Funnel {
  const { steps } = funnel;
  const ids = new Set(steps.map(({ id }) => id));
  const edge = (to: string | null, from: string) => (to !== null && to !== from && ids.has(to) ? to : null);
  return {
    ...funnel,
    name: plainLine(funnel.name) || 'Untitled funnel',
    style: {
      ...funnel.style,
      company: plainLine(funnel.style.company),
      logo: pictureValue(funnel.style.logo),
    },
    ...(funnel.frame && {
      frame: {
        links: tidyLinks(funnel.frame.links),
        footer: tidyLinks(funnel.frame.footer),
        legal: plainLine(funnel.frame.legal),
      },
    }),
    steps: steps.map((step) => ({
      ...step,
      name: plainLine(step.name) || kindNames[step.kind],
      next: edge(step.next, step.id),
      decline: edge(step.decline, step.id),
      seo: {
        ...step.seo,
        title: plainLine(step.seo.title),
        description: plainLine(step.seo.description),
      },
      blocks: settled(step.blocks.map(tidyBlock)),
      ...(step.other && { other: { blocks: settled(step.other.blocks.map(tidyBlock)) } }),
    })),
  };
}

function tidyBlock(block: Block): Block {
  const spec = specOf(block.type);
  return {
    ...block,
    values: tidyValues(spec.fields, block.values),
    items: spec.items
      ? block.items.slice(0, spec.items.most).map((item) => tidyValues(spec.items?.fields ?? [], item))
      : [],
  };
}

function tidyValues(fields: readonly FieldSpec[], values: Record<string, string>): Record<string, string> {
  const tidy: Record<string, string> = {};
  for (const { name, kind, options } of fields) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') continue;
    const kept = tidyValue(kind, value);
    if (options && !options.some((one) => one.value === kept)) continue;
    if (kind === 'moment' && readMoment(kept) === null) continue;
    tidy[name] = kept.slice(0, mostInField(kind));
  }
  return tidy;
}

function tidyValue(kind: FieldSpec['kind'], value: string): string {
  if (kind === 'picture') return pictureValue(value);
  if (kind === 'file') return fileValue(value);
  return kind === 'text' ? plainText(value) : plainLine(value);
}

/** A file lies with the hub: nothing else stands in its field. */
function fileValue(value: string): string {
  const gift = readGift(value);
  return gift ? giftText(gift) : '';
}

/** No control characters, nothing that turns the direction of what stands after it, no half characters. */
const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, '');
const plainLine = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();

export const ownPicture = /^\/f\/-\/[0-9a-f]{64}\.(?:png|jpeg|webp|gif)$/;
const carriedPicture = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/;

/** A picture is kept by this hub or carried in the text itself; nothing is ever fetched from elsewhere. */
export const pictureValue = (value: string): string =>
  ownPicture.test(value) || carriedPicture.test(value) || isDrawing(value) ? value : '';

/** A moment as it is kept: to the minute, the same everywhere. */
export const readMoment = (value: string): Date | null =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(value)
    : null;

const tidyLinks = (links: readonly FrameLink[]): FrameLink[] =>
  links.map(({ words, to }) => ({ words: plainLine(words), to: plainLine(to) })).filter(({ words }) => words);
