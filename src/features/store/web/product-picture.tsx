import type { ComponentProps } from 'react';
import type { ProductImage } from '../rules/product.ts';

/**
 * How wide each place is, for the browser to choose by. On a phone two points of a picture to each of the page's are
 * sharp enough to read, and it may have three: the widths say two thirds of the truth there.
 */
const places = {
  /** A row of the cart, the checkout, a line of thumbnails. */
  thumb: '72px',
  /** One of a list. */
  row: '(min-width: 768px) 208px, 112px',
  /** The first of a list. */
  lead: '(min-width: 768px) 480px, 66vw',
  /** Half a column. */
  half: '(min-width: 768px) 432px, 66vw',
  /** The picture that a page is about. */
  whole: '(min-width: 1024px) 680px, 66vw',
};

export type PicturePlace = keyof typeof places;

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'alt' | 'sizes'> & {
  image: ProductImage | null | undefined;
  place: PicturePlace;
  /** It stands beside its own name: nothing is said twice. */
  silent?: boolean;
  /** In the first screen: fetched at once. */
  soon?: boolean;
};

/** A product's own pages on the desk, four to three. The space is there before the picture is. */
export function ProductPicture({ image, place, silent, soon, className = '', ...rest }: PictureProps) {
  return (
    <span className={`block aspect-4/3 overflow-hidden border border-hairline bg-sunken ${className}`}>
      {image && (
        <img
          {...(image.srcset && { sizes: places[place], srcSet: image.srcset })}
          src={image.src}
          alt={silent ? '' : image.alt}
          width={1200}
          height={900}
          loading={soon ? 'eager' : 'lazy'}
          decoding="async"
          className="h-full w-full object-contain"
          {...rest}
        />
      )}
    </span>
  );
}
