import { type Cost, priceWords } from '#features/documents/rules/price-words.ts';

/** What it costs, where a list has a place for that. */
export const DocumentPrice = ({ of }: { of: Cost }) => (
  <span className={of.price > 0 ? 'ui-price tabular-nums' : 'ui-price'}>{priceWords(of)}</span>
);

/** Beside the name of a document in a sentence or a list: nothing where it is free. */
export const PriceIfAny = ({ of }: { of: Cost | undefined }) =>
  of && of.price > 0 ? (
    <>
      {' '}
      <span className="text-13 text-muted">{priceWords(of)}</span>
    </>
  ) : null;
