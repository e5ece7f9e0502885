import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { countOf } from '#base/count.ts';
import { newId } from '#base/id.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { inSlices } from '#base/slices.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readTextFile } from '#platform/server/text-file.ts';
import { isShop, type Sale, salesSteps, type Shop } from '../../rules/sales-file.ts';
import type { OrderTables } from './tables.ts';
import { readOptions } from './words.ts';

const mostBytes = 50 * 1024 ** 2;
/** So many addresses of sales are asked for at once. */
const atOnce = 1000;

interface Product {
  id: string;
  title: string;
  version: string;
  unlocks: string[];
}
export interface ComingSale extends Sale {
  of: Product;
}
export interface SalesLook {
  /** New here. */
  comes: ComingSale[];
  here: number;
  leftOut: { line: number; why: string }[];
  /** What they are called in the file, where no product here is called so. */
  strangers: string[];
  /** Another one means that something else would be taken in. */
  print: string;
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Sales made elsewhere become orders here, which their buyers find and claim; the same file again adds nothing. */
export function salesImport({ db }: Pick<Platform, 'db'>) {
  /** `named` says which product here is meant by a name in the file. */
  async function look(shop: Shop, path: string, named: ReadonlyMap<string, string>): Promise<SalesLook> {
    const text = await readTextFile(path, mostBytes);
    const { sales, leftOut } = await inSlices(
      salesSteps(shop, text),
      () => setImmediate(),
      () => performance.now(),
    );
    const products = await db
      .tables<OrderTables>()
      .selectFrom('store_product')
      .select(['id', 'title', 'version', 'unlocks'])
      .execute();
    const byId = new Map(products.map((one) => [one.id, one]));
    const byTitle = new Map(products.map((one) => [one.title, one]));
    for (const wanted of named.values())
      if (!byId.has(wanted))
        throw new Problem('bad_request', `Nothing was imported: there is no product ${wanted}.`, {
          fields: { named: `There is no product ${wanted}.` },
        });
    const strangers = new Set<string>();
    const found = sales.flatMap((sale): ComingSale[] => {
      const { product: title, permalink, line } = sale;
      const wanted = named.get(title) ?? named.get(permalink);
      const of =
        wanted === undefined
          ? (byTitle.get(title) ?? byId.get(slug(title)) ?? byId.get(permalink))
          : byId.get(wanted);
      if (of) return [{ ...sale, of }];
      strangers.add(title);
      leftOut.push({ line, why: `${JSON.stringify(title)} isn’t a product in this store` });
      return [];
    });
    const known = await knownOf(
      shop,
      found.map(({ id }) => id),
    );
    // A number that the file has twice is one sale.
    const comes = found.filter(({ id }) => !known.has(id) && known.add(id));
    const print = createHash('sha256')
      .update(JSON.stringify([shop, text, comes.map(({ id, of }) => [id, of.id])]))
      .digest('hex');
    return {
      comes,
      here: found.length - comes.length,
      leftOut: leftOut.toSorted((a, b) => a.line - b.line),
      strangers: [...strangers],
      print,
    };
  }

  async function knownOf(shop: Shop, ids: readonly string[]): Promise<Set<string>> {
    const known = new Set<string>();
    for (let from = 0; from < ids.length; from += atOnce) {
      const rows = await db
        .tables<OrderTables>()
        .selectFrom('store_order')
        .select('external_id')
        .where('source', '=', shop)
        .where('external_id', 'in', ids.slice(from, from + atOnce))
        .execute();
      for (const { external_id: id } of rows) if (id !== null) known.add(id);
    }
    return known;
  }

  /** Each is a whole one or none; false if it came in meanwhile. */
  const takeOne = (shop: Shop, sale: ComingSale): Promise<boolean> =>
    db.transaction<OrderTables, boolean>(async (trx) => {
      const { id: number, email, cents, refundedCents, at, of } = sale;
      const id = newId('order');
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('store_order')
        .values({
          id,
          owner_id: null,
          checkout_key: `${shop}:${number}`,
          digest: '',
          state: refundedCents > 0 && refundedCents === cents ? 'refunded' : 'paid',
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
          refunded_cents: refundedCents,
          coupon_code: null,
          provider_order_id: null,
          invoice_number: null,
          source: shop,
          external_id: number,
          created_at: at,
          paid_at: at,
          withdrawn_at: null,
        })
        // By its number, and by the key that is made of it.
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) return false;
      await trx
        .insertInto('store_order_line')
        .values({
          order_id: id,
          position: 0,
          product_id: of.id,
          title: of.title,
          version: of.version,
          unit_cents: cents,
          quantity: 1,
          line_cents: cents,
          discount_cents: 0,
          unlocks: of.unlocks,
        })
        .execute();
      return true;
    });

  return {
    look,

    /** At most so many of them: what is left out comes with the same file again. */
    async take(shop: Shop, path: string, named: ReadonlyMap<string, string>, most = Infinity) {
      const { comes, here, leftOut, strangers } = await look(shop, path, named);
      let [added, known] = [0, here];
      for (const sale of comes.slice(0, most))
        if (await takeOne(shop, sale)) added += 1;
        else known += 1;
      return { added, known, leftOut, strangers, left: comes.length - Math.min(comes.length, most) };
    },
  };
}

export const importCommand = (platform: Pick<Platform, 'db'>): HubCommand => ({
  name: 'import',
  usage: 'import gumroad|lemonsqueezy FILE.csv [--product NAME=ID]...',
  summary: 'Import sales from another shop, so that buyers can find and claim them here',
  async run(args, print) {
    const { words, named } = readMapping(args);
    const [shop, path = ''] = words;
    if (!isShop(shop))
      throw new Problem('bad_request', 'import needs gumroad or lemonsqueezy, and its CSV file.');
    const { added, known, leftOut, strangers } = await salesImport(platform)
      .take(shop, path, named)
      .catch((error: NodeJS.ErrnoException) => {
        throw error.syscall ? new Problem('not_found', `Can’t read ${path}.`) : error;
      });
    for (const { line, why } of leftOut) print(`line ${line}: skipped, ${why}`);
    for (const title of strangers)
      print(`For sales of ${JSON.stringify(title)}, add --product ${JSON.stringify(`${title}=ID`)}.`);
    print(`${countOf(added, 'sale')} added, ${known} already here, ${leftOut.length} skipped`);
  },
});

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
      throw new Problem('bad_request', '--product must be NAME=ID, such as "Launch kit=launch-kit".');
    named.set(name, id);
  }
  return { words: readOptions(rest, []).words, named };
}
