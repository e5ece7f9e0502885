import { useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { ProductList } from '../rules/contract.ts';
import { RowEntries } from './entries.tsx';

/** The first three of the store, to be put into the cart right here; nothing where they cannot be had. */
export function SomeProducts() {
  const [list, setList] = useState<ProductList | null>(null);
  useEffect(() => {
    let isOver = false;
    api<ProductList>('/api/store/products').then(
      (answer) => !isOver && setList(answer),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, []);
  const some = list?.items.slice(0, 3) ?? [];
  if (!list || some.length === 0) return null;
  return (
    <section aria-labelledby="some-products" className="mt-48">
      <div className="mb-16 flex flex-wrap items-baseline justify-between gap-12">
        <h2 id="some-products" className="text-21">
          From the store
        </h2>
        {list.total > some.length && (
          <ButtonLink variant="quiet" data-flush="end" href="/store">
            All {list.total} products
          </ButtonLink>
        )}
      </div>
      <RowEntries entries={some} />
    </section>
  );
}
