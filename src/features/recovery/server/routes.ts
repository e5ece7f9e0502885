import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { mayReachOthers } from '#features/accounts/server/public.ts';
import { brandTextsOf } from '#features/branding/server/public.ts';
import type { Plans, Room } from '#features/plans/server/public.ts';
import type { ResolveViewer } from '#platform/server/http/viewer.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  CartBody,
  CartsAnswer,
  Figures,
  ImportAnswer,
  OverviewAnswer,
  PurchaseBody,
  recoveryApi,
  StatusBody,
} from '../rules/contract.ts';
import { type CartLine, cartLines } from '../rules/csv.ts';
import { cartActs } from './cart-acts.ts';
import { acceptOne, removeCarts } from './carts.ts';
import { connectionsOf, recordHeard } from './connections.ts';
import { connectRoutes } from './connect-routes.ts';
import { figuresOf, stepsOf } from './figures.ts';
import { exportCarts, listCarts } from './list.ts';
import { campaignView, campaignsOf } from './campaigns.ts';
import { ensureOwner } from './owners.ts';
import { lookRoutes } from './look-routes.ts';
import { pictureRoutes } from './pictures.ts';
import type { Recovery } from './public.ts';
import { change, done, Done, Id, setupRoutes } from './setup-routes.ts';

const linesAtOnce = 2500;
const linesInTurn = 500;

