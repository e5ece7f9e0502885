import { Problem } from '#base/problem.ts';
import type { DeskAct, DeskField } from '#platform/server/desk.ts';
import { isProductId } from '../../../rules/product.ts';
import { listKinds } from '../../shelf/lists.ts';
import type { Shelf } from '../../shelf/shelf.ts';
import { importAct } from './import-act.ts';

const address: DeskField = {
  name: 'address',
  label: 'Address',
  hint: 'What its page ends in: /product/launch-kit. It stays for good. Empty: made from the name.',
};

/** Why it can’t go on sale yet; null where it can, or is. */
async function hindered(shelf: Shelf, product: Awaited<ReturnType<Shelf['find']>>): Promise<string | null> {
  const hindrances = product.isOnSale ? [] : await shelf.hindrances(product);
  return hindrances.length > 0 ? `${product.title} can’t go on sale yet. ${hindrances.join(' ')}` : null;
}

/** What came with the hub, all of it at once. */
const sampleActs = (shelf: Shelf): DeskAct[] => [
  {
    name: 'sell-samples',
    label: 'Sell the samples',
    isOfPage: true,
    async ask() {
      const { count, isSold } = await shelf.samples.read();
      const words = isSold
        ? 'They are on sale already. Pressed again, that is written down for good.'
        : `The ${count} products that came with the hub go on sale at their prices, but for those that you took off. You are paid for them.`;
      return { words, fields: [] };
    },
    act: () => shelf.samples.sell('yes'),
  },
  {
    name: 'stop-samples',
    label: 'Stop selling samples',
    isOfPage: true,
    ask: async () => ({
      words:
        'Nobody can buy them any more. Whoever bought one keeps it. Those that you changed are yours, and stay.',
      fields: [],
    }),
    act: () => shelf.samples.sell('no'),
  },
];

const asField = (field: DeskField | undefined): DeskField => field ?? { name: '', label: '' };

