import { type MouseEvent, useState } from 'react';
import { Sheet } from '#ui/stationery.tsx';
import type { ProductImage } from '../rules/product.ts';
import { ProductPicture } from './product-picture.tsx';

/** One picture large, the others to choose from; without scripts each opens by itself. */
export function Gallery({ images }: { images: readonly ProductImage[] }) {
  const [at, setAt] = useState(0);
  const shown = images[at] ?? images[0];
  const choose = (index: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setAt(index);
  };
  return (
    <div>
      <a
        href={shown?.src}
        target="_blank"
        rel="noopener"
        className="block"
        aria-label={`${shown?.alt ?? 'Image'}, full size in a new tab`}
      >
        <Sheet stack className="p-8">
          <ProductPicture key={shown?.src} image={shown} place="whole" silent soon fetchPriority="high" />
        </Sheet>
      </a>
      <p aria-live="polite" className="mt-8 text-13 text-muted">
        {shown?.alt}
      </p>
      {images.length > 1 && (
        <ul className="mt-12 grid grid-cols-4 gap-12">
          {images.map((image, index) => (
            <li key={image.src}>
              <a
                href={image.src}
                onClick={choose(index)}
                aria-label={`Show image ${index + 1}: ${image.alt}`}
                aria-current={index === at ? 'true' : undefined}
                className={index === at ? 'block outline outline-ink' : 'block'}
              >
                <ProductPicture image={image} place="row" silent />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
