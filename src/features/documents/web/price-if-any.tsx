import { type Cost, priceWords } from '#features/documents/rules/price-words.ts';

/** Beside the name of a document in a sentence or a list: nothing where it is free. */
export const PriceIfAny = ({ of }: { of: Cost | undefined }) =>
  of && of.price > 0 ? (
    <>
      {' '}
      <span className="text-13 text-muted">{priceWords(of)}</span>
    </>
  ) : null;
