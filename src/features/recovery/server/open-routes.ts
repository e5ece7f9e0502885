import * as z from 'zod/mini';
import { sql } from 'kysely';
import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { readBody } from '#platform/server/http/body.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { bounceSecrets } from './bounce-secret.ts';
import { verifyWebhook } from '#platform/server/webhooks/signature.ts';
import { CartItem, EmailAddress, PurchaseBody, recoveryApi, type Shop, shops } from '../rules/contract.ts';
import { readCart, readShop, type ShopNews } from '../rules/shops.ts';
import { snippet } from '../rules/snippet.ts';
import type { CartSource } from '../rules/condition.ts';
import { ownerByKey } from './owners.ts';
import type { Recovery } from './public.ts';
import { readRestore, recordClick } from './restore.ts';
import { verifyShop } from './signatures.ts';
import type { Ending } from './status.ts';

const Outcome = z.object({ ok: z.boolean(), words: z.string() });
const Restored = z.object({
  shop: z.string(),
  currency: z.string(),
  totalCents: z.number(),
  items: z.array(CartItem),
  url: z.nullable(z.string()),
  isOwnStore: z.boolean(),
  isDone: z.boolean(),
});

const endingWords: Record<Ending, string> = {
  recovered: 'A cart was recovered.',
  'not abandoned': 'Paid before a first reminder was due: this cart is not counted as abandoned.',
  'no cart': 'No cart was waiting for this order.',
};

