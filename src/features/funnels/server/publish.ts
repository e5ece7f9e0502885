import type { Transaction } from 'kysely';
import { accountWords, mayReachOthers } from '#features/accounts/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createFairWorker } from '#platform/server/workers/fair-worker.ts';
import type { Funnel } from '../rules/contract.ts';
import { giftsIn } from '../rules/gift.ts';
import { allBlocks } from '../rules/split.ts';
import { type Drawn, drawFunnel, type DrawTask, type OfferedProduct } from './drawing.ts';
import type { GiftFiles } from './gift-files.ts';
import { liveTopic } from './live-topic.ts';
import { beginSplits } from './splits.ts';
import type { FunnelHeadRow, FunnelTables } from './tables.ts';

export type Trx = Transaction<FunnelTables>;

/** A product of the catalogue as an offer needs it; null when it is not on sale. */
export type FindProduct = (id: string) => Promise<OfferedProduct | null>;

/** What is smaller is drawn before a thread would have begun. */
const drawnHere = 50_000;
const mostProducts = 200;
const busy = 'We’re publishing many funnels right now. Yours is saved. Publish again in a moment.';
const tooLong =
  'Creating this funnel’s pages took too long. It’s saved. Shorten its longest pages, then publish again.';

export function createPublishing(
  { db, origin, clock, config, log }: Pick<Platform, 'db' | 'origin' | 'clock' | 'config' | 'log'>,
  findProduct: FindProduct,
  giftFiles: Pick<GiftFiles, 'among'>,
) {
  const thread = createFairWorker<DrawTask, Drawn>({
    file: new URL('./drawing-thread.ts', import.meta.url),
    mostWaiting: 40,
    mostMilliseconds: 15_000,
    memory: 512,
    restMilliseconds: 60_000,
    words: { full: busy, overrun: tooLong, tooMuch: tooLong, failed: busy },
    report: (words) => log.error('A funnel couldn’t be rendered', { words }),
  });

  /** The pages of a funnel, or why it would not be published. Asked outside of every transaction, which would wait, too. */
  async function draw(owner: string, doc: Funnel, hasSeen: boolean): Promise<Drawn> {
    if (!(await mayReachOthers({ config }, db.tables(), owner))) return { refusal: accountWords.proveFirst };
    const products = await productsOf(doc);
    if (products === null)
      return {
        refusal: `This funnel offers more than ${mostProducts} products. Remove some, then publish again.`,
      };
    const promised = [...new Set(giftsIn(doc).map(({ file }) => file))];
    const task = {
      doc: JSON.stringify(doc),
      products,
      files: await giftFiles.among(owner, promised),
      origin: origin(),
      at: clock.now().getTime(),
      hasSeen,
    };
    return task.doc.length <= drawnHere ? drawFunnel(task) : thread.run(owner, task);
  }

  /** Every page as it is now, stored whole: what visitors get until the next time. Gives why not, where it cannot be. */
  async function publish(trx: Trx, row: FunnelHeadRow, drawn: Drawn): Promise<string | null> {
    const { owner_id, id, slug } = row;
    if (!(await mayReachOthers({ config }, trx, owner_id))) return accountWords.proveFirst;
    if (drawn.refusal !== null) return drawn.refusal;
    const mine = await trx
      .insertInto('funnel_slug')
      .values({ slug, owner_id, funnel_id: id })
      .onConflict((taken) =>
        taken
          .column('slug')
          .doUpdateSet({ funnel_id: id })
          .where('funnel_slug.owner_id', '=', owner_id)
          .where((eb) =>
            eb.or([
              eb('funnel_slug.funnel_id', '=', id),
              eb.exists(
                eb
                  .selectFrom('funnel')
                  .select('funnel.id')
                  .whereRef('funnel.owner_id', '=', 'funnel_slug.owner_id')
                  .whereRef('funnel.id', '=', 'funnel_slug.funnel_id')
                  .where('funnel.is_purged', '=', true),
              ),
            ]),
          ),
      )
      .returning('slug')
      .executeTakeFirst();
    if (!mine)
      return `The address /f/${slug} belongs to another funnel. Choose another one, then publish again.`;

    await takeDown(trx, row);
    const pages = drawn.pages.map((page) => ({ owner_id, funnel_id: id, ...page }));
    for (let at = 0; at < pages.length; at += 50)
      await trx
        .insertInto('funnel_page')
        .values(pages.slice(at, at + 50))
        .execute();
    await beginSplits(trx, { owner_id, funnel_id: id }, drawn.tested, clock.now());
    await trx
      .updateTable('funnel')
      .set({ live_slug: slug, live_version: row.content_version, live_at: clock.now(), publish_at: null })
      .where('owner_id', '=', owner_id)
      .where('id', '=', id)
      .execute();
    await db.notify(trx, liveTopic, slug);
    return null;
  }

  async function takeDown(trx: Trx, { owner_id, id }: Pick<FunnelHeadRow, 'owner_id' | 'id'>): Promise<void> {
    await trx
      .deleteFrom('funnel_page')
      .where('owner_id', '=', owner_id)
      .where('funnel_id', '=', id)
      .execute();
    await trx
      .updateTable('funnel')
      .set({ live_slug: null, live_version: null, live_at: null })
      .where('owner_id', '=', owner_id)
      .where('id', '=', id)
      .execute();
    const known = await trx
      .selectFrom('funnel_slug')
      .select('slug')
      .where('owner_id', '=', owner_id)
      .where('funnel_id', '=', id)
      .execute();
    for (const { slug } of known) await db.notify(trx, liveTopic, slug);
  }

  async function productsOf({ steps }: Funnel): Promise<DrawTask['products'] | null> {
    const named = new Set<string>();
    for (const step of steps)
      for (const { values } of allBlocks(step))
        for (const id of [values['product'], values['bumpProduct']]) if (id) named.add(id);
    if (named.size > mostProducts) return null;
    const products: DrawTask['products'] = [];
    for (const id of named) {
      const found = await findProduct(id);
      if (found) products.push([id, { title: found.title, price: found.price, path: found.path }]);
    }
    return products;
  }

  return { draw, publish, takeDown, close: () => thread.close() };
}

export type Publishing = ReturnType<typeof createPublishing>;
