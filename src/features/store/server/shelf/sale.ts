import { join } from 'node:path';
import type { Clock } from '#base/clock.ts';
import { plannedText } from '#base/planned.ts';
import { Problem } from '#base/problem.ts';
import type { Asked, DeskField, Done } from '#platform/server/desk.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import { type SaleState, saleState, saleWords } from '../../rules/sale-time.ts';
import { offSaleNote, type ProductFolders } from './product-folders.ts';
import { saleFields, saleIn, saleText } from './sale-form.ts';
import type { Standing } from './standing.ts';

interface Tools {
  clock: Clock;
  folders: ProductFolders;
  find(id: string): Promise<Standing>;
  locked<T>(id: string, work: () => Promise<T>): Promise<T>;
  told(id: string, read: (product: Standing) => DeskField[]): Promise<DeskField[]>;
  put(product: Standing, files: Record<string, string>, isOnSale: boolean): Promise<void>;
}

const pathOf = ({ folder }: Standing) => join(folder, 'product.md');

/** On sale, off sale, and on sale at a time. */
export function saleOf({ clock, folders: shelf, find, locked, told, put }: Tools) {
  const momentsOf = ({ sale: { from, until } }: Standing) => ({
    from: from?.at ?? null,
    until: until?.at ?? null,
  });
  const stateOf = (product: Standing): SaleState | 'off' =>
    product.isOnSale ? saleState(momentsOf(product), clock.now()) : 'off';
  const withChanges = (product: Standing): string => {
    if (!product.isOnSale) return 'It isn’t on sale.';
    const time = saleWords(product.sale, clock.now());
    return time === null ? 'It is on sale with these changes.' : `${time}.`;
  };

  return {
    saleFields: (id: string) => told(id, ({ sale }) => saleFields(sale)),

    /** On sale from one moment until another, by its file alone: nothing has to run when the time comes. */
    schedule: (id: string, form: Asked): Promise<Done> =>
      locked(id, async () => {
        await shelf.finish(id);
        const product = await find(id);
        const sale = saleIn(form, clock.now());
        if (form['was'] !== undefined && form['was'] !== saleText(product.sale))
          throw new Problem(
            'conflict',
            `Nothing was saved. Somebody else changed its time meanwhile: ${saleWords(product.sale, clock.now()) ?? 'on sale at once, without end'}. Open the form again.`,
          );
        const text = editMarkdownFile(pathOf(product), product.text, {
          onSale: undefined,
          onSaleFrom: sale.from ? plannedText(sale.from) : undefined,
          onSaleUntil: sale.until ? plannedText(sale.until) : undefined,
        });
        await put(product, { 'product.md': text }, true);
        return {
          words: `${product.title}: ${saleWords(sale, clock.now()) ?? 'on sale, without an end'}.`,
          before: { onSale: product.isOnSale ? 'yes' : 'no', time: saleText(product.sale) },
          after: { onSale: 'yes', time: saleText(sale) },
        };
      }),

    /** Whether it is sold at this moment, or why it isn’t. */
    stateOf,
    withChanges,
    /** "On sale from …"; null where no time is set. */
    timeOf: ({ sale }: Standing) => saleWords(sale, clock.now()),

    setOnSale: (id: string, isOnSale: boolean): Promise<Done> =>
      locked(id, async () => {
        await shelf.finish(id);
        const product = await find(id);
        const state = isOnSale ? 'on sale' : 'off sale';
        const was = stateOf(product);
        if (isOnSale ? was === 'sold' : was === 'off')
          return { words: `${product.title} is ${state} already.`, after: { onSale: isOnSale } };
        if (product.from === 'own') {
          const time = saleState(momentsOf(product), clock.now());
          const text = editMarkdownFile(pathOf(product), product.text, {
            onSale: isOnSale ? undefined : 'no',
            // At once, whatever was planned.
            ...(isOnSale && time !== 'sold' && { onSaleFrom: undefined }),
            ...(isOnSale && time === 'over' && { onSaleUntil: undefined }),
          });
          await put(product, { 'product.md': text }, isOnSale);
        } else if (isOnSale) await shelf.dropNote(id);
        else await shelf.replace(id, { files: { 'product.md': offSaleNote } });
        return {
          words: isOnSale
            ? `${product.title} is on sale.`
            : `${product.title} is off sale. Its buyers keep it.`,
          before: { onSale: product.isOnSale ? 'yes' : 'no' },
          after: { onSale: isOnSale ? 'yes' : 'no' },
        };
      }),
  };
}
