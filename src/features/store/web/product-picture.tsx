import type { ComponentProps } from 'react';

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'alt'> & {
  image: { src: string; alt: string } | null | undefined;
  /** It stands beside its own name: nothing is said twice. */
  silent?: boolean;
  /** In the first screen: fetched at once. */
  soon?: boolean;
};

/** A product's own pages on the desk, four to three. The space is there before the picture is. */
export function ProductPicture({ image, silent, soon, className = '', ...rest }: PictureProps) {
  return (
    <span className={`block aspect-4/3 overflow-hidden border border-hairline bg-sunken ${className}`}>
      {image && (
        <img
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
