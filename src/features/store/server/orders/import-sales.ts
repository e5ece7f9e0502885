import { readFile } from 'node:fs/promises';
import { countOf } from '#base/count.ts';
import { newId } from '#base/id.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isShop, readSales } from '../../rules/sales-file.ts';
import type { OrderTables } from './tables.ts';
import { readOptions } from './words.ts';

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
    summary: 'Import sales from another shop, so that buyers can find and claim them here',
    async run(args, print) {
      const { words, named } = readMapping(args);
      const [shop, path = ''] = words;
      if (!isShop(shop))
        throw new Problem('bad_request', 'import needs gumroad or lemonsqueezy, and its CSV file.');
      const text = await readFile(path, 'utf8').catch(() => {
        throw new Problem('not_found', `Can’t read ${path}.`);
      });
      const { sales, leftOut } = readSales(shop, text);
      const products = await db
        .tables<OrderTables>()
        .selectFrom('store_product')
        .select(['id', 'title', 'version', 'unlocks'])
        .execute();
      for (const wanted of named.values())
        if (!products.some(({ id }) => id === wanted))
          throw new Problem('not_found', `--product: there is no product ${wanted}. Nothing was imported.`);
      const counts = { added: 0, known: 0 };
      for (const { line, id: number, email, product: title, permalink, cents, refundedCents, at } of sales) {
        const wanted = named.get(title) ?? named.get(permalink);
        const product = products.find(({ id, title: ours }) =>
          wanted === undefined ? ours === title || id === slug(title) || id === permalink : id === wanted,
        );
        if (!product) {
          const mapping = JSON.stringify(`${title}=ID`);
          const why = `${JSON.stringify(title)} isn’t a product in this store; use --product ${mapping}`;
          leftOut.push({ line, why });
          continue;
        }
        const isNew = await db.transaction<OrderTables, boolean>(async (trx) => {
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
      for (const { line, why } of leftOut.toSorted((a, b) => a.line - b.line))
        print(`line ${line}: skipped, ${why}`);
      print(
        `${countOf(counts.added, 'sale')} added, ${counts.known} already here, ${leftOut.length} skipped`,
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
      throw new Problem('bad_request', '--product must be NAME=ID, such as "Launch kit=launch-kit".');
    named.set(name, id);
  }
  return { words: readOptions(rest, []).words, named };
}
