import { specOf } from './blocks.ts';
import type { Block, Step } from './contract.ts';
import { starters } from './starters/index.ts';

/** A text of a page as its template left it. */
export interface Sample {
  /** The one of the block's items it is in; null: the block's own. */
  item: number | null;
  name: string;
  text: string;
  /** It promises something in the owner's name: what is offered, and the headline over it. */
  isPromise: boolean;
}

/** What says the same on anybody's page: labels, headings of lists, the sentence for consent. */
const neutral = new Set([
  'button',
  'consent',
  'link',
  'picture',
  'price',
  'per',
  'yes',
  'no',
  'past',
  'until',
]);
const isProse = (kind: string): boolean => kind === 'line' || kind === 'text';
const promises: Partial<Record<Block['type'], readonly string[]>> = {
  hero: ['title'],
  offer: ['title', 'body'],
  pricing: ['body'],
};

const keyOf = (type: Block['type'], isItem: boolean, name: string, text: string): string =>
  [type, isItem ? 'item' : 'own', name, text].join(' ');

function* textsOf({ type, values, items }: Pick<Block, 'type' | 'values' | 'items'>) {
  const spec = specOf(type);
  for (const [at, part] of [values, ...items].entries()) {
    const isItem = at > 0;
    for (const { name, kind } of (isItem ? spec.items?.fields : spec.fields) ?? []) {
      const text = part[name] ?? '';
      // The heading of a list names its kind; that of a hero or an offer says what there is.
      const isLabel = neutral.has(name) || (name === 'title' && !isItem && !promises[type]?.includes(name));
      if (text && isProse(kind) && !isLabel) yield { item: isItem ? at - 1 : null, name, text };
    }
  }
}

const known: ReadonlySet<string> = new Set(
  starters.flatMap(({ steps }) =>
    steps.flatMap(({ blocks }) =>
      blocks.flatMap(([type, values, items = []]) =>
        [...textsOf({ type, values, items })].map(({ item, name, text }) =>
          keyOf(type, item !== null, name, text),
        ),
      ),
    ),
  ),
);

/** What a template put into a block and nobody has changed; what is in brackets is told elsewhere. */
export function samplesIn(block: Block, { kind }: Pick<Step, 'kind'>): Sample[] {
  const isThanks = kind === 'thank-you';
  return [...textsOf(block)]
    .filter(
      ({ item, name, text }) =>
        !text.includes('[') &&
        // The headline of thanks is the same everywhere.
        !(isThanks && name === 'title') &&
        known.has(keyOf(block.type, item !== null, name, text)),
    )
    .map((one) => ({
      ...one,
      isPromise: !isThanks && (promises[block.type] ?? []).includes(one.name),
    }));
}
