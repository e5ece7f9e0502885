import { join } from 'node:path';
import { Problem } from '#base/problem.ts';
import type { Asked, Done, GivenFile } from '#platform/server/desk.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import type { Platform } from '#platform/server/platform.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import type { CatalogueFolders } from '../read-catalogue.ts';
import { samplesOf } from '../samples.ts';
import type { StoreTables } from '../tables.ts';
import { editTexts, fieldsOf, mergeForm, type Texts, valuesOf } from './form.ts';
import { formFields } from './form-fields.ts';
import { addressOf, newProduct } from './new-product.ts';
import { versionFields, versionForm, withVersion } from './new-version.ts';
import { createProductFolders, readRemoved } from './product-folders.ts';
import { faultsOf, fieldProblem, prover, textFaults } from './proof.ts';
import { readStanding, standingNames, type Standing } from './standing.ts';
import { previewOf, thumbOf } from './preview.ts';
import { importOf } from './import-list.ts';
import { listFields, type ListKind, withList } from './lists.ts';
import { saleOf } from './sale.ts';
import { takenAddresses } from './taken-addresses.ts';
import { asProblem, inShort, labelsOf } from './said.ts';

type Parts = Pick<Platform, 'db' | 'clock'> & {
  folders: CatalogueFolders;
  /** Puts on sale what the folders say now. */
  reread(): Promise<void>;
};

export type Shelf = ReturnType<typeof createShelf>;

