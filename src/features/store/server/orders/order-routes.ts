import { days } from '#base/clock.ts';
import * as z from 'zod/mini';
import { parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { isAhead, notAhead } from '#platform/server/http/ahead.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { uidOf } from '#platform/server/http/viewer.ts';
import {
  correctEmailRequest,
  findOrdersRequest,
  newsRequest,
  orderQuery,
  orderView,
  sent,
  withdrawRequest,
} from '../../rules/order-contract.ts';
import { orderNumber } from '../../rules/order-number.ts';
import { downloadKey } from '../tables.ts';
import { archiveRoute, askForFresh } from './archive.ts';
import { byToken } from './by-token.ts';
import type { OrdersContext } from './context.ts';
import { changeEmail, mailOrders } from './order-mails.ts';
import { invoicePdf } from './invoice.ts';
import { orderMail, withdrawalReceipt } from './mails.ts';
import type { FileLink } from './links.ts';
import { findOrder, givenKey, givenOf, givenProduct, type Order, viewOrder } from './read.ts';
import { deliver, deliveredOf, givesRights, withdrawUntil } from './rights.ts';
import type { OrderTables } from './tables.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';

/** What whoever holds an order's link can do with it; no account is needed. */
export function orderRoutes(context: OrdersContext): Route[] {
  const { platform, links } = context;
  const { db, clock, mail, files } = platform;
  const count = createRateLimiter(db, clock);
  const tables = () => db.tables<OrderTables>();
  const view = (order: Order, uid: string | null) =>
    viewOrder(tables(), links, order, { now: clock.now(), uid });
  /** By its signed link, or by its number for the member whose order it is. */
  const named = async (name: string, uid: string | null): Promise<Order> => {
    const own = uid !== null && (await findOrder(tables(), name));
    return own && own.owner_id === uid ? own : byToken(context, name);
  };
  const soldFile = async ({ orderId, productId, version, position }: FileLink) => {
    const file = await tables()
      .selectFrom('store_product_file')
      .innerJoin('store_order_line', 'store_order_line.product_id', 'store_product_file.product_id')
      .select(['name', 'type', 'hash'])
      .where('order_id', '=', orderId)
      .where('store_product_file.product_id', '=', productId)
      .where('store_product_file.version', '=', version)
      .where('store_product_file.position', '=', position)
      .executeTakeFirst();
    return file && { name: file.name, type: file.type, key: downloadKey(file.hash) };
  };
  const givenFile = async ({ orderId, version: id }: FileLink) => {
    const file = (await givenOf(tables(), [orderId])).find((each) => each.id === id);
    return file && { name: file.name, type: 'application/octet-stream', key: givenKey(id) };
  };
  const change = { name: 'order-change', max: 30, perSeconds: 3600, by: 'address' } as const;

  return [
    route({
      method: 'GET',
      path: '/api/orders/one',
      access: 'anyone',
      summary: 'Get an order',
      description: 'By the token of its signed link, or by its number if the order is yours.',
      query: orderQuery,
      answer: orderView,
      async handle({ query, viewer, headers }) {
        headers.set('cache-control', 'no-store');
        const uid = uidOf(viewer);
        return view(await named(query.order, uid), uid);
      },
    }),

    route({
      method: 'GET',
      path: '/api/orders/files/:token',
      access: 'anyone',
      summary: 'Download a purchased file',
      description: 'The link expires after 15 minutes.',
      params: z.object({ token: z.string() }),
      answer: 'raw',
      async handle({ params, request }) {
        const now = clock.now();
        const link = links.readFile(params.token, now);
        const order = link && (await findOrder(tables(), link.orderId));
        if (!link || !order || order.link_version !== link.linkVersion || !givesRights(order))
          return askForFresh();
        const file = await (link.productId === givenProduct ? givenFile : soldFile)(link);
        if (!file) return askForFresh();
        const stored = await files.get(file.key);
        if (!stored) {
          platform.log.error('A purchased file is missing from storage', {
            file: file.key,
            order: order.id,
          });
          throw new Problem(
            'unavailable',
            'This file isn’t available right now. Try again in a few minutes.',
          );
        }
        if (isAhead((name) => request.headers.get(name))) return notAhead();
        // Who only asks how large it is has downloaded nothing, and keeps the right to withdraw.
        const given = { productId: link.productId, version: link.version, name: file.name };
        if (
          request.method !== 'HEAD' &&
          !(await db.transaction<OrderTables, boolean>((trx) => deliver(trx, order.id, [given], now)))
        )
          return askForFresh();
        return new Response(stored.stream(), {
          headers: {
            'content-type': file.type,
            'content-length': String(stored.bytes),
            'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
            'x-content-type-options': 'nosniff',
            'cache-control': 'private, no-store',
          },
        });
      },
    }),

    archiveRoute(context),

    route({
      method: 'GET',
      path: '/api/orders/invoice',
      access: 'anyone',
      summary: 'Download an order’s invoice or credit note, as a PDF',
      description: 'The invoice that counts; by its number, any other invoice or credit note of the order.',
      query: z.object({ order: z.string(), credit: z.optional(z.string()), number: z.optional(z.string()) }),
      answer: 'raw',
      async handle({ query, viewer }) {
        const order = await named(query.order, uidOf(viewer));
        const { name, pdf } = await invoicePdf(context, order, query.credit ?? query.number);
        return new Response(pdf, {
          headers: {
            'content-type': 'application/pdf',
            'content-disposition': `attachment; filename="${name}.pdf"`,
            'x-content-type-options': 'nosniff',
            'cache-control': 'private, no-store',
          },
        });
      },
    }),

    route({
      method: 'POST',
      path: '/api/orders/email',
      security: 'order address',
      access: 'anyone',
      limit: { name: 'order-email', max: 5, perSeconds: 3600, by: 'address' },
      summary: 'Correct the email address of an order',
      description: 'Emails the receipt to the new address. Links sent earlier stop working.',
      body: correctEmailRequest,
      answer: orderView,
      async handle({ body, viewer }) {
        const order = await byToken(context, body.order);
        // Who has an account corrects its address there; after the first day a link alone does not move an order.
        if (order.owner_id !== null || !isFresh(order, clock.now()))
          throw new Problem('forbidden', 'This order’s email can no longer be changed here. Contact us.');
        // However many networks ask: each change is a mail to somebody.
        await count({ name: 'order-email-of', max: 5, perSeconds: 86_400, by: 'handler' }, order.id);
        return view(await changeEmail(context, order, body.email), uidOf(viewer));
      },
    }),

    route({
      method: 'POST',
      path: '/api/orders/find',
      access: 'anyone',
      limit: { name: 'order-find', max: 10, perSeconds: 3600, by: 'address' },
      summary: 'Email links to past purchases',
      description: 'The response is the same whether or not there are any.',
      body: findOrdersRequest,
      answer: sent,
      async handle({ body }) {
        const email = parseMailAddress(body.email);
        if (email === null) {
          const words = mailAddressWords;
          throw new Problem('bad_request', words, { fields: { email: words } });
        }
        await mailOrders(context, email);
        return { sent: true };
      },
    }),

    route({
      method: 'POST',
      path: '/api/orders/news',
      access: 'anyone',
      limit: change,
      summary: 'Turn product update emails on or off',
      body: newsRequest,
      answer: orderView,
      async handle({ body, viewer }) {
        const order = await byToken(context, body.order);
        await tables()
          .updateTable('store_order')
          .set({ wants_news: body.wantsNews })
          .where('id', '=', order.id)
          .execute();
        return view({ ...order, wants_news: body.wantsNews }, uidOf(viewer));
      },
    }),

    route({
      method: 'POST',
      path: '/api/orders/withdraw',
      security: 'withdrawal',
      access: 'anyone',
      limit: change,
      summary: 'Withdraw from a purchase',
      description: 'Where the law gives that right. Confirmed by email at once.',
      body: withdrawRequest,
      answer: orderView,
      async handle({ body, viewer }) {
        const now = clock.now();
        const order = await byToken(context, body.order);
        await db.transaction<OrderTables, void>(async (trx) => {
          const held = await trx
            .selectFrom('store_order')
            .selectAll()
            .where('id', '=', order.id)
            .forUpdate()
            .executeTakeFirstOrThrow();
          if (held.withdrawn_at) return;
          if (!withdrawUntil(held, (await deliveredOf(trx, [order.id])).has(order.id), now))
            throw new Problem(
              'forbidden',
              'You can’t withdraw from this order: the time is over, or you’ve already opened a file, key or document of it. You can still contact us.',
            );
          await trx
            .updateTable('store_order')
            .set({ withdrawn_at: now })
            .where('id', '=', order.id)
            .execute();
          await mail.send(
            trx,
            orderMail(order.email, `withdrawal:${order.id}`, withdrawalReceipt(order, now)),
          );
          const owner = ownerAddress(platform);
          await mail.send(trx, {
            ...orderMail(owner, `withdrawal-owner:${order.id}`, {
              why: 'operator',
              subject: `Withdrawal: order ${orderNumber(order.id)}`,
              body: [
                { kind: 'heading', text: 'A buyer withdrew from their order' },
                {
                  kind: 'text',
                  text: `${order.email} withdrew from order ${orderNumber(order.id)}. Refund it within 14 days:`,
                },
                { kind: 'code', text: `npm run hub -- orders refund ${order.id}` },
              ],
            }),
          });
        });
        return view((await findOrder(tables(), order.id)) ?? order, uidOf(viewer));
      },
    }),
  ];
}

const isFresh = (order: Order, now: Date): boolean =>
  now.getTime() - (order.paid_at ?? order.created_at).getTime() < days(1);
