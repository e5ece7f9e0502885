import { cents } from '#base/money.ts';
import { Price } from '#ui/text.tsx';

/** Beside the name of a document in a sentence or a list: nothing where it is free. */
export const PriceIfAny = ({ of: price }: { of: number | undefined }) =>
  price ? (
    <>
      {' '}
      <Price cents={cents(price)} />
    </>
  ) : null;