/** Products as an operator makes and changes them without an editor: the same folders, changed whole. */
export function createShelf({ db, clock, folders, reread }: Parts) {
  const shelf = createProductFolders(folders.own, clock);

  /** One change of a product at a time, whoever makes it and wherever. */
  const alone = <T>(id: string, work: () => Promise<T>): Promise<T> =>
    db.transaction<StoreTables, T>(async (trx) => {
      await holdLock(trx, `product:${id}`);
      return work().catch(asProblem);
    });
  async function locked<T>(id: string, work: () => Promise<T>): Promise<T> {
    const done = await alone(id, work);
    await reread();
    return done;
  }

  async function find(id: string): Promise<Standing> {
    const found = await readStanding(folders, id);
    if (!found) throw new Problem('not_found', `There is no product ${id}. It may have been deleted.`);
    return found;
  }

  /** What its files say, or what is wrong with them, in words. */
  async function told<T>(id: string, read: (product: Standing) => T): Promise<T> {
    const product = await find(id);
    try {
      return read(product);
    } catch (error) {
      return asProblem(error);
    }
  }

  const draftOf = (
    { folder, from, print }: Standing,
    files: Record<string, string>,
    sharing: 'links' | 'copies' = from === 'own' ? 'links' : 'copies',
  ) => ({ from: { folder, sharing, print }, files });

  /** A product.md in its place, with the rest of the folder as it is. */
  const put = (product: Standing, files: Record<string, string>, isOnSale: boolean) =>
    shelf.replace(product.id, draftOf(product, files), prover(product.id, isOnSale));

  const textsOf = ({ text, licence }: Standing) => ({ product: text, licence: licence?.text ?? null });
  const pathOf = ({ folder }: Standing) => join(folder, 'product.md');

  /** A copy of a shipped product that is off sale stays off sale. */
  const asStanding = (product: Standing, text: string): string =>
    product.from === 'shipped' && !product.isOnSale
      ? editMarkdownFile(pathOf(product), text, { onSale: 'no' })
      : text;

  const sale = saleOf({ clock, folders: shelf, find, locked, told, put });

  const takenBy = (ids: readonly string[]) => takenAddresses({ db, folders, shelf }, ids);
  async function assertFree(id: string): Promise<void> {
    const words = (await takenBy([id])).get(id);
    if (words !== undefined) throw fieldProblem({ address: words });
  }

  /** Off sale, from what its form or another shop says. */
  const putNew = (id: string, { product, licence }: Texts) =>
    shelf.replace(
      id,
      { files: { 'product.md': product, 'LICENCE.md': `${licence ?? ''}\n` } },
      prover(id, false),
    );

  return {
    find,
    stands: (id: string) => readStanding(folders, id),
    names: () => standingNames(folders),
    removed: () => shelf.removed(),
    samples: samplesOf(folders, (work) => locked('catalog.md', work)),
    /** The fields of a new product, or of one as it stands; with what was typed, also what changed meanwhile. */
    newFields: () => fieldsOf(valuesOf('product.md', newProduct(clock.now()))),
    fieldsOf: (id: string, typed?: Asked) =>
      told(id, (product) => fieldsOf(valuesOf(pathOf(product), textsOf(product)), typed)),

    async make(form: Asked): Promise<Done> {
      const blank = newProduct(clock.now());
      const { changes } = mergeForm({ ...form, was: '' }, valuesOf('product.md', blank));
      const made = editTexts('product.md', blank, changes);
      // All that is wrong at once, not one thing after the other.
      const faults = { ...textFaults(made.product), ...made.mistyped };
      const id = addressOf(form['address'] ?? '', form['title'] ?? '', faults);
      return locked(id, async () => {
        await shelf.finish(id);
        await assertFree(id);
        const licence = made.licence?.trim() || (form['licenceWords']?.trim() ?? '');
        await putNew(id, { product: made.product, licence });
        return {
          words: `${changes['title'] ?? id} made. It isn’t on sale yet.`,
          goOn: `products/${id}`,
          after: { address: id, ...inShort(changes) },
        };
      });
    },

    edit: (id: string, form: Asked): Promise<Done> =>
      locked(id, async () => {
        await shelf.finish(id);
        const product = await find(id);
        const now = valuesOf(pathOf(product), textsOf(product));
        const { changes, conflicts } = mergeForm(form, now);
        if (Object.keys(conflicts).length > 0)
          throw new Problem(
            'conflict',
            `Nothing was saved. Changed since you opened this form: ${labelsOf(conflicts)}. Both are shown below.`,
          );
        if (Object.keys(changes).length === 0)
          return { words: 'Nothing was changed.', after: { changed: 'nothing' } };
        const edited = editTexts(pathOf(product), textsOf(product), changes);
        if (Object.keys(edited.mistyped).length > 0) throw fieldProblem(edited.mistyped);
        const text = asStanding(product, edited.product);
        const licence =
          product.licence && edited.licence !== product.licence.text ? product.licence.file : null;
        const files = { 'product.md': text, ...(licence !== null && { [licence]: edited.licence ?? '' }) };
        await put(product, files, product.isOnSale);
        const state = sale.withChanges(product);
        return {
          words: `Saved: ${labelsOf(changes)}. ${state}`,
          before: inShort(Object.fromEntries(Object.keys(changes).map((name) => [name, now[name] ?? '']))),
          after: inShort(changes),
        };
      }),

    preview: async (id: string, form: Asked) => previewOf(await find(id), form).catch(asProblem),

    versionFields: (id: string) => told(id, (product) => versionForm(pathOf(product), product.text)),

    addVersion: (id: string, form: Asked): Promise<Done> =>
      locked(id, async () => {
        await shelf.finish(id);
        const product = await find(id);
        const named = withVersion(pathOf(product), product.text, form, clock.now());
        const text = asStanding(product, named);
        const prove = prover(id, product.isOnSale, versionFields);
        await shelf.replace(id, draftOf(product, { 'product.md': text }), prove);
        const state = product.isOnSale ? 'is on sale' : 'is saved; the product isn’t on sale';
        return {
          words: `${product.title} ${form['version']?.trim()} ${state}.`,
          after: { version: form['version'] },
        };
      }),

    listFields: (kind: ListKind, id: string, typed?: Asked) =>
      find(id).then((product) => {
        const seen = (file: string) =>
          kind.key === 'images' ? thumbOf(product.folder, file) : Promise.resolve(null);
        return listFields(kind, pathOf(product), product.text, { typed, seen }).catch(asProblem);
      }),

    /** Files or pictures: what they are, their order, the ones that go and the ones that came with the form. */
    changeList: (kind: ListKind, id: string, form: Asked, given: readonly GivenFile[]): Promise<Done> =>
      locked(id, async () => {
        await shelf.finish(id);
        const product = await find(id);
        const changed = await withList(kind, product, form, given);
        const version = form['version']?.trim() ?? '';
        if (!changed && version === '') return { words: 'Nothing was changed.', after: {} };
        const {
          text: listed,
          taken = {},
          without = [],
          fields = {},
          done = [],
          record = [],
        } = changed ?? { text: product.text };
        const named = version === '' ? listed : withVersion(pathOf(product), listed, form, clock.now());
        const text = asStanding(product, named);
        const draft = { ...draftOf(product, { 'product.md': text }), taken, without };
        await shelf.replace(id, draft, prover(id, product.isOnSale, { ...versionFields, ...fields }));
        if (version !== '') for (const said of [done, record]) said.push(`version ${version}`);
        return {
          words: `Saved: ${done.join(', ')}. ${sale.withChanges(product)}`,
          after: { [kind.key]: record.join(', ') },
        };
      }),

    ...sale,
    list: importOf({ clock, shelf, alone, reread, takenBy, putNew }),

    async duplicate(id: string, form: Asked): Promise<Done> {
      const title = form['title']?.trim() ?? '';
      const copy = addressOf(form['address'] ?? '', title);
      return locked(copy, async () => {
        await shelf.finish(copy);
        await assertFree(copy);
        const product = await find(id);
        const { product: named, mistyped } = editTexts(pathOf(product), textsOf(product), { title });
        if (Object.keys(mistyped).length > 0) throw fieldProblem(mistyped);
        const text = editMarkdownFile(pathOf(product), named, {
          onSale: 'no',
          onSaleFrom: undefined,
          onSaleUntil: undefined,
        });
        await shelf.replace(copy, draftOf(product, { 'product.md': text }, 'copies'), prover(copy, false));
        return {
          words: `${title} made from ${product.title}. It isn’t on sale yet.`,
          goOn: `products/${copy}`,
          after: { address: copy, from: id },
        };
      });
    },

    remove: (id: string): Promise<Done> =>
      locked(id, async () => {
        await shelf.finish(id);
        const product = await find(id);
        if (product.from === 'shipped')
          throw new Problem(
            'conflict',
            'This product comes with the hub and can’t be deleted. Take it off sale.',
          );
        await shelf.remove(id, product.isShipped);
        return {
          words: `${product.title} deleted. Its buyers keep it. For 30 days it can be put back, under Deleted.`,
          goOn: 'products',
          before: { title: product.title, onSale: product.isOnSale ? 'yes' : 'no' },
        };
      }),

    async putBack(name: string): Promise<Done> {
      const removed = readRemoved(name);
      if (!removed) throw new Problem('not_found', 'This product isn’t among the deleted ones.');
      return locked(removed.id, async () => {
        if (!(await shelf.removed()).some((each) => each.name === name))
          throw new Problem('not_found', 'This product isn’t among the deleted ones any more.');
        if (!(await shelf.putBack(removed)))
          throw new Problem(
            'conflict',
            `Another product has the address ${removed.id} now. Delete that one first.`,
          );
        const { title, isOnSale } = await find(removed.id);
        return {
          words: `${title} is back${isOnSale ? ', and on sale' : '. It isn’t on sale'}.`,
          goOn: `products/${removed.id}`,
          after: { onSale: isOnSale ? 'yes' : 'no' },
        };
      });
    },

    /** What keeps a product off sale, in words. */
    async hindrances(product: Standing): Promise<string[]> {
      const { fields, others } = await faultsOf(product.id, product.folder, true);
      const named = formFields.flatMap(({ name, label }) =>
        name in fields ? [`${label}: ${fields[name]}`] : [],
      );
      const isBlank = product.licence?.text.trim() === '';
      const empty = isBlank ? ['The licence has no words: buyers would get an empty file.'] : [];
      return [...named, ...others, ...empty];
    },

    /** Ends what was interrupted, and forgets what was deleted long ago. */
    async tidy(): Promise<void> {
      for (const id of await shelf.unfinished()) await locked(id, () => shelf.finish(id));
      await shelf.forgetRemoved();
    },
  };
}
