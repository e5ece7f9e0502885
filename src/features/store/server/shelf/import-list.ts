import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#base/clock.ts';
import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { Done } from '#platform/server/desk.ts';
import { readTextFile } from '#platform/server/text-file.ts';
import { type ListedProduct, readProductList, type RowFault } from '../../rules/product-list.ts';
import { editTexts, type Texts } from './form.ts';
import { newProduct, withLicence } from './new-product.ts';
import type { ProductFolders } from './product-folders.ts';

const mostBytes = 20 * 1024 ** 2;
/** Whoever waits for the answer waits for all of them; the same file again makes the next ones. */
export const mostMadeAtOnce = 1000;

export interface ListLook {
  /** New here, and made by the act that follows. */
  comes: ListedProduct[];
  here: (ListedProduct & { why: string })[];
  faults: RowFault[];
  /** Another one means that something else would be made. */
  print: string;
}

interface Parts {
  clock: Pick<Clock, 'now'>;
  shelf: Pick<ProductFolders, 'finish'>;
  alone<T>(id: string, work: () => Promise<T>): Promise<T>;
  reread(): Promise<void>;
  takenBy(ids: readonly string[]): Promise<Map<string, string>>;
  putNew(id: string, texts: Texts): Promise<void>;
}

/** Products out of another shop's list: looked at first, then made, off sale. What is here stays as it is. */
export function importOf({ clock, shelf, alone, reread, takenBy, putNew }: Parts) {
  async function look(path: string, areCents: boolean): Promise<ListLook> {
    const text = await readTextFile(path, mostBytes);
    const { products, faults } = await readProductList(text, { areCents, pause: () => setImmediate() });
    const taken = await takenBy(products.map(({ id }) => id));
    const comes = products.filter(({ id }) => !taken.has(id));
    const here = products.flatMap((product) => {
      const why = taken.get(product.id);
      return why === undefined ? [] : [{ ...product, why }];
    });
    const print = createHash('sha256')
      .update(JSON.stringify([text, areCents, comes.map(({ id }) => id)]))
      .digest('hex');
    return { comes, here, faults, print };
  }

  const textsOf = ({ title, summary, cents, tags, page }: ListedProduct): Texts => {
    const changes = {
      title,
      summary,
      price: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
      tags: tags.join(', '),
      page,
    };
    const { mistyped, ...texts } = editTexts('product.md', newProduct(clock.now()), changes);
    const [fault] = Object.values(mistyped);
    if (fault !== undefined) throw new Problem('bad_request', fault);
    return withLicence(texts);
  };

  /** False if somebody made one of this address meanwhile. */
  const makeOne = (product: ListedProduct): Promise<boolean> =>
    alone(product.id, async () => {
      await shelf.finish(product.id);
      if ((await takenBy([product.id])).size > 0) return false;
      await putNew(product.id, textsOf(product));
      return true;
    });

  return {
    look,

    async make(path: string, areCents: boolean): Promise<Done> {
      const { comes, here, faults } = await look(path, areCents);
      const made: string[] = [];
      const known = here.length;
      const refused = [...faults];
      let met = 0;
      let stopped = '';
      try {
        for (const product of comes.slice(0, mostMadeAtOnce)) {
          try {
            if (await makeOne(product)) made.push(product.id);
            else met += 1;
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            refused.push({ line: product.line, why: reasonOf(error) });
          }
        }
      } catch (error) {
        // What was made stays, and is told.
        if (made.length === 0) throw error;
        stopped = 'The hub couldn’t write the rest: see its log, then import the file again. ';
      } finally {
        if (made.length > 0) await reread();
      }
      const left = stopped === '' ? comes.length - Math.min(comes.length, mostMadeAtOnce) : 0;
      return {
        words: [
          `${countOf(made.length, 'product')} made${made.length > 0 ? ', off sale' : ''}.`,
          ...(known + met > 0 ? [`${known + met} already here.`] : []),
          ...(refused.length > 0 ? [`${countOf(refused.length, 'row')} not read: ${inShort(refused)}.`] : []),
          ...(stopped === '' ? [] : [stopped.trim()]),
          ...(left > 0
            ? [`${left.toLocaleString('en')} more are in the file: import it again for the next ones.`]
            : []),
        ].join(' '),
        goOn: 'products',
        after: { made: made.length, known: known + met, notRead: refused.length },
      };
    },
  };
}

const reasonOf = (error: Problem): string => Object.values(error.details.fields ?? {})[0] ?? error.message;

const inShort = (faults: readonly RowFault[]): string =>
  faults.length > 5
    ? `lines ${faults
        .slice(0, 5)
        .map(({ line }) => line)
        .join(', ')} and ${faults.length - 5} more`
    : faults.map(({ line, why }) => `line ${line}, ${why}`).join('; ');
