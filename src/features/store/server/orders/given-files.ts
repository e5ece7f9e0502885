import { createReadStream } from 'node:fs';
import { countOf } from '#base/count.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Done, GivenFile } from '#platform/server/desk.ts';
import { orderNumber } from '../../rules/order-number.ts';
import { assertHasReceipt } from './by-hand.ts';
import type { OrdersContext } from './context.ts';
import { givenFiles, orderMail } from './mails.ts';
import { orderAddress } from './payment-context.ts';
import { givenKey, givenOf, type Order } from './read.ts';
import type { OrderTables } from './tables.ts';

const most = 20;
const mostLetters = 2000;

/** Files for the buyer of one order alone, such as one in place of a broken one, with words by mail. */
export async function giveFiles(
  context: OrdersContext,
  order: Order,
  asked: { words: string; given: readonly GivenFile[]; by: string | undefined },
): Promise<Done> {
  const { db, clock, files, mail } = context.platform;
  const words = asked.words.replaceAll('\0', '').toWellFormed().trim();
  assertHasReceipt(order);
  if (asked.given.length === 0) throw atField('given', 'Choose a file.');
  if (words.length > mostLetters)
    throw atField('words', `Up to ${mostLetters.toLocaleString('en')} characters fit here.`);
  const added = asked.given.map((file) => ({ ...file, id: randomText(24) }));
  // First the bytes: what is listed can always be downloaded.
  const take = async () => {
    for (const { id, path } of added) await files.put(givenKey(id), createReadStream(path));
    await db.transaction<OrderTables, void>(async (trx) => {
      const held = await trx
        .selectFrom('store_order')
        .selectAll()
        .where('id', '=', order.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      assertHasReceipt(held);
      const before = await givenOf(trx, [order.id]);
      if (before.length + added.length > most)
        throw atField('given', `An order takes up to ${most} files of its own. Remove some first.`);
      const now = clock.now();
      await trx
        .insertInto('store_order_file')
        .values(
          added.map(({ id, name, bytes }, at) => ({
            id,
            order_id: order.id,
            name,
            bytes,
            given_by: asked.by ?? null,
            // In the order in which they were chosen.
            given_at: new Date(now.getTime() + at),
          })),
        )
        .execute();
      const address = orderAddress(context.platform, context.links, held);
      const letter = givenFiles(
        held,
        added.map(({ name }) => name),
        words,
        address,
      );
      await mail.send(trx, orderMail(held.email, `given:${added[0]?.id}`, letter));
    });
  };
  await take().catch(async (error: unknown) => {
    for (const { id } of added) await files.delete(givenKey(id));
    throw error;
  });
  return {
    words: `${countOf(added.length, 'file')} given to order ${orderNumber(order.id)}. ${order.email} is told by email.`,
    after: { files: added.map(({ name }) => name).join(', '), to: order.email },
  };
}

/** It can’t be downloaded from this moment on; whoever has it keeps it. */
export async function removeGiven(context: OrdersContext, order: Order, id: string): Promise<Done> {
  const { db, clock } = context.platform;
  const removed = await db
    .tables<OrderTables>()
    .updateTable('store_order_file')
    .set({ removed_at: clock.now() })
    .where('order_id', '=', order.id)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!removed)
    throw new Problem('not_found', 'This file was removed before, or never was given to this order.');
  await clearRemoved(context);
  return {
    words: `${removed.name} can’t be downloaded any more.`,
    before: { file: removed.name },
  };
}

/** The bytes of what was removed, also where that was interrupted. */
export async function clearRemoved({
  platform: { db, files },
}: Pick<OrdersContext, 'platform'>): Promise<void> {
  const tables = db.tables<OrderTables>();
  const gone = await tables
    .selectFrom('store_order_file')
    .select('id')
    .where('removed_at', 'is not', null)
    .where('is_cleared', '=', false)
    .execute();
  for (const { id } of gone) {
    await files.delete(givenKey(id));
    await tables.updateTable('store_order_file').set({ is_cleared: true }).where('id', '=', id).execute();
  }
}

const atField = (field: string, words: string) =>
  new Problem('bad_request', `Nothing was given. ${words}`, { fields: { [field]: words } });
