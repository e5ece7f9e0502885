import { randomBytes } from 'node:crypto';
import { countOf } from '#base/count.ts';
import { sql } from 'kysely';
import { givenBack, givenBackOf } from './given-back.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { OrderTables } from './tables.ts';
import { endOfDay, money, readDay, readOptions } from './words.ts';

/** What was sold, by product and by country with its tax: what the tax office and the operator want to know. */
export function reportCommand({ db, clock }: Pick<Platform, 'db' | 'clock'>): HubCommand {
  return {
    name: 'report',
    usage: 'report [--since DAY] [--until DAY]',
    summary: 'Show sales by product and tax by country, by default for this year',
    async run(args, print) {
      const { options } = readOptions(args, ['since', 'until'] as const);
      const since = readDay(options.since ?? `${clock.now().getUTCFullYear()}-01-01`, '--since');
      const until = options.until !== undefined ? endOfDay(options.until, '--until') : clock.now();
      const byProduct = await sql<{ product_id: string; title: string; sold: number; net: number }>`
        select product_id, max(title) as title, sum(quantity) as sold, sum(line_cents - l.discount_cents) as net
        from store_order_line l join store_order o on o.id = l.order_id
        where o.paid_at >= ${since} and o.paid_at <= ${until} and o.source = 'hub'
        group by product_id order by net desc`.execute(db.tables<OrderTables>());
      const byCountry = await sql<{
        country: string;
        rate: number;
        orders: number;
        net: number;
        tax: number;
        refunded: number;
      }>`
        select country, tax_basis_points as rate, count(*) as orders, sum(total_cents - tax_cents) as net,
          sum(tax_cents) as tax, sum(refunded_cents) as refunded
        from store_order where paid_at >= ${since} and paid_at <= ${until} and source = 'hub'
        group by country, tax_basis_points order by net desc`.execute(db.tables<OrderTables>());
      const back = await givenBack(db.tables<OrderTables>(), since, until);
      const backOf = givenBackOf(back);
      print(`${since.toISOString().slice(0, 10)} to ${until.toISOString().slice(0, 10)}, in US dollars`);
      print('');
      for (const { product_id, title, sold, net } of byProduct.rows)
        print(
          `${money(net - backOf(product_id)).padStart(12)}  ${String(sold).padStart(6)} × ${title} (${product_id})`,
        );
      print('');
      for (const { country, rate, orders, net, tax, refunded } of byCountry.rows) {
        // What the tax office is owed is the tax of what was kept.
        const here = back.filter((each) => each.country === country && each.rate === rate);
        const netBack = here.reduce((sum, { netCents }) => sum + netCents, 0);
        const taxBack = here.reduce((sum, { taxCents }) => sum + taxCents, 0);
        print(
          `${country}  ${countOf(orders, 'order')}  net ${money(net - netBack)}  tax ${rate / 100} % ${money(tax - taxBack)}${refunded > 0 ? `  after ${money(refunded)} refunded` : ''}`,
        );
      }
      const total = byCountry.rows.reduce((sum, row) => sum + row.net + row.tax - row.refunded, 0);
      print(`${money(total)} total, including tax, after refunds`);
    },
  };
}

/** Where another program of the operator's hears of orders. */
export function webhookCommand({ db, clock }: Pick<Platform, 'db' | 'clock'>): HubCommand {
  return {
    name: 'orders webhook',
    usage: 'orders webhook [URL] [--remove URL]',
    summary: 'Add a webhook for order.paid and order.refunded; without a URL, list them',
    async run(args, print) {
      const { words, options } = readOptions(args, ['remove'] as const);
      const hooks = db.tables<OrderTables>();
      if (options.remove !== undefined) {
        const gone = await hooks
          .deleteFrom('store_webhook')
          .where('url', '=', options.remove)
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) throw new Problem('not_found', 'There is no webhook with that URL.');
        return print('Webhook removed.');
      }
      const [url] = words;
      if (url === undefined) {
        const rows = await hooks.selectFrom('store_webhook').select('url').execute();
        for (const row of rows) print(row.url);
        return print(countOf(rows.length, 'address', 'addresses'));
      }
      if (!URL.canParse(url) || !/^https?:/.test(url))
        throw new Problem('bad_request', 'A webhook needs a URL that starts with https://.');
      const secret = `whsec_${randomBytes(24).toString('base64')}`;
      await hooks
        .insertInto('store_webhook')
        .values({ url, secret, created_at: clock.now() })
        .onConflict((conflict) => conflict.column('url').doUpdateSet({ secret }))
        .execute();
      print(`Orders are sent to ${url}, signed (Standard Webhooks) with:`);
      print(secret);
    },
  };
}