/** What an operator does with products: each writes the folder that an editor would. */
export const productActs = (shelf: Shelf): DeskAct[] => [
  {
    name: 'new',
    label: 'New product',
    button: 'Create product',
    isOfPage: true,
    async ask() {
      const [was, title, ...rest] = shelf.newFields();
      const fields = [was, title, address, ...rest].filter((field) => field !== undefined);
      return { words: 'It goes on sale when you say so; files and pictures come first.', fields };
    },
    act: (_id, form) => shelf.make(form),
  },
  importAct(shelf),
  ...sampleActs(shelf),
  {
    name: 'edit',
    label: 'Edit',
    button: 'Save',
    async ask(id, _by, typed) {
      try {
        const product = await shelf.find(id);
        const { title, from } = product;
        const counts =
          shelf.stateOf(product) === 'sold'
            ? `${title}: changes are public as soon as you save.`
            : `${title} isn’t on sale: nobody sees this yet.`;
        const copied =
          from === 'shipped' ? ' It comes with the hub; your changes go into a copy in site/catalog/.' : '';
        return { words: counts + copied, fields: await shelf.fieldsOf(id, typed) };
      } catch (error) {
        // Whatever happened to the product meanwhile, what was typed is shown.
        if (!(error instanceof Problem) || error.code !== 'not_found' || !isProductId(id) || !typed)
          throw error;
        return {
          words: 'What you typed is below. Put the product back to save it.',
          fields: shelf.newFields(),
        };
      }
    },
    preview: (id, form) => shelf.preview(id, form),
    act: (id, form) => shelf.edit(id, form),
  },
  {
    name: 'files',
    label: 'Files',
    button: 'Save',
    async ask(id, _by, typed) {
      const product = await shelf.find(id);
      const { title } = product;
      const counts =
        shelf.stateOf(product) === 'sold'
          ? 'Buyers get what you save here at once.'
          : 'Nobody sees this yet.';
      const [version, changes] = await shelf.versionFields(id);
      return {
        words: `What a buyer of ${title} downloads. ${counts}`,
        fields: [
          ...(await shelf.listFields(listKinds.files, id, typed)),
          {
            ...asField(version),
            label: 'New version',
            value: '',
            hint: `Such as ${version?.value}. Empty: buyers of the version before get the new files, too.`,
          },
          asField(changes),
        ],
      };
    },
    act: async (id, form, _by, given) =>
      shelf.changeList(listKinds.files, id, form, (await given?.files('given')) ?? []),
  },
  {
    name: 'pictures',
    label: 'Pictures',
    button: 'Save',
    async ask(id, _by, typed) {
      const { title } = await shelf.find(id);
      return {
        words: `What a visitor sees of ${title}. Large photos are made smaller before they are sent.`,
        fields: await shelf.listFields(listKinds.pictures, id, typed),
      };
    },
    act: async (id, form, _by, given) =>
      shelf.changeList(listKinds.pictures, id, form, (await given?.files('given')) ?? []),
  },
  {
    name: 'new-version',
    label: 'New version',
    async ask(id) {
      const { title } = await shelf.find(id);
      const words = `${title}: the files that lie in its folder now become the new version. Buyers of the version before keep theirs, too.`;
      return { words, fields: await shelf.versionFields(id) };
    },
    act: (id, form) => shelf.addVersion(id, form),
  },
  {
    name: 'put-on-sale',
    label: 'Put on sale',
    async ask(id) {
      const product = await shelf.find(id);
      const hindrance = await hindered(shelf, product);
      if (hindrance === null) return { words: `Anybody can buy ${product.title}, at once.`, fields: [] };
      const blocks = Object.entries({ edit: 'Edit it', files: 'Add files', pictures: 'Add pictures' }).map(
        ([act, text]) => ({ is: 'link' as const, text, href: `/products/${id}/${act}` }),
      );
      return { words: hindrance, blocks, fields: [] };
    },
    act: (id) => shelf.setOnSale(id, true),
  },
  {
    name: 'schedule',
    label: 'Set sale dates',
    button: 'Save',
    async ask(id) {
      const product = await shelf.find(id);
      const words =
        (await hindered(shelf, product)) ??
        `${product.title} is sold from one moment until another, to the second, in the store, in carts and at checkout.`;
      const now = product.isOnSale ? shelf.timeOf(product) : null;
      return { words: now === null ? words : `${words} Now: ${now}.`, fields: await shelf.saleFields(id) };
    },
    preview: (id) => shelf.preview(id, {}),
    act: (id, form) => shelf.schedule(id, form),
  },
  {
    name: 'take-off-sale',
    label: 'Take off sale',
    ask: async (id) => ({
      words: `Nobody can buy ${(await shelf.find(id)).title} any more. Whoever bought it keeps it.`,
      fields: [],
    }),
    act: (id) => shelf.setOnSale(id, false),
  },
  {
    name: 'duplicate',
    label: 'Duplicate',
    async ask(id) {
      const { title } = await shelf.find(id);
      return {
        words: `A product of its own with the files of ${title}. It goes on sale when you say so.`,
        fields: [{ name: 'title', label: 'Name', value: `${title}, copy`.slice(0, 80) }, address],
      };
    },
    act: (id, form) => shelf.duplicate(id, form),
  },
  {
    name: 'delete',
    label: 'Delete',
    isGrave: true,
    ask: async (id) => ({
      words:
        `Nobody can buy ${(await shelf.find(id)).title} any more. Whoever bought it keeps it. ` +
        'For 30 days you can put it back, under Products.',
      fields: [],
    }),
    act: (id) => shelf.remove(id),
  },
  {
    name: 'put-back',
    label: 'Put back',
    ask: async (name) => ({
      words: `${name.split('~')[0]} comes back as it was, on sale if it was.`,
      fields: [],
    }),
    act: (name) => shelf.putBack(name),
  },
];