/** What comes from outside, without a session: shops, buyers who follow a link, and mail servers. */
export function openRoutes(platform: Platform, recovery: Recovery): Route[] {
  const { db, clock, origin } = platform;
  const { intake, endings, engine } = recovery;

  const ownerOf = async (key: string) => {
    const owner = await ownerByKey(db.tables(), key);
    if (!owner) throw new Problem('not_found', 'No shop here uses this key.');
    return owner;
  };

  async function take(
    trx: AnyTransaction,
    ownerId: string,
    news: ShopNews,
    source: CartSource,
  ): Promise<z.output<typeof Outcome>> {
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

  const restored = async (token: string) => {
    const cart = await readRestore(db.tables(), token);
    if (!cart) throw new Problem('not_found', 'This link is incomplete, or its cart is gone.');
    return cart;
  };

  return [
    route({
      method: 'POST',
      path: recoveryApi.incoming,
      access: 'anyone',
      summary: 'Webhook for a shop’s carts and orders',
      description: 'Calls must carry the shop’s signature.',
      crossOrigin: true,
      limit: { name: 'recovery-in', max: 3000, perSeconds: 60, by: 'address' },
      params: z.object({ key: z.string(), shop: z.enum(shops) }),
      answer: Outcome,
      async handle({ params, request }) {
        const owner = await ownerOf(params.key);
        const body = new TextDecoder().decode(await readBody(request, 256 * 1024));
        const shop: Shop = params.shop;
        // Unsigned, when its webhook is made: WooCommerce asks whether anybody is here.
        if (shop === 'woocommerce' && /^webhook_id=\d+$/.test(body)) return { ok: true, words: 'Here.' };
        const secret = shop === 'hub' ? owner.secret : (owner.shop_secrets[shop] ?? '');
        const event = secret === '' ? null : verifyShop(shop, request.headers, body, secret, clock.now());
        if (event === null)
          throw new Problem('forbidden', 'The signature doesn’t match. Check the secret on both sides.');
        const news = readShop(shop, request.headers.get('x-shopify-topic') ?? '', parsed(body));
        return db.transaction(async (trx) => {
          const { rows } = await sql`
            insert into recovery_received (owner_id, event_id, at) values (${owner.owner_id}, ${`${shop}:${event}`}, ${clock.now()})
            on conflict do nothing returning event_id`.execute(trx);
          return rows.length === 0
            ? { ok: true, words: 'Already received.' }
            : take(trx, owner.owner_id, news, shop === 'hub' ? 'webhook' : shop);
        });
      },
    }),

    route({
      method: 'GET',
      path: recoveryApi.snippet,
      access: 'anyone',
      summary: 'Get the tracking script for a shop’s pages',
      query: z.object({ key: z.string().check(z.regex(/^rec_[a-z0-9]{20}$/)) }),
      answer: 'raw',
      handle: ({ query }) =>
        new Response(snippet(`${origin()}${recoveryApi.seen.replace(':key', query.key)}`), {
          headers: {
            'content-type': 'text/javascript; charset=utf-8',
            'cache-control': 'public, max-age=3600',
            'cross-origin-resource-policy': 'cross-origin',
            'access-control-allow-origin': '*',
          },
        }),
    }),

    route({
      method: 'POST',
      path: recoveryApi.seen,
      access: 'anyone',
      summary: 'Report a cart or an order from the script on a shop’s page',
      crossOrigin: true,
      limit: { name: 'recovery-seen', max: 60, perSeconds: 3600, by: 'address' },
      params: z.object({ key: z.string() }),
      body: z.object({ what: z.enum(['cart', 'order']), data: z.string() }),
      answer: Outcome,
      async handle({ params, body }) {
        const owner = await ownerOf(params.key);
        return db.transaction((trx) =>
          take(trx, owner.owner_id, fromSnippet(body.what, parsed(body.data)), 'snippet'),
        );
      },
    }),

    route({
      method: 'GET',
      path: recoveryApi.restore,
      access: 'anyone',
      summary: 'Get the cart that a reminder links to',
      description: 'Has no side effects.',
      query: z.object({ t: z.string() }),
      answer: Restored,
      handle: ({ query }) => restored(query.t),
    }),
    route({
      method: 'POST',
      path: recoveryApi.restore,
      access: 'anyone',
      summary: 'Restore the cart that a reminder links to',
      description: 'Records the click.',
      body: z.object({ t: z.string() }),
      answer: Restored,
      limit: { name: 'recovery-restore', max: 60, perSeconds: 60, by: 'address' },
      async handle({ body }) {
        const cart = await restored(body.t);
        await db.transaction((trx) => recordClick(trx, body.t, clock.now()));
        return cart;
      },
    }),

    route({
      method: 'POST',
      path: recoveryApi.bounces,
      access: 'anyone',
      summary: 'Webhook for bounces and complaints',
      description: 'Called by a mail service, signed as Standard Webhooks defines.',
      crossOrigin: true,
      limit: { name: 'recovery-bounces', max: 3000, perSeconds: 60, by: 'address' },
      answer: Outcome,
      async handle({ request }) {
        const body = new TextDecoder().decode(await readBody(request, 100_000));
        const said = (name: string) => request.headers.get(name) ?? '';
        const signed = {
          'webhook-id': said('webhook-id'),
          'webhook-timestamp': said('webhook-timestamp'),
          'webhook-signature': said('webhook-signature'),
        };
        const known = bounceSecrets(platform);
        if (!known.some((secret) => verifyWebhook(secret, signed, body, clock.now())))
          throw new Problem('forbidden', 'The signature doesn’t match.');
        const report = z
          .object({ type: z.enum(['bounce', 'complaint']), email: EmailAddress })
          .safeParse(parsed(body));
        if (!report.success) throw new Problem('bad_request', 'Send {type: bounce or complaint, email}.');
        const { type, email } = report.data;
        const address = parseMailAddress(email) ?? email;
        const isBounce = type === 'bounce';
        await db.transaction(async (trx) => {
          await intake.consent.suppress(trx, {
            email: address,
            scope: isBounce ? 'all' : 'marketing',
            reason: isBounce ? 'bounced' : 'complained',
          });
          if (isBounce) await engine.bounced(trx, mailAddressKey(address), clock.now());
        });
        return { ok: true, words: 'No more email goes to that address.' };
      },
    }),
  ];
}

function fromSnippet(what: 'cart' | 'order', data: unknown): ShopNews {
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
    items: items.map((item) => (leadsNowhere(item.name) ? item : { ...item, name: 'An item' })),
  };
  return { ...read, cart };
}

/** Mail programs make a link of anything like example.com. */
const leadsNowhere = (text: string): boolean => !/:\/\/|@|[\p{L}\p{N}-]\.\p{L}{2,}/u.test(text);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('bad_request', 'The body isn’t valid JSON.');
  }
}
