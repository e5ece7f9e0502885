import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { accountWords, mayReachOthers } from '#features/accounts/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import { checkFunnel, measured, refusalOf } from '../rules/check.ts';
import type { Funnel, Step } from '../rules/contract.ts';
import { hrefOf, stepPath } from '../rules/render/link.ts';
import { type ProductWords, yesOf } from '../rules/render/blocks.ts';
import { drawPage } from '../rules/render/page.ts';
import type { FunnelRow, FunnelTables, PageFacts } from './tables.ts';

export type Trx = Transaction<FunnelTables>;
export const liveTopic = 'funnel';
/** Of all pages of one funnel, as they are sent. */
const mostPublished = 12 * 1024 * 1024;
const tooMuch = `The pages of this funnel come to more than ${mostPublished / 1_048_576} MB, the logo on each of them counted in. Use a smaller logo or smaller pictures, then publish again.`;

/** A product of the catalogue as an offer needs it; null when it is not on sale. */
export type FindProduct = (id: string) => Promise<(ProductWords & { path: string }) | null>;

export function createPublishing(
  { db, origin, clock, config }: Pick<Platform, 'db' | 'origin' | 'clock' | 'config'>,
  findProduct: FindProduct,
) {
  /** The pages as a visitor would get them, and why they may not be published. */
  async function checked(doc: Funnel, hasSeen: boolean) {
    const products = await productsOf(doc);
    const drawn = new Map<string, string>();
    let bytes = 0;
    for (const step of doc.steps) {
      // Whoever waits for a page of two hundred is not alone.
      await setImmediate();
      const html = drawPage(
        { funnel: doc, step, product: (wanted) => products.get(wanted) ?? null },
        origin(),
      );
      bytes += Buffer.byteLength(html);
      if (bytes > mostPublished) return { products, drawn, refusal: tooMuch };
      drawn.set(step.id, html);
    }
    const weights = new Map([...drawn].map(([step, page]) => [step, measured(page)]));
    const findings = checkFunnel(doc, { isOnSale: (wanted) => products.has(wanted) }, weights);
    return { products, drawn, refusal: refusalOf(doc, findings, hasSeen) };
  }

  /** Why a funnel would not be published; null when it would. */
  async function refuse({ owner_id, doc }: FunnelRow, hasSeen: boolean): Promise<string | null> {
    if (!(await mayReachOthers({ config }, db.tables(), owner_id))) return accountWords.proveFirst;
    return doc ? (await checked(doc, hasSeen)).refusal : 'There is nothing to publish.';
  }

  /** Every page as it is now, stored whole: what visitors get until the next time. Gives why not, where it cannot be. */
  async function publish(trx: Trx, row: FunnelRow, hasSeen: boolean): Promise<string | null> {
    const { owner_id, id, doc } = row;
    if (!doc) return 'There is nothing to publish.';
    if (!(await mayReachOthers({ config }, trx, owner_id))) return accountWords.proveFirst;
    const { products, drawn, refusal } = await checked(doc, hasSeen);
    if (refusal !== null) return refusal;
    const mine = await trx
      .insertInto('funnel_slug')
      .values({ slug: doc.slug, owner_id, funnel_id: id })
      .onConflict((taken) =>
        taken
          .column('slug')
          .doUpdateSet({ funnel_id: id })
          .where('funnel_slug.owner_id', '=', owner_id)
          .where('funnel_slug.funnel_id', '=', id),
      )
      .returning('slug')
      .executeTakeFirst();
    if (!mine)
      return `The address /f/${doc.slug} belongs to another funnel. Choose another one, then publish again.`;

    const pages = doc.steps.map((step, position) => {
      const html = drawn.get(step.id) ?? '';
      const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
      const facts: PageFacts = factsOf(doc, step, products);
      return {
        owner_id,
        funnel_id: id,
        step_id: step.id,
        slug: step.slug,
        position,
        html,
        etag,
        facts: JSON.stringify(facts),
      };
    });
    await takeDown(trx, row);
    for (let at = 0; at < pages.length; at += 50)
      await trx
        .insertInto('funnel_page')
        .values(pages.slice(at, at + 50))
        .execute();
    await trx
      .updateTable('funnel')
      .set({ live_slug: doc.slug, live_version: row.content_version, live_at: clock.now(), publish_at: null })
      .where('owner_id', '=', owner_id)
      .where('id', '=', id)
      .execute();
    await db.notify(trx, liveTopic, doc.slug);
    return null;
  }

  async function takeDown(trx: Trx, { owner_id, id }: FunnelRow): Promise<void> {
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

  async function productsOf(doc: Funnel) {
    const products = new Map<string, ProductWords & { path: string }>();
    for (const { blocks } of doc.steps) {
      for (const { values } of blocks) {
        for (const id of [values['product'], values['bumpProduct']]) {
          const found = id && !products.has(id) ? await findProduct(id) : null;
          if (id && found) products.set(id, found);
        }
      }
    }
    return products;
  }

  return { publish, refuse, takeDown };
}

export type Publishing = ReturnType<typeof createPublishing>;

function factsOf(
  funnel: Funnel,
  step: Step,
  products: ReadonlyMap<string, { path: string; title: string }>,
): PageFacts {
  const target = (id: string | null) => {
    const found = funnel.steps.find((one) => one.id === id);
    return found ? stepPath(funnel, found) : null;
  };
  const go: PageFacts['go'] = {};
  const forms: PageFacts['forms'] = {};
  for (const block of step.blocks) {
    const { values } = block;
    if (block.type === 'optin') forms[block.id] = { consent: values['consent'] ?? '' };
    if (block.type === 'decision') {
      const way = { bumpHref: null, product: null, isWay: true };
      const no = { ...way, isNo: true, offer: values['no'] ?? '' };
      go[block.id] = { ...no, href: target(step.decline ?? step.next) };
      const yes = { ...way, isNo: false, offer: values['yes'] ?? '' };
      go[yesOf(block.id)] = { ...yes, href: target(step.next) };
    }
    if (block.type !== 'offer') continue;
    const product = values['product'] || null;
    go[block.id] = {
      href: product ? (products.get(product)?.path ?? null) : hrefOf(values['link'] ?? '', funnel, step),
      bumpHref: product ? null : hrefOf(values['bumpLink'] ?? '', funnel, step),
      product,
      bumpProduct: product ? values['bumpProduct'] || null : null,
      isNo: false,
      offer: values['title'] || (product ? products.get(product)?.title : '') || '',
    };
  }
  return {
    kind: step.kind,
    name: step.name,
    next: target(step.next),
    go,
    forms,
    doubleOptIn: funnel.settings.doubleOptIn,
    language: funnel.settings.language,
    // A logo may be large; the few pages that use this do without.
    style: { ...funnel.style, logo: '' },
    funnelName: funnel.name,
  };
}
