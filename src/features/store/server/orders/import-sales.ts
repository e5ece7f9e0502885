import { readFile } from 'node:fs/promises';
import { newId } from '#base/id.ts';
import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readCsv } from '../../rules/csv.ts';
import type { OrderTables } from './tables.ts';
import { readOptions } from './words.ts';

// The names that both shops have given their columns, in small letters.
const columns = {
  gumroad: {
    id: ['purchase id', 'sale id', 'order number'],
    email: ['purchase email', 'buyer email', 'email'],
    product: ['product name', 'item name'],
    permalink: ['product permalink', 'permalink'],
    total: ['item price ($)', 'subtotal ($)', 'sale price ($)', 'price'],
    date: ['purchase date', 'date'],
    refunded: ['refunded?', 'fully refunded?'],
  },
  lemonsqueezy: {
    id: ['identifier', 'order id', 'id'],
    email: ['user_email', 'customer email', 'email'],
    product: ['product_name', 'product name', 'product'],
    permalink: ['variant_name'],
    total: ['total_usd', 'total', 'subtotal'],
    date: ['created_at', 'date', 'created at'],
    refunded: ['refunded', 'status'],
  },
} as const;
type Shop = keyof typeof columns;

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Sales made elsewhere become orders here, which their buyers find and claim; the same file again adds nothing. */
export function importCommand({ db }: Pick<Platform, 'db'>): HubCommand {
  return {
    name: 'import',
    usage: 'import gumroad|lemonsqueezy FILE.csv [--product NAME=ID]...',
    summary: 'Bring sales from another shop: buyers find them here and can claim them',
    async run(args, print) {
      const { words, named } = readMapping(args);
      const [shop, path] = words;
      if ((shop !== 'gumroad' && shop !== 'lemonsqueezy') || path === undefined)
        throw new Problem(
          'bad_request',
          'import takes gumroad or lemonsqueezy, and the CSV file they gave you.',
        );
      const text = await readFile(path, 'utf8').catch(() => {
        throw new Problem('not_found', `The file ${path} cannot be read.`);
      });
      const [head = [], ...rows] = readCsv(text);
      const at = placesOf(shop, head);
      const products = await db
        .tables<OrderTables>()
        .selectFrom('store_product')
        .select(['id', 'title', 'version', 'unlocks'])
        .execute();
      const counts = { added: 0, known: 0 };
      for (const [index, row] of rows.entries()) {
        const line = index + 2;
        const cell = (name: keyof typeof at) => (at[name] === -1 ? '' : (row[at[name]] ?? '').trim());
        const email = parseMailAddress(cell('email'));
        const cents = Math.round(Number(cell('total').replace(/[$,\s]/g, '')) * 100);
        const day = new Date(cell('date'));
        if (
          email === null ||
          cell('id') === '' ||
          !Number.isSafeInteger(cents) ||
          cents < 0 ||
          Number.isNaN(day.getTime())
        ) {
          print(
            `line ${line}: left out, it has no ${email === null ? 'address' : cell('id') === '' ? 'number' : 'sound price and date'}`,
          );
          continue;
        }
        const title = cell('product');
        const wanted = named.get(title) ?? named.get(cell('permalink'));
        const product = products.find(({ id, title: ours }) =>
          wanted === undefined
            ? ours === title || id === slug(title) || id === cell('permalink')
            : id === wanted,
        );
        if (!product) {
          print(
            `line ${line}: left out, ${JSON.stringify(title)} is no product here; say --product ${JSON.stringify(`${title}=ID`)}`,
          );
          continue;
        }
        const isRefunded = /^(true|yes|1|refunded)$/i.test(cell('refunded'));
        const isNew = await db.transaction<OrderTables, boolean>(async (trx) => {
          const id = newId('order');
          const { numInsertedOrUpdatedRows } = await trx
            .insertInto('store_order')
            .values({
              id,
              owner_id: null,
              checkout_key: `${shop}:${cell('id')}`,
              digest: '',
              state: isRefunded ? 'refunded' : 'paid',
              email,
              email_key: mailAddressKey(email),
              country: 'ZZ',
              vat_id: null,
              vat_state: 'none',
              consent_text: null,
              subtotal_cents: cents,
              discount_cents: 0,
              tax_cents: 0,
              tax_basis_points: 0,
              total_cents: cents,
              refunded_cents: isRefunded ? cents : 0,
              coupon_code: null,
              provider_order_id: null,
              invoice_number: null,
              source: shop,
              external_id: cell('id'),
              created_at: day,
              paid_at: day,
              withdrawn_at: null,
            })
            .onConflict((conflict) => conflict.columns(['source', 'external_id']).doNothing())
            .executeTakeFirst();
          if (!numInsertedOrUpdatedRows) return false;
          await trx
            .insertInto('store_order_line')
            .values({
              order_id: id,
              position: 0,
              product_id: product.id,
              title: product.title,
              version: product.version,
              unit_cents: cents,
              quantity: 1,
              line_cents: cents,
              discount_cents: 0,
              unlocks: product.unlocks,
            })
            .execute();
          return true;
        });
        counts[isNew ? 'added' : 'known']++;
      }
      print(
        `${counts.added} sales added, ${counts.known} known already, ${rows.length - counts.added - counts.known} left out`,
      );
    },
  };
}

function readMapping(args: readonly string[]): { words: string[]; named: Map<string, string> } {
  const named = new Map<string, string>();
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    if (args[at] !== '--product') {
      rest.push(args[at] ?? '');
      continue;
    }
    const [, name, id] = /^(.+)=([a-z0-9-]+)$/.exec(args[++at] ?? '') ?? [];
    if (name === undefined || id === undefined)
      throw new Problem('bad_request', '--product takes NAME=ID, such as "Launch kit=launch-kit".');
    named.set(name, id);
  }
  return { words: readOptions(rest, []).words, named };
}

function placesOf(shop: Shop, head: readonly string[]) {
  const names = head.map((name) => name.trim().toLowerCase());
  const place = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const { id, email, product, permalink, total, date, refunded } = columns[shop];
  const at = {
    id: place(id),
    email: place(email),
    product: place(product),
    permalink: place(permalink),
    total: place(total),
    date: place(date),
    refunded: place(refunded),
  };
  const missing = (['id', 'email', 'product', 'total', 'date'] as const).filter((name) => at[name] === -1);
  if (missing.length > 0)
    throw new Problem(
      'bad_request',
      `This is no sales file of ${shop}: it has no column for ${missing.join(', ')} (looked for ${missing.map((name) => columns[shop][name][0]).join(', ')}).`,
    );
  return at;
}
