import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { isAhead, notAhead } from '#platform/server/http/ahead.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { type ZipEntry, zipResponse } from '#platform/server/zip.ts';
import { orderNumber } from '../../rules/order-number.ts';
import { downloadKey } from '../tables.ts';
import type { OrdersContext } from './context.ts';
import { findOrder, mostArchiveBytes, newestFiles } from './read.ts';
import { deliver, givesRights } from './rights.ts';
import type { OrderTables } from './tables.ts';

/** Whatever is wrong with a link, the way on is the same: a fresh one by mail. */
export const askForFresh = () =>
  new Response(null, {
    status: 303,
    headers: { location: '/find-order?why=link', 'cache-control': 'no-store' },
  });

/** All files of an order in one ZIP, for whoever may have each of them, and as many deliveries as there are files. */
export function archiveRoute({ platform, links }: OrdersContext): Route {
  const { db, clock, files, log } = platform;
  const tables = () => db.tables<OrderTables>();
  return route({
    method: 'GET',
    path: '/api/orders/archive/:token',
    access: 'anyone',
    // Packing costs more than sending.
    limit: { name: 'order-archive', max: 60, perSeconds: 3600, by: 'address' },
    summary: 'Download all files of an order in one ZIP file',
    description: 'The newest version of each product. The link expires after 15 minutes.',
    params: z.object({ token: z.string() }),
    answer: 'raw',
    async handle({ params, request }) {
      const now = clock.now();
      const link = links.readArchive(params.token, now);
      const order = link && (await findOrder(tables(), link.orderId));
      if (!link || !order || order.link_version !== link.linkVersion || !givesRights(order))
        return askForFresh();
      const inside = await newestFiles(tables(), order.id);
      if (inside.length === 0) return askForFresh();
      if (inside.reduce((sum, { bytes }) => sum + bytes, 0) > mostArchiveBytes)
        throw new Problem(
          'conflict',
          'These files are too large for one ZIP file. Download them one by one.',
        );
      // Found out before the first byte is sent: nobody keeps half a ZIP file.
      for (const { hash } of inside) {
        if (await files.has(downloadKey(hash))) continue;
        log.error('A purchased file is missing from storage', { hash, order: order.id });
        throw missing();
      }
      // Who only asks whether there is one has downloaded nothing, and keeps the right to withdraw.
      if (request.method === 'HEAD')
        return new Response(null, { headers: { 'content-type': 'application/zip' } });
      if (isAhead((name) => request.headers.get(name))) return notAhead();
      const given = inside.map(({ productId, version, name }) => ({ productId, version, name }));
      if (!(await db.transaction<OrderTables, boolean>((trx) => deliver(trx, order.id, given, now))))
        return askForFresh();

      const isOne = inside.every(({ productId }) => productId === inside[0]?.productId);
      async function* packed(): AsyncGenerator<ZipEntry> {
        for (const { productId, name, hash } of inside) {
          const stored = await files.get(downloadKey(hash));
          if (!stored) throw missing();
          yield { path: isOne ? name : `${productId}/${name}`, bytes: stored.stream() };
        }
      }
      const name = isOne ? `${inside[0]?.productId}-${inside[0]?.version}` : `order-${orderNumber(order.id)}`;
      const response = zipResponse(`${name}.zip`, packed(), order.paid_at ?? order.created_at);
      response.headers.set('x-content-type-options', 'nosniff');
      return response;
    },
  });
}

const missing = () =>
  new Problem('unavailable', 'A file isn’t available right now. Try again in a few minutes.');
