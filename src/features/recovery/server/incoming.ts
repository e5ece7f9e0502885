import * as z from 'zod/mini';
import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { readBody } from '#platform/server/http/body.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { CartSource } from '../rules/condition.ts';
import type { Heard, Way } from '../rules/connections.ts';
import { PurchaseBody, recoveryApi, type Shop, shops } from '../rules/contract.ts';
import { readCart, readShop, type ShopNews } from '../rules/shops.ts';
import { recordHeard } from './connections.ts';
import { ownerByKey, ownerByPageKey } from './owners.ts';
import type { OwnerRow } from './tables.ts';
import type { Recovery } from './public.ts';
import { verifyShop } from './signatures.ts';
import type { Ending } from './status.ts';

export const Outcome = z.object({ ok: z.boolean(), words: z.string() });
type Outcome = z.output<typeof Outcome>;

const endingWords: Record<Ending, string> = {
  recovered: 'A cart was recovered.',
  'not abandoned': 'Paid before a first reminder was due: this cart is not counted as abandoned.',
  'no cart': 'No cart was waiting for this order.',
};
const testWords = 'The test event arrived. It isn’t counted, and nobody gets an email.';

/** Where shops and the pages of shops tell of carts and orders. */
export function incomingRoutes(platform: Platform, { intake, endings }: Recovery): Route[] {
  const { db, clock, origin } = platform;

  const known = (owner: OwnerRow | undefined): OwnerRow => {
    if (!owner) throw new Problem('not_found', 'No shop here uses this key.');
    return owner;
  };
  // In a transaction of its own: two calls at once wait for each other here alone, and a cart never waits for its tick.
  const note = (ownerId: string, way: Way, heard: Heard) =>
    db.transaction((trx) => recordHeard(trx, ownerId, way, heard, clock.now()));

  async function take(
    trx: AnyTransaction,
    ownerId: string,
    news: Exclude<ShopNews, { kind: 'test' }>,
    source: CartSource,
  ): Promise<Outcome> {
    if (news.kind === 'nothing') return { ok: false, words: `Not accepted: ${news.words}` };
    if (news.kind === 'purchase') {
      const ending = await endings.purchased(trx, ownerId, news.purchase);
      return { ok: true, words: endingWords[ending] };
    }
    const [outcome] = await intake.accept(trx, ownerId, [news.cart], source);
    // Said with 200: a shop that is answered errors for a while stops telling anything.
    if (!outcome?.ok) return { ok: false, words: `Not accepted: ${outcome?.words}` };
    return { ok: true, words: outcome.isNew ? 'A new cart.' : 'The open cart of this buyer is up to date.' };
  }

  return [
    route({
      method: 'POST',
      path: recoveryApi.incoming,
      access: 'anyone',
      summary: 'Webhook for a shop’s carts and orders',
      description:
        'Calls must carry the shop’s signature. The type `connection.test` only shows that the connection works.',
      crossOrigin: true,
      limit: { name: 'recovery-in', max: 3000, perSeconds: 60, by: 'address' },
      params: z.object({ key: z.string(), shop: z.enum(shops) }),
      answer: Outcome,
      async handle({ params, request }) {
        const owner = known(await ownerByKey(db.tables(), params.key));
        const { owner_id } = owner;
        const body = new TextDecoder().decode(await readBody(request, 256 * 1024));
        const shop: Shop = params.shop;
        // Unsigned, when its webhook is made: WooCommerce asks whether anybody is here.
        if (shop === 'woocommerce' && /^webhook_id=\d+$/.test(body)) {
          await note(owner_id, shop, 'unsigned');
          return { ok: true, words: 'Here.' };
        }
        const secret = shop === 'hub' ? owner.secret : (owner.shop_secrets[shop] ?? '');
        const event = secret === '' ? null : verifyShop(shop, request.headers, body, secret, clock.now());
        if (event === null) {
          await note(owner_id, shop, 'unsigned');
          throw new Problem('forbidden', 'The signature doesn’t match. Check the secret on both sides.');
        }
        const said = (name: string) => request.headers.get(name) ?? '';
        const news = readShop(shop, said('x-shopify-topic'), parsed(body), said('x-shopify-test') === 'true');
        if (news.kind === 'test') {
          await note(owner_id, shop, news.by);
          return { ok: true, words: testWords };
        }
        const outcome = await db.transaction(async (trx) => {
          const { rows } = await sql`
            insert into recovery_received (owner_id, event_id, at) values (${owner_id}, ${`${shop}:${event}`}, ${clock.now()})
            on conflict do nothing returning event_id`.execute(trx);
          return rows.length === 0
            ? { ok: true, words: 'Already received.' }
            : take(trx, owner_id, news, shop === 'hub' ? 'webhook' : shop);
        });
        await note(owner_id, shop, 'news');
        return outcome;
      },
    }),

    route({
      method: 'POST',
      path: recoveryApi.seen,
      access: 'anyone',
      summary: 'Report a cart or an order from the script on a shop’s page',
      description:
        'Everybody can read its key, so the answer says only that the call arrived: nothing about the shop, its plan or its buyers.',
      crossOrigin: true,
      limit: { name: 'recovery-seen', max: 60, perSeconds: 3600, by: 'address' },
      params: z.object({ key: z.string() }),
      body: z.object({ what: z.enum(['cart', 'order', 'test']), data: z.string() }),
      answer: Outcome,
      async handle({ params, body, request }) {
        const { owner_id } = known(await ownerByPageKey(db.tables(), params.key));
        if (body.what === 'test') {
          const isOurs = request.headers.get('origin') === origin();
          await note(owner_id, 'snippet', isOurs ? 'ours' : 'theirs');
          return { ok: true, words: testWords };
        }
        const news = fromSnippet(body.what, parsed(body.data));
        if (news.kind !== 'nothing') await db.transaction((trx) => take(trx, owner_id, news, 'snippet'));
        await note(owner_id, 'snippet', 'news');
        return news.kind === 'nothing'
          ? { ok: false, words: `Not accepted: ${news.words}` }
          : { ok: true, words: 'Received.' };
      },
    }),
  ];
}

function fromSnippet(what: 'cart' | 'order', data: unknown): Exclude<ShopNews, { kind: 'test' }> {
  if (what === 'order') {
    const order = PurchaseBody.safeParse(data);
    return order.success
      ? { kind: 'purchase', purchase: order.data }
      : { kind: 'nothing', words: order.error.issues[0]?.message ?? 'no order' };
  }
  const read = readCart(data);
  if (read.kind !== 'cart') return read;
  const { consent, name, items } = read.cart;
  if (!consent) return { kind: 'nothing', words: 'no consent to reminders' };
  // Anybody can read a page's key and say that somebody agreed: what they name must lead a reader nowhere.
  const cart = {
    ...read.cart,
    name: leadsNowhere(name) ? name : '',
    items: items.map((item) => ({
      ...item,
      name: leadsNowhere(item.name) ? item.name : 'An item',
      image: undefined,
    })),
  };
  return { ...read, cart };
}

/** Mail programs make a link of anything like example.com. */
const leadsNowhere = (text: string): boolean => !/:\/\/|@|[\p{L}\p{N}-]\.\p{L}{2,}/u.test(text);

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('bad_request', 'The body isn’t valid JSON.');
  }
}
