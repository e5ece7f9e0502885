import { useEffect, useState } from 'react';
import { cents, formatMoney } from '#base/money.ts';
import { api } from '#platform/web/api.ts';

export interface OnSale {
  id: string;
  title: string;
  price: string;
}

interface Listed {
  items: { id: string; title: string; priceCents: number }[];
  total: number;
  pageSize: number;
}

let asked: Promise<OnSale[]> | null = null;

async function ask(): Promise<OnSale[]> {
  const found: OnSale[] = [];
  for (let page = 1; page <= 10; page++) {
    const { items, total, pageSize } = await api<Listed>(`/api/store/products?page=${page}`);
    found.push(
      ...items.map(({ id, title, priceCents }) => ({ id, title, price: formatMoney(cents(priceCents)) })),
    );
    if (page * pageSize >= total) break;
  }
  return found;
}

/** What the hub has on sale; null while that is not known. */
export function useProducts(): OnSale[] | null {
  const [products, setProducts] = useState<OnSale[] | null>(null);
  useEffect(() => {
    let isOver = false;
    asked ??= ask();
    asked.then(
      (found) => !isOver && setProducts(found),
      () => (asked = null),
    );
    return () => {
      isOver = true;
    };
  }, []);
  return products;
}