/** What a member does with their own carts, on their page or by a program with their key. */
export function memberRoutes(
  platform: Platform,
  recovery: Recovery,
  plans: Plans,
  { resolveViewer, room }: { resolveViewer?: ResolveViewer; room?: Pick<Room, 'within'> } = {},
): Route[] {
  const within: Room['within'] = room?.within ?? ((_trx, _uid, work) => work());
  const { db, clock, config } = platform;
  const { intake, endings } = recovery;

  async function overview(uid: string): Promise<z.output<typeof OverviewAnswer>> {
    const owner = await db.transaction((trx) => ensureOwner(trx, uid, clock.now()));
    const [list, figures, campaigns, heard, mayReach, brand] = await Promise.all([
      listCarts(db.tables(), uid),
      figuresOf(db.tables(), uid, clock.now()),
      campaignsOf(db.tables(), uid),
      connectionsOf(db.tables(), uid),
      mayReachOthers(platform, db.tables(), uid),
      brandTextsOf(db.tables(), uid),
    ]);
    return {
      ...list,
      settings: owner.settings,
      delivery: owner.delivery,
      campaigns: campaigns.map(campaignView),
      figures,
      connection: {
        key: owner.public_id,
        pageKey: owner.page_key,
        secret: owner.secret,
        shops: Object.keys(owner.shop_secrets),
        heard,
      },
      mail: {
        mayReach,
        canSend: !config.live || config.smtpUrl !== undefined,
        brandName: brand.name,
        brandAddress: brand.address,
      },
    };
  }

  /** What a program with the key sends connects the API; the page's own form does not. */
  const noteApi = async (uid: string, isProgram: boolean, heard: 'theirs' | 'news') => {
    if (isProgram) await db.transaction((trx) => recordHeard(trx, uid, 'api', heard, clock.now()));
  };

  return [
    route({
      method: 'GET',
      path: recoveryApi.overview,
      access: 'member',
      summary: 'Get an overview of your cart recovery',
      description: 'The newest carts, settings, campaigns and numbers.',
      answer: OverviewAnswer,
      handle: ({ viewer }) => overview(viewer.uid),
    }),
    route({
      method: 'GET',
      path: recoveryApi.carts,
      access: 'member',
      summary: 'List your carts, newest first',
      query: z.object({ after: z.optional(z.string()) }),
      answer: CartsAnswer,
      handle: ({ viewer, query }) => listCarts(db.tables(), viewer.uid, { after: query.after }),
    }),
    route({
      method: 'GET',
      path: `${recoveryApi.overview}/steps`,
      access: 'member',
      summary: 'Get the results of each message sent',
      answer: z.object({ steps: Figures.shape.steps }),
      handle: async ({ viewer }) => ({ steps: await stepsOf(db.tables(), viewer.uid) }),
    }),
    route({
      method: 'POST',
      path: recoveryApi.carts,
      access: 'member',
      apiKey: 'carts:write',
      summary: 'Add an abandoned cart',
      description: 'If this buyer already has an open cart, it is updated.',
      body: CartBody,
      answer: z.object({ id: z.string(), isNew: z.boolean() }),
      limit: { ...change, max: 6000 },
      async handle({ viewer, body, request }) {
        const isProgram = request.headers.has('authorization');
        if (body.test) {
          await noteApi(viewer.uid, isProgram, 'theirs');
          return { id: 'test', isNew: false };
        }
        const taken = await db.transaction((trx) =>
          acceptOne(intake, trx, viewer.uid, body, isProgram ? 'api' : 'hand'),
        );
        await noteApi(viewer.uid, isProgram, 'news');
        return taken;
      },
    }),
    route({
      method: 'POST',
      path: recoveryApi.purchases,
      access: 'member',
      apiKey: 'carts:write',
      summary: 'Report an order',
      description:
        'Reminders to that buyer stop at once. `matched` is true if the order recovered an abandoned cart.',
      body: PurchaseBody,
      answer: z.object({ matched: z.boolean() }),
      limit: { ...change, max: 6000 },
      async handle({ viewer, body, request }) {
        const isProgram = request.headers.has('authorization');
        await noteApi(viewer.uid, isProgram, body.test ? 'theirs' : 'news');
        if (body.test) return { matched: false };
        const ending = await db.transaction((trx) => endings.purchased(trx, viewer.uid, body));
        return { matched: ending === 'recovered' };
      },
    }),
    route({
      method: 'POST',
      path: recoveryApi.csv,
      access: 'member',
      apiKey: 'carts:write',
      summary: 'Import carts from a CSV file',
      description: 'Reports every line that was not imported.',
      body: z.object({
        text: z.string(),
        /** Of a file that is sent in parts: on which of its lines the records of this part begin. */
        firstLine: z._default(z.int().check(z.minimum(2), z.maximum(1_000_000_000)), 2),
      }),
      // What a browser sends in one part is far below; a program divides its file.
      maxBody: 8 * 1024 * 1024,
      limit: { name: 'recovery-csv', max: 600, perSeconds: 3600, by: 'viewer' },
      answer: ImportAnswer,
      handle: ({ viewer, body }) => importCsv(viewer.uid, body),
    }),
    route({
      method: 'PATCH',
      path: recoveryApi.cart,
      access: 'member',
      summary: 'Update the status of a cart',
      params: Id,
      body: StatusBody,
      answer: Done,
      limit: change,
      async handle({ viewer, params, body }) {
        await db.transaction((trx) => endings.setStatus(trx, viewer.uid, params.id, body.status));
        return done;
      },
    }),
    route({
      method: 'DELETE',
      path: recoveryApi.cart,
      access: 'member',
      summary: 'Delete a cart and everything recorded about it',
      params: Id,
      answer: Done,
      limit: change,
      async handle({ viewer, params }) {
        await db.transaction((trx) => removeCarts(trx, { ownerId: viewer.uid, ids: [params.id] }));
        return done;
      },
    }),
    route({
      method: 'GET',
      path: recoveryApi.export,
      access: 'member',
      summary: 'Export all your carts as CSV',
      answer: 'raw',
      handle: ({ viewer }) =>
        new Response(streamOf(exportCarts(db.tables(), viewer.uid)), {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="carts.csv"',
            'cache-control': 'no-store',
          },
        }),
    }),
    ...cartActs(platform, recovery, plans),
    ...setupRoutes(platform, recovery, plans, within),
    ...connectRoutes(platform, resolveViewer),
    ...lookRoutes(platform, recovery),
    ...pictureRoutes(platform),
  ];

  /** Some lines a transaction: what was taken stays, whatever comes after it. */
  async function importCsv(
    uid: string,
    { text, firstLine }: { text: string; firstLine: number },
  ): Promise<z.output<typeof ImportAnswer>> {
    const answer: z.output<typeof ImportAnswer> = { added: 0, merged: 0, refused: 0, reports: [] };
    const refuse = (line: number, words: string) => {
      answer.refused++;
      if (answer.reports.length < 1000) answer.reports.push({ line, words });
    };
    let lines: CartLine[] = [];
    let read = 0;
    const take = async () => {
      const taken = lines;
      lines = [];
      const carts = taken.map(({ cart }) => cart);
      const outcomes = await db.transaction((trx) => intake.accept(trx, uid, carts, 'csv'));
      outcomes.forEach((outcome, index) => {
        if (!outcome.ok) refuse(taken[index]?.line ?? 0, outcome.words);
        else if (outcome.isNew) answer.added++;
        else answer.merged++;
      });
    };
    for (const one of cartLines(text, firstLine)) {
      if (one && 'cart' in one) lines.push(one);
      else if (one) refuse(one.line, one.words);
      if (lines.length >= linesAtOnce) await take();
      // A large file takes seconds to read: whatever else is asked comes in between.
      if (++read % linesInTurn === 0) await setImmediate();
    }
    if (lines.length > 0) await take();
    answer.reports.sort((a, b) => a.line - b.line);
    return answer;
  }
}

function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done: isOver, value } = await parts.next();
      if (isOver) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
